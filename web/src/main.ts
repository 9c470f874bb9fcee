import { mount } from 'svelte';

import './app.css';
import App from './App.svelte';
import { compile, heavy, quick } from './lib/engine/client';
import { t } from './lib/text';

// Fetched while the page is built; what fails here is said by the first call.
compile().catch(() => undefined);
document.title = t.title;
const target = document.getElementById('app');
if (target) mount(App, { target });

// The first board has one of the workers; the other is ready before it is asked for the first time.
// The other pages start their own.
setTimeout(() => {
  quick.warm();
  heavy.play.warm();
}, 500);

if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  addEventListener('load', () => {
    navigator.serviceWorker.register('./sw.js').catch(() => {
      // Offline use is then not possible; everything else is.
    });
  });
}
