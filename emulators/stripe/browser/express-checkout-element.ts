import type { StripeExpressCheckoutElement } from '@stripe/stripe-js';
import { walletNames, wallets, type WalletName, type WalletType } from '../reference/method-types';
import { make, IntegrationError, createListeners, findMountTarget, type Handler } from './elements-options';

/** Of Stripe's options for the row, what decides which buttons it has, and how they look. */
interface RowSettings {
  readonly paymentMethods?: Readonly<Partial<Record<WalletName, string>>>;
  /** Stripe's names, not Stripe.js's. */
  readonly paymentMethodOrder?: readonly string[];
  readonly layout?: { readonly maxRows?: number; readonly overflow?: string };
  readonly buttonTheme?: Readonly<Partial<Record<WalletName, string>>>;
}

interface RowPlan {
  /** In the row at once. */
  readonly shown: readonly WalletName[];
  /** Behind the button "Show more". */
  readonly more: readonly WalletName[];
}

/** The wallets that could be in the row, in the page's order; those that it does not name come after the named ones. */
function orderWallets(
  found: readonly string[],
  { paymentMethods, paymentMethodOrder: order = [] }: RowSettings,
): readonly WalletName[] {
  const placeOf = (name: WalletName) => {
    const place = order.indexOf(wallets[name].type);
    return place === -1 ? order.length : place;
  };
  return walletNames
    .filter((name) => found.includes(name) && paymentMethods?.[name] !== 'never')
    .toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** Each button has a row of its own here. Without an overflow menu, what does not fit is not shown: 0 rows are as many as there are buttons. */
function planRow(
  possible: readonly WalletName[],
  { layout: { maxRows = 0, overflow = 'auto' } = {} }: RowSettings,
): RowPlan {
  if (maxRows === 0) return { shown: possible, more: [] };
  return { shown: possible.slice(0, maxRows), more: overflow === 'never' ? [] : possible.slice(maxRows) };
}

const css =
  'div{display:grid;gap:8px}button{min-height:48px;border:0;border-radius:8px;font:600 16px system-ui,sans-serif;color:#fff;background:#000;cursor:pointer}[data-theme=white]{color:#000;background:#fff}[data-wallet=link]{color:#011e0f;background:#00d66f}[data-wallet=amazonPay]{color:#161d25;background:#ffd814}button:focus-visible{outline:2px solid #0a7d55;outline-offset:2px}';

/** The row's buttons, in a shadow tree of their own. */
function makeRow(
  { shown, more }: RowPlan,
  { buttonTheme }: RowSettings,
  press: (name: WalletName) => void,
): HTMLElement {
  const host = make('div', { class: '__PrivateStripeElement' });
  const tree = host.attachShadow({ mode: 'open' });
  const button = (name: WalletName) => {
    const look = { 'data-theme': buttonTheme?.[name] ?? 'black', 'data-wallet': name };
    const made = make('button', { type: 'button', ...look }, wallets[name].button);
    made.addEventListener('click', () => press(name));
    return made;
  };
  const rows = make('div', {}, ...shown.map(button));
  if (more.length > 0) {
    const opener = make('button', { type: 'button' }, 'Show more');
    opener.addEventListener('click', () => opener.replaceWith(...more.map(button)));
    rows.append(opener);
  }
  tree.append(make('style', {}, css), rows);
  return host;
}

type WalletAnswer = 'pays' | 'declines' | 'cancels';

interface WalletDialog {
  /** Asks again and again, until the buyer leaves or it is closed. */
  readonly next: () => Promise<WalletAnswer>;
  /** A sentence about what went wrong; the dialog stays open for a moment, as wallets do. */
  readonly fail: (message: string) => void;
  readonly close: () => void;
}

const walletDialogCss = `
:host { all: initial; }
dialog { box-sizing: border-box; width: min(360px, calc(100vw - 32px)); padding: 20px; border: 0; border-radius: 12px; font: 16px/1.4 system-ui, sans-serif; color: #1a1814; background: #fff; }
dialog::backdrop { background: rgb(0 0 0 / 50%); }
h1 { margin: 0 0 8px; font-size: 18px; }
p { margin: 0 0 12px; }
div { display: grid; gap: 8px; }
button { min-height: 44px; border: 1px solid #8a857a; border-radius: 8px; font: inherit; background: #fff; color: inherit; cursor: pointer; }
button:first-child { border-color: #000; color: #fff; background: #000; }
`;

/** The wallet's own window. Real wallets are outside of the page; this one is a dialog in a shadow tree of its own. */
function openWallet(name: string, line: string): WalletDialog {
  const host = make('div');
  const tree = host.attachShadow({ mode: 'open' });
  const message = make('p', { role: 'status' });
  const answers: ((answer: WalletAnswer) => void)[] = [];
  const answer = (given: WalletAnswer) => answers.splice(0).forEach((resolve) => resolve(given));
  const button = (label: string, given: WalletAnswer) => {
    const made = make('button', { type: 'button' }, label);
    made.addEventListener('click', () => answer(given));
    return made;
  };
  const dialog = make(
    'dialog',
    { 'aria-label': `${name} (test mode)` },
    make('h1', {}, `${name} (test mode)`),
    make('p', {}, line),
    message,
    make('div', {}, button('Pay', 'pays'), button('Decline', 'declines'), button('Cancel', 'cancels')),
  );
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault();
    answer('cancels');
  });
  tree.append(make('style', {}, walletDialogCss), dialog);
  document.body.append(host);
  dialog.showModal();
  return {
    next: () => new Promise((resolve) => answers.push(resolve)),
    fail: (text) => {
      message.textContent = text;
    },
    close: () => host.remove(),
  };
}

