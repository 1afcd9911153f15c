import { createServer } from 'node:http';
import type { Page, FrameLocator } from '@playwright/test';
import { build } from 'vite';
import { launchBrowser } from '@busker/emulators/find-chromium';
import { closeServer, listenOnLoopback } from '@busker/emulators/loopback';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { ADA, openSandbox, type OpenSandbox, PUBLISHABLE_KEY } from './open-sandbox';
import type {
  Stripe,
  StripeElements,
  StripePaymentElement,
  StripeExpressCheckoutElement,
} from '@stripe/stripe-js';

/** The real loader of @stripe/stripe-js as a global function of the page. */
const ENTRY = `import { loadStripe } from '@stripe/stripe-js/pure'; window.loadStripe = loadStripe;`;

async function loaderScript(): Promise<string> {
  const entry = 'stripe-loader';
  const output = await build({
    logLevel: 'error',
    configFile: false,
    plugins: [
      {
        name: entry,
        resolveId: (id) => (id === entry ? `\0${entry}` : null),
        load: (id) => (id === `\0${entry}` ? ENTRY : null),
      },
    ],
    build: { write: false, rollupOptions: { input: entry, output: { format: 'iife' } } },
  });
  const [first] = Array.isArray(output) ? output : [output];
  const chunk = first && 'output' in first ? first.output[0] : null;
  if (chunk?.type !== 'chunk') throw new Error('esbuild returned no output for the loader.');
  return chunk.code;
}

export interface OpenPage {
  readonly page: Page;
  /** Warnings, errors and uncaught exceptions of the page. */
  readonly pageProblems: readonly string[];
}

/** A real browser and a shop page of another origin, with the given HTML after the scripts. */
export async function openBrowser(stripeJsUrl: string) {
  const loader = await loaderScript();
  let html = '';
  let headers: Record<string, string> = {};
  const shop = createServer((request, response) => {
    if (request.url === '/loader.js')
      return response.setHeader('content-type', 'text/javascript').end(loader);
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    response.setHeader('content-type', 'text/html; charset=utf-8');
    const scripts = `<script src="${stripeJsUrl}"></script><script src="/loader.js"></script>`;
    return response.end(`<!doctype html><title>Shop</title><main><h1>Shop</h1>${html}</main>${scripts}`);
  });
  const port = await listenOnLoopback(shop, 0, { name: 'the shop' });
  const browser = await launchBrowser();
  return {
    async open(
      body: string,
      options: { headers?: Record<string, string>; locale?: string; host?: string } = {},
    ): Promise<OpenPage> {
      html = body;
      headers = options.headers ?? {};
      const context = await browser.newContext({ locale: options.locale ?? 'en-US' });
      const page = await context.newPage();
      const pageProblems: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'warning' || message.type() === 'error') pageProblems.push(message.text());
      });
      page.on('pageerror', (problem) => pageProblems.push(problem.message));
      await page.goto(`http://${options.host ?? '127.0.0.1'}:${port}/`);
      return { page, pageProblems };
    },
    async close() {
      await browser.close();
      await closeServer(shop);
    },
  };
}

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

declare global {
  interface Window {
    loadStripe: (key: string, options?: { stripeAccount?: string; locale?: string }) => Promise<Stripe>;
    stripe: Stripe;
    elements: StripeElements;
    payment: StripePaymentElement;
    elementEvents: [string, unknown][];
    outcome: unknown;
  }
}

export interface MountOptions {
  readonly amount?: number;
  readonly currency?: string;
  /** The ways to pay that the page allows. */
  readonly types?: string[];
  readonly locale?: string;
  readonly appearance?: object;
  readonly element?: object;
  readonly into?: string;
}

/**
 * Loads Stripe.js through the real loader and mounts a Payment Element. The page records its events in
 * `elementEvents`.
 */
