import { afterAll, afterEach, beforeAll } from 'vitest';
import type { Page } from '@playwright/test';
import { openBrowser, type OpenPage } from './open-browser';
import { ADA, openSandbox, type OpenSandbox } from './open-sandbox';

type Browser = Awaited<ReturnType<typeof openBrowser>>;

/** A page with a place for the card form, in a real browser, with its own sandbox. */
export interface CardPages {
  /** Opens a page and closes it when the test ends. */
  open(...given: Parameters<Browser['open']>): Promise<void>;
  /** The page that was opened last. */
  readonly page: Page;
  readonly opened: OpenPage;
  readonly sandbox: OpenSandbox;
  newIntent(
    amount?: number,
    currency?: string,
    types?: readonly string[],
  ): Promise<{ id: string; secret: string }>;
}

export const CARD_PAGE = '<div id="pay"></div><button>After</button>';

/** Call it at the top of a test file: all tests share one browser and one sandbox. */
export function cardPages(): CardPages {
  let sandbox: OpenSandbox;
  let browser: Browser;
  let opened: OpenPage;

  beforeAll(async () => {
    sandbox = await openSandbox();
    browser = await openBrowser(sandbox.stripeJsUrl);
  }, 60_000);
  afterAll(async () => {
    await browser.close();
    await sandbox.close();
  });
  afterEach(() => opened.page.context().close());

  return {
    async open(...given) {
      opened = await browser.open(...given);
    },
    get page() {
      return opened.page;
    },
    get opened() {
      return opened;
    },
    get sandbox() {
      return sandbox;
    },
    async newIntent(amount = 500, currency = 'usd', types = ['card', 'link']) {
      const intent = await sandbox.stripe.paymentIntents.create(
        { amount, currency, allowed_payment_method_types: [...types] },
        { stripeAccount: ADA },
      );
      return { id: intent.id, secret: intent.client_secret ?? '' };
    },
  };
}
