import { confirmingOf, isRedirectType, redirectMethods } from '../payments/method-types';

/** From this width on, a buyer has the app on another device and scans a code. */
export const isWide = (): boolean => window.matchMedia('(min-width: 600px)').matches;

export type NextStep =
  | { readonly kind: 'nothing' }
  /** A page above this one. */
  | { readonly kind: 'above'; readonly address: string; readonly title?: string }
  /** A page in the place of this one. */
  | { readonly kind: 'leave'; readonly address: string };

type Value = Readonly<Record<string, unknown>>;

export const isRecord = (value: unknown): value is Value => typeof value === 'object' && value !== null;

const textIn = (value: unknown, name: string): string | null =>
  isRecord(value) && typeof value[name] === 'string' ? value[name] : null;

/** What an intent's `next_action` asks of Stripe.js. */
export function nextStep(intent: Value): NextStep {
  const action = intent['next_action'];
  if (!isRecord(action)) return { kind: 'nothing' };
  const type = textIn(intent['payment_method'], 'type') ?? '';
  const challenge = textIn(action['use_stripe_sdk'], 'stripe_js');
  const inApp = action[`${type}_handle_redirect_or_display_qr_code`] ?? action['pix_display_qr_code'];
  const address =
    challenge ??
    textIn(action['redirect_to_url'], 'url') ??
    textIn(inApp, 'mobile_auth_url') ??
    textIn(inApp, 'hosted_instructions_url');
  if (address === null) return { kind: 'nothing' };
  if (!isRedirectType(type))
    return challenge === null ? { kind: 'leave', address } : { kind: 'above', address };
  const { kind } = confirmingOf(type);
  return kind === 'page' || (kind === 'app' && !isWide())
    ? { kind: 'leave', address }
    : { kind: 'above', address: `${address}&code`, title: `Pay with ${redirectMethods[type].name}` };
}
