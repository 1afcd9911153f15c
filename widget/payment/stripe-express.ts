import type {
  PaymentWalletsOption,
  StripeElements,
  StripeExpressCheckoutElement,
  StripeExpressCheckoutElementOptions,
} from '@stripe/stripe-js';
import type { ExpressOptions } from './payment-surface';

/** The row of wallet buttons that this browser and account have. */
export interface ExpressRow {
  /** For the card form: it does not offer the wallets of the row again. */
  readonly elsewhere: PaymentWalletsOption;
  readonly destroy: () => void;
}

/** How long the card form waits for the row, in milliseconds: both appear at once, so that nothing moves. */
const patience = 1_000;

const formWallets: readonly (keyof PaymentWalletsOption)[] = ['applePay', 'googlePay', 'link'];

/**
 * Stripe's Express Checkout Element. Null if it has nothing to show in time: a row that appeared later would move what the fan is about to press,
 * and its wallets are then in the card form.
 */
export async function openExpress(
  elements: StripeElements,
  options: ExpressOptions,
  ways: readonly string[],
  dark: boolean,
): Promise<ExpressRow | null> {
  if (!options.place.isConnected) return null;
  const element = elements.create('expressCheckout', settings(options, ways, dark));
  let shown: readonly string[] = [];
  let isWanted = true;
  const tell = (wallets: readonly string[]) => {
    shown = wallets;
    if (isWanted) options.onShown(wallets.length > 0);
  };
  const destroy = () => {
    if (!isWanted) return;
    tell([]);
    isWanted = false;
    element.destroy();
  };
  await new Promise<void>((settle) => {
    element.on('ready', ({ availablePaymentMethods: found }) =>
      settle(tell(named(found, (isThere) => isThere))),
    );
    element.on('availablepaymentmethodschange', ({ paymentMethods: found }) =>
      settle(tell(named(found, (wallet) => wallet?.available))),
    );
    element.on('loaderror', () => settle(tell([])));
    answerPresses(element, options);
    element.mount(options.place);
    setTimeout(settle, patience);
  });
  if (shown.length === 0) {
    destroy();
    return null;
  }
  const inRow = formWallets.filter((wallet) => shown.includes(wallet));
  return { elsewhere: Object.fromEntries(inRow.map((wallet) => [wallet, 'never'])), destroy };
}

/** The names of the wallets that are there. */
const named = <T>(
  found: Readonly<Record<string, T>> | undefined,
  isThere: (wallet: T) => boolean | undefined,
) => Object.entries(found ?? {}).flatMap(([name, wallet]) => (isThere(wallet) ? [name] : []));

function answerPresses(element: StripeExpressCheckoutElement, options: ExpressOptions): void {
  element.on('click', ({ resolve, reject }) => {
    const line = options.onPress();
    if (line) resolve({ lineItems: [line] });
    else reject();
  });
  element.on('confirm', ({ paymentFailed }) => {
    void options.onAgree().then((message) => {
      if (message !== null) paymentFailed({ reason: 'fail', message });
    });
  });
  element.on('cancel', options.onCancel);
}

function settings(
  { owner, line }: ExpressOptions,
  ways: readonly string[],
  dark: boolean,
): StripeExpressCheckoutElementOptions {
  const theme = dark ? 'white' : 'black';
  const offered = (type: string) => (ways.includes(type) ? 'auto' : 'never');
  return {
    // Google Pay has no button for tips.
    buttonType: { applePay: 'tip', googlePay: 'plain' },
    buttonTheme: { applePay: theme, googlePay: theme },
    buttonHeight: 48,
    layout: { maxColumns: 1, maxRows: 3, overflow: 'never' },
    paymentMethods: {
      applePay: 'auto',
      googlePay: 'auto',
      link: offered('link'),
      amazonPay: offered('amazon_pay'),
      paypal: 'never',
      klarna: 'never',
    },
    paymentMethodOrder: ['apple_pay', 'google_pay', 'link'],
    emailRequired: false,
    phoneNumberRequired: false,
    billingAddressRequired: false,
    shippingAddressRequired: false,
    business: { name: owner },
    lineItems: [line],
  };
}
