import type Stripe from 'stripe';
import type { Sandbox } from '../sandbox';
import { redirectOf } from '../payments/type-of-method';
import type { PaymentIntentEntity } from '../state/payment-entities';

/** A code to scan can be used for this long, in seconds. */
const CODE_LIFE = 3600;

/** The page where the buyer answers the bank; null = nothing is asked. */
export const challengeAddress = (
  { origin }: Pick<Sandbox, 'origin'>,
  { id, challenge }: PaymentIntentEntity,
): string | null => challenge && `${origin()}/sandbox/3ds/${id}?source=${challenge.source}`;

/** What the buyer has to do, and where; null = nothing. Some apps have types of their own, other apps and banks a redirect. */
export function formatNextAction(
  sandbox: Sandbox,
  intent: PaymentIntentEntity,
): Stripe.PaymentIntent.NextAction | null {
  const page = challengeAddress(sandbox, intent);
  if (!intent.challenge || page === null) return null;
  const { source, via } = intent.challenge;
  if (via === 'stripe-js')
    return {
      type: 'use_stripe_sdk',
      use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: page, source },
    };
  const picture = `${sandbox.origin()}/sandbox/code/${source}.svg`;
  const code = {
    expires_at: intent.created + CODE_LIFE,
    // The sandbox draws no PNG.
    image_url_png: picture,
    image_url_svg: picture,
  };
  const app = { hosted_instructions_url: page, mobile_auth_url: page };
  const method = intent.paymentMethod ? sandbox.store.get('paymentMethod', intent.paymentMethod) : undefined;
  const type = redirectOf(method);
  // Stripe's types of 2026-10-28 have no action for MB WAY, which waits for the app while Stripe.js polls.
  if (type === 'mb_way')
    return {
      type: 'use_stripe_sdk',
      use_stripe_sdk: { type: 'mb_way_await_authorization', stripe_js: page, source },
    };
  if (type === 'pix')
    return {
      type: 'pix_display_qr_code',
      pix_display_qr_code: { ...code, data: page, hosted_instructions_url: page },
    };
  if (type === 'upi')
    return {
      type: 'upi_handle_redirect_or_display_qr_code',
      upi_handle_redirect_or_display_qr_code: { hosted_instructions_url: page, qr_code: code },
    };
  // The buyer is asked in the bank's app, so there is no page.
  if (type === 'blik') return { type: 'blik_authorize', blik_authorize: {} };
  if (type === 'swish')
    return {
      type: 'swish_handle_redirect_or_display_qr_code',
      swish_handle_redirect_or_display_qr_code: { ...app, qr_code: { ...code, data: page } },
    };
  if (type === 'cashapp')
    return {
      type: 'cashapp_handle_redirect_or_display_qr_code',
      cashapp_handle_redirect_or_display_qr_code: { ...app, qr_code: code },
    };
  return { type: 'redirect_to_url', redirect_to_url: { url: page, return_url: via.returnUrl } };
}
