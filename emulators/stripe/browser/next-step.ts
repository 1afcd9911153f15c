import { confirmingOf, isRedirectType, redirectMethods } from '../reference/method-types';
import { CHALLENGE_DONE } from './frame-messages';

/** From this width on, a buyer has the app on another device and scans a code. */
export const isWide = (): boolean => window.matchMedia('(min-width: 600px)').matches;

type NextStep =
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

const OVERLAY_STYLE: Readonly<Record<string, string>> = {
  position: 'fixed',
  inset: '0',
  width: '100vw',
  height: '100vh',
  border: '0',
  margin: '0',
  padding: '0',
  'z-index': '2147483647',
  background: 'transparent',
  'color-scheme': 'light only',
};

/**
 * Shows the 3-D Secure challenge or the code of an app over the page, as Stripe.js does: an ordinary element of the page, with the focus in it. Resolves
 * when it is answered or closed.
 */
export function showChallenge(
  origin: string,
  address: string,
  title = '3D Secure authentication',
): Promise<void> {
  return new Promise((resolve) => {
    const before = document.activeElement;
    const frame = document.createElement('iframe');
    frame.name = '__privateStripeFrameChallenge';
    frame.title = title;
    frame.src = address;
    for (const [name, value] of Object.entries(OVERLAY_STYLE))
      frame.style.setProperty(name, value, 'important');
    const finish = (event: MessageEvent<unknown>): void => {
      if (event.source !== frame.contentWindow || event.origin !== origin || event.data !== CHALLENGE_DONE)
        return;
      window.removeEventListener('message', finish);
      frame.remove();
      if (before instanceof HTMLElement) before.focus();
      resolve();
    };
    window.addEventListener('message', finish);
    frame.addEventListener('load', () => frame.focus());
    document.body.append(frame);
  });
}
