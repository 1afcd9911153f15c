import type { Appearance, Stripe, StripeElements } from '@stripe/stripe-js';
import { fail, ok } from '../../core/base/result';
import { isCovered } from './is-covered';
import { isDeformed } from './is-deformed';
import { stripeFor } from './load-stripe';
import type {
  ExpressOptions,
  LookUpPayment,
  OpenSurface,
  PaymentSurface,
  SurfaceFault,
  SurfaceLook,
  SurfaceOptions,
} from './payment-surface';
import { readConfirmation, readLookUp } from './stripe-outcome';
import { watchFrame } from './watch-frame';

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