export async function mountCard(page: Page, options: MountOptions = {}): Promise<FrameLocator> {
  await page.evaluate(
    async ({ key, account, given }) => {
      window.stripe = await window.loadStripe(key, { stripeAccount: account });
      window.elements = window.stripe.elements({
        mode: 'payment',
        amount: given.amount ?? 500,
        currency: given.currency ?? 'usd',
        allowedPaymentMethodTypes: given.types ?? ['card', 'link'],
        locale: (given.locale ?? 'en') as 'en',
        appearance: given.appearance ?? {},
      });
      window.payment = window.elements.create('payment', given.element ?? {});
      window.elementEvents = [];
      const hear = (type: 'ready') =>
        window.payment.on(type, (event) => void window.elementEvents.push([type, event]));
      for (const type of ['loaderstart', 'ready', 'change', 'focus', 'blur', 'escape', 'loaderror'])
        hear(type as 'ready');
      window.payment.mount(given.into ?? '#pay');
    },
    { key: PUBLISHABLE_KEY, account: ADA, given: options },
  );
  return cardFrame(page);
}

export const cardFrame = (page: Page): FrameLocator =>
  page.frameLocator('iframe[title="Secure payment input frame"]');

export const challengeFrame = (page: Page): FrameLocator =>
  page.frameLocator('iframe[title="3D Secure authentication"]');

export async function typeCard(
  frame: FrameLocator,
  number: string,
  expiry = '12 / 40',
  cvc = '123',
): Promise<void> {
  await frame.getByLabel('Card number').fill(number);
  await frame.getByLabel('Expiration date').fill(expiry);
  await frame.getByLabel('Security code').fill(cvc);
  await frame.getByLabel('ZIP code').fill('10001');
}

interface Outcome {
  readonly status?: string;
  readonly code?: string;
  readonly message?: string;
  readonly threw?: string;
}

/** Submits and confirms as a page does. Resolves with the status, the error, or the name of the exception. */
export function pay(page: Page, clientSecret: string, confirm: object = {}): Promise<Outcome> {
  return page.evaluate(
    async ({ secret, extra }) => {
      try {
        const checked = await window.elements.submit();
        if (checked.error) return { code: checked.error.code ?? '', message: checked.error.message ?? '' };
        const result = await window.stripe.confirmPayment({
          elements: window.elements,
          clientSecret: secret,
          redirect: 'if_required',
          ...extra,
        });
        return result.error
          ? { code: result.error.code ?? '', message: result.error.message ?? '' }
          : { status: result.paymentIntent.status };
      } catch (problem) {
        return { threw: problem instanceof Error ? `${problem.name}: ${problem.message}` : 'unknown' };
      }
    },
    { secret: clientSecret, extra: confirm },
  );
}

export const elementEvents = (page: Page): Promise<[string, unknown][]> =>
  page.evaluate(() => window.elementEvents);

declare global {
  interface Window {
    row: StripeExpressCheckoutElement;
    rowEvents: [string, unknown][];
  }
}

/** The ways that the wallets of a row pay by. */
export const waysOfRow = ['card', 'link', 'amazon_pay'];

interface RowOptions {
  readonly settings?: object;
  readonly types?: string[];
  readonly currency?: string;
}

/** Pages with a card form and a row of wallets, whose events are in `rowEvents`. Call it at the top of a test file, as `cardPages`. */
export function rowPages() {
  const cards = cardPages();
  const control = (name: string, body: object) => cards.sandbox.control(name, { account: ADA, ...body });
  const buttons = () => cards.page.locator('#express').getByRole('button').allTextContents();

  /** The words of its buttons, once it is there. */
  const openRow = async ({ settings = {}, ...given }: RowOptions = {}): Promise<readonly string[]> => {
    await cards.open(CARD_PAGE);
    await mountCard(cards.page, { types: waysOfRow, ...given });
    await cards.page.evaluate(
      (options) =>
        new Promise<void>((resolve) => {
          window.row = window.elements.create('expressCheckout', options);
          window.rowEvents = [];
          for (const type of ['ready', 'click', 'cancel', 'availablepaymentmethodschange'])
            window.row.on(type as 'ready', (event) => {
              window.rowEvents.push([type, JSON.parse(JSON.stringify(event))]);
              if (type === 'availablepaymentmethodschange') resolve();
            });
          const place = document.body.appendChild(document.createElement('div'));
          place.id = 'express';
          window.row.mount(place);
        }),
      settings,
    );
    return buttons();
  };

  return {
    cards,
    control,
    buttons,
    browserHas: (...wallets: readonly string[]) => control('accounts/wallets', { wallets }),
    rowEvents: () => cards.page.evaluate(() => window.rowEvents),
    press: (name: string) => cards.page.getByRole('button', { name, exact: true }).click(),
    openRow,
  };
}
