import { load, save } from './saved';

export const THEMES = ['auto', 'light', 'dark'] as const;
export const MARKS = ['auto', 'none', 'numbers', 'shapes'] as const;
export type Theme = (typeof THEMES)[number];
export type Marks = (typeof MARKS)[number];

interface Saved {
  theme: Theme;
  marks: Marks;
}

function valid(value: unknown): value is Saved {
  const v = value as Partial<Saved> | null;
  return typeof v === 'object' && v !== null && THEMES.includes(v.theme as Theme) && MARKS.includes(v.marks as Marks);
}

class Prefs {
  theme = $state<Theme>('auto');
  marks = $state<Marks>('auto');

  constructor() {
    const saved = load('prefs', valid);
    if (saved) {
      this.theme = saved.theme;
      this.marks = saved.marks;
    }
    this.show();
  }

  set(change: Partial<Saved>): void {
    Object.assign(this, change);
    save('prefs', { theme: this.theme, marks: this.marks });
    this.show();
  }

  private show(): void {
    if (this.theme === 'auto') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = this.theme;
  }
}

export const prefs = new Prefs();
