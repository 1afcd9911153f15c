import type { StripeExpressCheckoutElement } from '@stripe/stripe-js';
import { wallets, walletNames, type WalletName, type WalletType } from '../payments/wallets';
import { make } from './elements-dom';
import { IntegrationError } from './integration-error';
import { createListeners, type Handler } from './listeners';
import { findMountTarget } from './mount-target';
import { openWallet } from './wallet-dialog';

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

interface Settings {
  readonly paymentMethods?: Readonly<Partial<Record<WalletName, string>>>;
  readonly buttonTheme?: Readonly<Partial<Record<WalletName, string>>>;
  readonly lineItems?: readonly { readonly name: string; readonly amount: number }[];
}

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
    const shown = walletNames.filter(
      (name) => found.includes(name) && settings.paymentMethods?.[name] !== 'never',
    );
    if (shown.length > 0) place.append(row(shown));
    const named = Object.fromEntries(walletNames.map((name) => [name, shown.includes(name)]));
    listeners.emit('ready', {
      elementType,
      availablePaymentMethods: shown.length > 0 ? named : undefined,
    });
  };

  const row = (shown: readonly WalletName[]): HTMLElement => {
    const host = make('div', { class: '__PrivateStripeElement' });
    const tree = host.attachShadow({ mode: 'open' });
    const style =
      'div{display:grid;gap:8px}button{min-height:48px;border:0;border-radius:8px;font:600 16px system-ui,sans-serif;color:#fff;background:#000;cursor:pointer}[data-theme=white]{color:#000;background:#fff}button:focus-visible{outline:2px solid #0a7d55;outline-offset:2px}';
    const buttons = shown.map((name) => {
      const theme = settings.buttonTheme?.[name] ?? 'black';
      const button = make('button', { type: 'button', 'data-theme': theme }, wallets[name].button);
      button.addEventListener('click', () => void press(name));
      return button;
    });
    tree.append(make('style', {}, style), make('div', {}, ...buttons));
    return host;
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
    const wallet = wallets[name];
    const dialog = openWallet(
      wallet.name,
      lines.map((line) => `${line.name}: ${money(line.amount)}`).join(', '),
    );
    const answer = await dialog.next();
    if (answer === 'cancels') {
      dialog.close();
      return listeners.emit('cancel', { elementType });
    }
    consent = { type: wallet.type, declines: answer === 'declines' };
    listeners.emit('confirm', {
      elementType,
      expressPaymentType: wallet.type,
      paymentFailed: ({ message }: { readonly message?: string } = {}) => {
        consent = null;
        dialog.fail(message ?? 'The payment failed.');
        setTimeout(dialog.close, patience);
      },
    });
    // The wallet closes by itself when the payment went through.
    setTimeout(dialog.close, 2 * patience);
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
