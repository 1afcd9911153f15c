import { browserScript as built } from '../../browser-script';

export type BrowserScript =
  'stripe-js' | 'card-frame' | 'challenge-page' | 'checkout-page' | 'inspector-page';

/** One classic script of a browser program, built on first need and kept. */
export const browserScript = (name: BrowserScript): Promise<string> =>
  built(new URL(`./${name}.ts`, import.meta.url));
