import { mount } from 'svelte';

import './app.css';
import App from './App.svelte';
import { heavy, quick } from './lib/engine/client';
import { t } from './lib/text';

quick.warm();
document.title = t.title;
const target = document.getElementById('app');
if (target) mount(App, { target });

// The second worker is ready before it is asked for the first time.
setTimeout(() => heavy.warm(), 400);

if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  addEventListener('load', () => {
    navigator.serviceWorker.register('./sw.js').catch(() => {
      // Offline use is then not possible; everything else is.
    });
  });
}