/** How long the page has to answer a press, in milliseconds. */
const patience = 1_000;

/** What the fan agreed to in a wallet, until the payment is confirmed. */
export interface WalletConsent {
  readonly type: WalletType;
  readonly declines: boolean;
}

export interface ExpressParts {
  readonly element: StripeExpressCheckoutElement;
  /** The consent that waits for its payment; null = none. */
  readonly consent: () => WalletConsent | null;
}

interface Settings extends RowSettings {
  readonly lineItems?: readonly { readonly name: string; readonly amount: number }[];
}

/** What an event says of each wallet; undefined = there is none. */
const mapped = <T>(there: readonly WalletName[], say: (isThere: boolean) => T) =>
  there.length === 0
    ? undefined
    : Object.fromEntries(walletNames.map((name) => [name, say(there.includes(name))]));

/**
 * The row of wallet buttons. Stripe's are frames of their own; these are in a shadow tree of the page. `available`: what this browser has for the
 * account, as the sandbox was told (`accounts/wallets`).
 */
export function createExpressCheckoutElement(
  available: () => Promise<readonly string[]>,
  settings: Settings,
  money: (minorUnits: number) => string,
): ExpressParts {
  const listeners = createListeners();
  const elementType = 'expressCheckout';
  let place: HTMLElement | null = null;
  let consent: WalletConsent | null = null;
  let isGone = false;

  const show = async () => {
    const found = await available();
    if (isGone || place === null) return;
    // A page in a frame cannot leave for Amazon's page.
    const possible = orderWallets(found, settings).filter(
      (name) => name !== 'amazonPay' || window.top === window,
    );
    const plan = planRow(possible, settings);
    if (plan.shown.length > 0) place.append(makeRow(plan, settings, (name) => void press(name)));
    listeners.emit('ready', {
      elementType,
      availablePaymentMethods: mapped(possible, (isThere) => isThere),
    });
    // `ready` names what could be in the row, and this what is in it.
    listeners.emit('availablepaymentmethodschange', {
      elementType,
      paymentMethods: mapped([...plan.shown, ...plan.more], (isThere) => ({ available: isThere })),
    });
  };

  /** Asks the page whether it may open the wallet, as Stripe.js does: an answer that comes later than a second is none. */
  const permission = (name: WalletName) =>
    new Promise<Settings['lineItems'] | null>((settle) => {
      setTimeout(() => settle(null), patience);
      listeners.emit('click', {
        elementType,
        expressPaymentType: wallets[name].type,
        resolve: ({ lineItems }: Settings = {}) => settle(lineItems ?? settings.lineItems ?? []),
        reject: () => settle(null),
      });
    });

  const press = async (name: WalletName) => {
    const lines = await permission(name);
    if (lines === null || lines === undefined) return;
    const { type, name: title } = wallets[name];
    // Amazon Pay asks on its own page.
    if (type === 'amazon_pay') return agree(type, false, null);
    const dialog = openWallet(title, lines.map((line) => `${line.name}: ${money(line.amount)}`).join(', '));
    const answer = await dialog.next();
    if (answer === 'cancels') {
      dialog.close();
      return listeners.emit('cancel', { elementType });
    }
    agree(type, answer === 'declines', dialog);
    // The wallet closes by itself when the payment went through.
    setTimeout(dialog.close, 2 * patience);
  };

  /** `dialog`: null where the wallet has none here. */
  const agree = (type: WalletType, declines: boolean, dialog: WalletDialog | null) => {
    consent = { type, declines };
    listeners.emit('confirm', {
      elementType,
      expressPaymentType: type,
      paymentFailed: ({ message }: { readonly message?: string } = {}) => {
        consent = null;
        if (dialog === null) return;
        dialog.fail(message ?? 'The payment failed.');
        setTimeout(dialog.close, patience);
      },
    });
  };

  const element = {
    mount(target: string | HTMLElement) {
      if (isGone)
        throw new IntegrationError('This Element has already been destroyed. Please create a new one.');
      place = findMountTarget(target);
      place.classList.add('StripeElement');
      void show();
    },
    unmount: () => place?.replaceChildren(),
    destroy() {
      isGone = true;
      place?.replaceChildren();
    },
    focus: () => undefined,
    blur: () => undefined,
    clear: () => undefined,
    update: () => element,
    on: (type: string, handler: Handler) => (listeners.on(type, handler), element),
    once: (type: string, handler: Handler) => (listeners.once(type, handler), element),
    off: (type: string, handler?: Handler) => (listeners.off(type, handler), element),
  } as unknown as StripeExpressCheckoutElement;
  return { element, consent: () => consent };
}
