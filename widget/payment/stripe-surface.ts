import type { Appearance, PaymentIntent, Stripe, StripeElements, StripeError } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { fail, ok, type Result } from '@busker/core/base/result';
import { declineMessage } from '@busker/core/payments/decline-codes';
import { watchFrame, isCovered } from '../frames/watch-frame';
import { isDeformed } from '../frames/is-deformed';
import type {
  Confirmation,
  ExpressOptions,
  LookUpPayment,
  OpenSurface,
  PaymentLook,
  PaymentSurface,
  StripeKeys,
  SurfaceFault,
  SurfaceLook,
  SurfaceOptions,
} from './payment-surface';

/** The major version of Stripe.js that @stripe/stripe-js 10 uses. A page with another version keeps it, and the fan pays on the hosted page. */
export const stripeJsVersion = 'endive';

function runsOtherVersion(): boolean {
  const version = (window.Stripe as { readonly version?: unknown } | undefined)?.version;
  return window.Stripe !== undefined && version !== stripeJsVersion;
}

const sandboxKey = 'pk_test_sandbox_';

/** Loads Stripe.js for this key. The `pure` entry fetches nothing before this call, which follows a fan's tap. */
export async function stripeFor(wanted: StripeKeys): Promise<Result<Stripe, SurfaceFault>> {
  if (runsOtherVersion()) return fail('other-stripe-version');
  try {
    if (wanted.publishableKey.startsWith(sandboxKey) && !window.Stripe) await onceAdded(wanted.stripeJs);
    if (runsOtherVersion()) return fail('other-stripe-version');
    const stripe = await loadStripe(wanted.publishableKey, {
      ...(wanted.stripeAccount ? { stripeAccount: wanted.stripeAccount } : {}),
      // Stripe falls back to the browser's language for an unknown locale; its type lists the known ones.
      locale: wanted.locale as NonNullable<Parameters<typeof loadStripe>[1]>['locale'] & string,
    });
    return stripe ? ok(stripe) : fail('blocked');
  } catch {
    // A blocker, the page's policy, Trusted Types (the loader sets `script.src` from a string), or no network.
    return fail('blocked');
  }
}

let adding: Promise<void> | null = null;

/** Sheets that open at the same time share one script. A failed script may be added again. */
const onceAdded = (address: string): Promise<void> =>
  (adding ??= addScript(address).finally(() => {
    adding = null;
  }));

/** The sandbox has its own Stripe.js. It is added only for sandbox keys, which the real Stripe does not accept. */
function addScript(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    // A script that failed is removed; otherwise each opened sheet would leave one in the page.
    const settle = () => {
      if (window.Stripe) return resolve();
      script.remove();
      reject(new Error('The sandbox’s Stripe.js did not load'));
    };
    script.onload = settle;
    script.onerror = settle;
    script.src = address;
    document.head.append(script);
  });
}

/** Reads the result of `confirmPayment`. Everything uncertain is `unknown`; Stripe is then asked again. */
export function readConfirmation(answer: {
  readonly paymentIntent?: Pick<PaymentIntent, 'status'> | undefined;
  readonly error?: StripeError | undefined;
}): Confirmation {
  const { error } = answer;
  const seen = readStatus((error?.payment_intent ?? answer.paymentIntent)?.status);
  if (seen === 'succeeded' || seen === 'processing') return { kind: seen };
  if (!error) return { kind: 'unknown' };
  if (error.type === 'validation_error') return { kind: 'incomplete' };
  const decline = declineOf(error);
  if (decline) return { kind: 'declined', decline };
  return { kind: isRefusal(error) ? 'refused' : 'unknown' };
}

/** Why the bank or wallet refused; the same payment can be tried again. Undefined: it did not decide. */
function declineOf({ type, code, param, decline_code: declineCode, payment_method }: StripeError) {
  const decline = declineMessage({ type, code, declineCode });
  if (type === 'card_error') return decline;
  // All others decide only as invalid requests: anything else may still be charged.
  if (type !== 'invalid_request_error') return undefined;
  // The owner has switched this way off since the form was made.
  if (code === 'payment_intent_invalid_parameter' && param?.startsWith('payment_method'))
    return 'way-unavailable';
  if (decline === 'not-approved' || decline === 'way-unavailable') return decline;
  if (code !== 'payment_intent_authentication_failure') return undefined;
  return payment_method && payment_method.type !== 'card' ? 'not-approved' : decline;
}

