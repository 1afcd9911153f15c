import type { Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { fail, ok, type Result } from '../../core/base/result';
import type { StripeKeys, SurfaceFault } from './payment-surface';
import { runsOtherVersion } from './stripe-js-version';

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
