/** Why the card leads to the hosted page; the sheet says it (`whyElsewhere` of the card's texts). */
export type Reason =
  | 'blocked'
  | 'deformed'
  | 'covered'
  | 'removed'
  | 'foreign-shadow-root'
  | 'other-stripe-version'
  | 'no-address'
  | 'in-app';

/** What a fan must be able to do on a page: pay in it, pay on the hosted page and read why, or follow the plain links. */
export type Ending = 'in-page' | 'links' | { readonly hosted: Reason };

/** What is odd about the reader or their browser rather than about the page. */
export interface Reader {
  readonly userAgent?: string;
  readonly viewport?: { readonly width: number; readonly height: number };
  readonly colours?: 'dark' | 'forced';
  readonly reducedMotion?: true;
  readonly withoutScript?: true;
  /** Requests that a blocker ends. */
  readonly blocks?: 'embed' | 'profile' | 'payment-script';
  /** A blocker that answers with an empty file in place of the payment provider's script. */
  readonly emptiesPaymentScript?: true;
}

/** One odd thing about a page. Everything else on that page is usual, so two of them can be put together. */
export interface Oddity {
  readonly ends: Ending;
  /** Without scripts, or without the card's script, this page shows neither card nor links. The page causes that, not the card. */
  readonly needsScripts?: true;
  /** Why no test of this page can run in Firefox. */
  readonly notInFirefox?: string;
  /** Why no test of this page can run in WebKit. */
  readonly notInWebKit?: string;
  /** Where this page ends otherwise in WebKit, and why. */
  readonly inWebKit?: { readonly ends: Ending; readonly because: string };
  readonly doctype?: string;
  /** Attributes of these two elements. */
  readonly html?: string;
  readonly body?: string;
  /** Comes before the card's script. */
  readonly head?: string;
  /** What is around the card. */
  readonly around?: (card: string) => string;
  readonly before?: string;
  readonly after?: string;
  /** In place of the usual script tag. */
  readonly script?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The body of an outer page which shows the page with the card in a frame. */
  readonly frame?: (address: string) => string;
  readonly reader?: Reader;
}

/** `head` of a page with this style sheet. */
export const styles = (css: string): string => `<style>${css}</style>`;

/** `head` of a page that runs this before anything else. */
export const runs = (code: string): string => `<script>${code}</script>`;

/** A placeholder for the URL of the card's script; the example server replaces it. */
export const embed = 'http://localhost:4100/embed/v1.js';
export const busker = 'http://localhost:4100';
export const stripe = 'http://127.0.0.1:12111';
