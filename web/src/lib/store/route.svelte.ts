export const PAGES = ['play', 'solve', 'learn', 'explore'] as const;
export type Page = (typeof PAGES)[number];

export interface Route {
  page: Page;
  /** What follows the page's name in the fragment: an ID of a puzzle, or nothing. */
  rest: string;
}

/** Reads `#/page/rest`; anything else is the first page. */
export function parse(fragment: string): Route {
  const [page = '', ...rest] = fragment.replace(/^#\/?/, '').split('/');
  const known = PAGES.find((name) => name === page);
  if (known === undefined) return { page: 'play', rest: '' };
  const text = rest.join('/');
  try {
    return { page: known, rest: decodeURIComponent(text) };
  } catch {
    return { page: known, rest: text };
  }
}

export function fragment(page: Page, rest = ''): string {
  return `#/${page}${rest === '' ? '' : `/${encodeURIComponent(rest)}`}`;
}

class Router {
  current = $state<Route>(parse(location.hash));

  constructor() {
    addEventListener('hashchange', () => {
      this.current = parse(location.hash);
    });
  }

  go(page: Page, rest = ''): void {
    location.hash = fragment(page, rest);
  }

  /** Changes the address without going anywhere. */
  replace(page: Page, rest = ''): void {
    history.replaceState(null, '', fragment(page, rest));
    this.current = { page, rest };
  }
}

export const router = new Router();
