import type { StripeExpressCheckoutElement } from '@stripe/stripe-js';
import { wallets, walletNames, type WalletName, type WalletType } from '../payments/wallets';
import { makeRow, orderWallets, planRow, type RowSettings } from './express-row';
import { IntegrationError } from './integration-error';
import { createListeners, type Handler } from './listeners';
import { findMountTarget } from './mount-target';
import { openWallet, type WalletDialog } from './wallet-dialog';

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
