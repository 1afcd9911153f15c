import { browserScript as built } from '@busker/emulators/browser-script';

export type BrowserScript =
  'stripe-js' | 'card-frame' | 'challenge-page' | 'checkout-page' | 'inspector-page' | 'saved-card-page';

/** Bundles a browser program into one classic script on first use and caches it. */
export const browserScript = (name: BrowserScript): Promise<string> =>
  built(new URL(`./${name}.ts`, import.meta.url));