/** Errors that do not decide the payment: it is looked up. */
const undecided: ReadonlySet<string | undefined> = new Set([
  'payment_intent_unexpected_state',
  'lock_timeout',
  'rate_limit',
]);

/** Stripe refused the request itself: no such payment, no access to the account, or an invalid request. */
const isRefusal = ({ type, code }: StripeError): boolean =>
  (type === 'invalid_request_error' || type === 'authentication_error') && !undecided.has(code);

const looks: Readonly<Record<PaymentIntent.Status, PaymentLook>> = {
  succeeded: 'succeeded',
  requires_capture: 'succeeded',
  processing: 'processing',
  requires_payment_method: 'open',
  requires_confirmation: 'open',
  requires_action: 'open',
  canceled: 'closed',
};

/**
 * Reads the result of `retrievePaymentIntent`. Null: ask again. `whileAsked` is the state while the bank waits for the fan: `open` if the same
 * payment
 * can be tried again.
 */
export function readLookUp(
  answer: {
    readonly paymentIntent?: Pick<PaymentIntent, 'status'> | undefined;
    readonly error?: StripeError | undefined;
  },
  whileAsked: 'open' | null = 'open',
): PaymentLook {
  if (answer.paymentIntent?.status === 'requires_action') return whileAsked;
  return answer.error && isRefusal(answer.error) ? 'refused' : readStatus(answer.paymentIntent?.status);
}

/** The state of a payment; null if there is none. */
function readStatus(status: PaymentIntent.Status | undefined): PaymentLook {
  return status ? (looks[status] ?? null) : null;
}

/**
 * Stripe's Payment Element with a deferred intent: nothing is created at Stripe before the fan pays. It is in the page's own tree (`place`,
 * shown through a slot), because Stripe's frames refuse shadow roots.
 */
export const openStripeSurface: OpenSurface = async (options) => {
  if (options.place.getRootNode() instanceof ShadowRoot) return fail('foreign-shadow-root');
  // Stripe accepts only web addresses for the return, and rejects others after the tip was created.
  if (/^(about|blob):/.test(location.protocol) && self.origin !== 'null') return fail('no-address');
  // Stripe's script does not work in a sandboxed page without an origin. A page that is isolated (COOP and COEP) shows no frame of Stripe's, and WebKit
  // gives no sign of that.
  if (self.origin === 'null' || self.crossOriginIsolated) return fail('blocked');
  const watched = watchFrame([new URL(options.stripeJs).origin, 'https://js.stripe.com'], options.signal);
  const mounting = mount(options);
  const first = await Promise.race([mounting, watched.lost]);
  watched.stop();
  // A form that arrives after the timeout must not stay in the page.
  if (!first.ok) void mounting.then((late) => late.ok && late.value.destroy());
  return first;
};

