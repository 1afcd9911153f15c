import type { SurfaceFault } from '../payment/payment-surface';
import type { TipForm } from './tip-form';

/**
 * Why the tip is paid on the hosted page. `chosen`: by the page (`pay="hosted"`) or the fan. `in-app`: wallets and bank dialogs fail in browsers
 * inside apps. `challenge`: this page cannot show the challenge. `guarded`: the server currently allows no payment in pages, to stop card testing.
 */
export type WhyHosted = SurfaceFault | 'chosen' | 'in-app' | 'challenge' | 'guarded';

export type PayWay = { readonly by: 'card-form' } | { readonly by: 'hosted'; readonly why: WhyHosted };

/** Why this tip is paid on the hosted page; null = in the card form. Stripe's page takes what is charged again: it asks for the fan's address. */
export function whyHosted({
  way,
  form,
}: {
  readonly way: PayWay;
  readonly form: Pick<TipForm, 'every'>;
}): WhyHosted | null {
  if (way.by === 'hosted') return way.why;
  return form.every === 'once' ? null : 'chosen';
}
