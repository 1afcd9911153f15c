import { wallets, walletNames, type WalletName } from '../payments/wallets';
import { make } from './elements-dom';

/** Of Stripe's options for the row, what decides which buttons it has, and how they look. */
export interface RowSettings {
  readonly paymentMethods?: Readonly<Partial<Record<WalletName, string>>>;
  /** Stripe's names, not Stripe.js's. */
  readonly paymentMethodOrder?: readonly string[];
  readonly layout?: { readonly maxRows?: number; readonly overflow?: string };
  readonly buttonTheme?: Readonly<Partial<Record<WalletName, string>>>;
}

export interface RowPlan {
  /** In the row at once. */
  readonly shown: readonly WalletName[];
  /** Behind the button "Show more". */
  readonly more: readonly WalletName[];
}

/** The wallets that could be in the row, in the page's order; those that it does not name come after the named ones. */
export function orderWallets(
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
export function planRow(
  possible: readonly WalletName[],
  { layout: { maxRows = 0, overflow = 'auto' } = {} }: RowSettings,
): RowPlan {
  if (maxRows === 0) return { shown: possible, more: [] };
  return { shown: possible.slice(0, maxRows), more: overflow === 'never' ? [] : possible.slice(maxRows) };
}

const css =
  'div{display:grid;gap:8px}button{min-height:48px;border:0;border-radius:8px;font:600 16px system-ui,sans-serif;color:#fff;background:#000;cursor:pointer}[data-theme=white]{color:#000;background:#fff}[data-wallet=link]{color:#011e0f;background:#00d66f}[data-wallet=amazonPay]{color:#161d25;background:#ffd814}button:focus-visible{outline:2px solid #0a7d55;outline-offset:2px}';

/** The row's buttons, in a shadow tree of their own. */
export function makeRow(
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