async function mount(options: SurfaceOptions): Promise<Awaited<ReturnType<OpenSurface>>> {
  // Fetched beside Stripe.js, and only where a wallet could be used. Without it there is no row.
  const express = options.express && import('./stripe-express').catch(() => null);
  const loaded = await stripeFor(options);
  if (!loaded.ok) return loaded;
  // Nor is there a row where Stripe throws, as for a button that the account does not have.
  const rowOf = async (elements: StripeElements, row: ExpressOptions) =>
    (await express)?.openExpress(elements, row, options.ways, options.look.dark).catch(() => null) ?? null;
  // After the timeout, or when the page has removed it, `place` is not in the page. Stripe throws for an element outside a document.
  if (!options.place.isConnected) return fail('blocked');
  const covered = await isCovered(options.place);
  if (!options.place.isConnected) return fail('blocked');
  if (covered) return fail('covered');
  const { amount, currency, ways } = options;
  const elements = loaded.value.elements({
    mode: 'payment',
    amount,
    currency,
    // Must equal the server's list: a difference fails at confirmation, after the fan has typed everything.
    allowedPaymentMethodTypes: [...ways],
    appearance: appearance(options.look),
  });
  // First, because the form's own wallet buttons are set once: each wallet is in the row or in the form.
  const row = options.express && (await rowOf(elements, options.express));
  if (!options.place.isConnected) {
    row?.destroy();
    return fail('blocked');
  }
  const form = elements.create('payment', {
    layout: { type: ways.length > 2 ? 'accordion' : 'tabs' },
    ...(row ? { wallets: row.elsewhere } : {}),
  });
  const ready = new Promise<SurfaceFault | null>((resolve) => {
    form.on('ready', () => resolve(null));
    // Stripe refuses the request itself when no type of the list is left; a script or frame that fails has no such answer.
    form.on('loaderror', ({ error }) =>
      resolve(error.type === 'invalid_request_error' ? 'no-method' : 'blocked'),
    );
  });
  form.mount(options.place);
  const fault = (await ready) ?? ((await staysDeformed(options.place)) ? 'deformed' : null);
  const destroy = () => {
    row?.destroy();
    form.destroy();
  };
  if (fault === null) return ok(surface(options.place, loaded.value, elements, destroy));
  destroy();
  return fail(fault);
}

/** How long the form may still change its size, in milliseconds: Stripe's form grows and appears after it is ready. */
const settling = 2_000;

async function staysDeformed(place: HTMLElement): Promise<boolean> {
  const end = performance.now() + settling;
  while (place.isConnected && isDeformed(place)) {
    if (performance.now() > end) return true;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return false;
}

function surface(
  place: HTMLElement,
  stripe: Stripe,
  elements: StripeElements,
  destroy: () => void,
): PaymentSurface {
  return {
    isUsable: () => !isDeformed(place),
    setAmount: async ({ amount, currency }) => {
      await elements.update({ amount, currency });
    },
    submit: async () => ((await elements.submit()).error ? 'incomplete' : 'complete'),
    confirm: async (clientSecret, returnUrl) => {
      try {
        return readConfirmation(
          await stripe.confirmPayment({
            elements,
            clientSecret,
            confirmParams: { return_url: returnUrl },
            redirect: 'if_required',
          }),
        );
      } catch {
        return { kind: 'unknown' };
      }
    },
    lookUp: async (clientSecret) => (await lookUp(stripe, clientSecret)).look,
    destroy,
  };
}

async function lookUp(stripe: Stripe, clientSecret: string, whileAsked?: null): ReturnType<LookUpPayment> {
  try {
    const answer = await stripe.retrievePaymentIntent(clientSecret);
    return { look: readLookUp(answer, whileAsked), payment: answer.paymentIntent ?? null };
  } catch {
    return noAnswer;
  }
}

const noAnswer = { look: null, payment: null } as const;

/**
 * Looks up the payment of a fan who returns to the page. The bank may still be waiting for the fan elsewhere, and another try would be a
 * second payment: the sheet must not say before that nothing was charged.
 */
export const lookUpStripePayment: LookUpPayment = async (keys, clientSecret) => {
  const loaded = await stripeFor(keys);
  return loaded.ok ? lookUp(loaded.value, clientSecret, null) : noAnswer;
};

function appearance(look: SurfaceLook): Appearance {
  return {
    theme: look.dark ? 'night' : 'stripe',
    variables: {
      colorPrimary: look.accent,
      colorBackground: look.background,
      colorText: look.text,
      colorTextSecondary: look.muted,
      colorDanger: look.danger,
      fontFamily: look.font,
      borderRadius: look.radius,
      spacingGridRow: '14px',
    },
    rules: {
      '.Input': { border: `1px solid ${look.border}`, boxShadow: 'none', padding: '12px' },
      '.Input:focus': { borderColor: look.text, boxShadow: `0 0 0 1px ${look.text}` },
    },
  };
}
