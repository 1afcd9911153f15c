import type { PaymentIntentResult, StripeError } from '@stripe/stripe-js';
import { API_VERSION, confirmingOf, isRedirectType, redirectMethods } from '../reference/method-types';
import { type BillingAddition, type Credentials, CHALLENGE_DONE } from './frame-messages';
import { IntegrationError } from './elements-options';
import type { PaymentElementParts } from './payment-element';

/** Stripe.js returns this error to the page instead of a result. */
export interface ApiProblem {
  readonly type: string;
  readonly message: string;
  readonly [key: string]: unknown;
}

export type ApiResult =
  | { readonly ok: true; readonly value: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly error: ApiProblem };

type Form = { readonly [key: string]: string | number | boolean | readonly string[] | Form };

function encode(form: Form, prefix = ''): [string, string][] {
  return Object.entries(form).flatMap(([key, value]): [string, string][] => {
    const name = prefix === '' ? key : `${prefix}[${key}]`;
    if (Array.isArray(value))
      return value.map((item: string, index): [string, string] => [`${name}[${index}]`, item]);
    return typeof value === 'object' ? encode(value as Form, name) : [[name, String(value)]];
  });
}

const UNREACHABLE: ApiProblem = {
  type: 'api_connection_error',
  message: 'An error occurred with our connection to Stripe. Request was retried and failed.',
};

type Value = Readonly<Record<string, unknown>>;

export const isRecord = (value: unknown): value is Value => typeof value === 'object' && value !== null;

function readProblem(body: unknown): ApiProblem {
  const error = isRecord(body) ? body['error'] : null;
  if (!isRecord(error) || typeof error['message'] !== 'string')
    return { type: 'api_error', message: 'An unknown error occurred' };
  return {
    ...error,
    type: typeof error['type'] === 'string' ? error['type'] : 'api_error',
    message: error['message'],
  };
}

/** Calls the sandbox with the publishable key. A failed connection is returned as an error, never thrown. */
export async function callSandbox(
  origin: string,
  { publishableKey, stripeAccount }: Credentials,
  method: 'GET' | 'POST',
  path: string,
  form: Form,
): Promise<ApiResult> {
  const text = new URLSearchParams(encode(form)).toString();
  try {
    const answer = await fetch(`${origin}${path}${method === 'GET' && text !== '' ? `?${text}` : ''}`, {
      method,
      headers: {
        authorization: `Bearer ${publishableKey}`,
        'stripe-version': API_VERSION,
        ...(stripeAccount !== null && { 'stripe-account': stripeAccount }),
        ...(method === 'POST' && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(method === 'POST' && { body: text }),
      credentials: 'omit',
    });
    const body: unknown = await answer.json();
    return answer.ok && isRecord(body) ? { ok: true, value: body } : { ok: false, error: readProblem(body) };
  } catch {
    return { ok: false, error: UNREACHABLE };
  }
}

/** `pi_1_secret_2` belongs to `pi_1`. */
export const intentIdOf = (clientSecret: string): string | null =>
  /^(pi_[A-Za-z0-9]+)_secret_[A-Za-z0-9]+$/.exec(clientSecret)?.[1] ?? null;

export const fetchIntent = (
  origin: string,
  credentials: Credentials,
  id: string,
  clientSecret: string,
): Promise<ApiResult> =>
  callSandbox(origin, credentials, 'GET', `/v1/payment_intents/${id}`, { client_secret: clientSecret });

/** From this width on, a buyer has the app on another device and scans a code. */
export const isWide = (): boolean => window.matchMedia('(min-width: 600px)').matches;

type NextStep =
  | { readonly kind: 'nothing' }
  /** A page above this one. */
  | { readonly kind: 'above'; readonly address: string; readonly title?: string }
  /** A page in the place of this one. */
  | { readonly kind: 'leave'; readonly address: string };

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
export interface ConfirmOptions {
  readonly elements?: unknown;
  readonly clientSecret?: unknown;
  readonly confirmParams?: Readonly<Record<string, unknown>>;
  readonly redirect?: unknown;
}
export const problem = (error: ApiProblem): PaymentIntentResult => ({
  error: error as unknown as StripeError,
});
export function readSecret(value: unknown, method: string): { readonly id: string; readonly secret: string } {
  const id = typeof value === 'string' ? intentIdOf(value) : null;
  if (typeof value !== 'string' || id === null)
    throw new IntegrationError(
      `Invalid value for ${method} intent secret: value should be a client secret of the form \${id}_secret_\${secret}.`,
    );
  return { id, secret: value };
}
export function readReturnUrl({ confirmParams, redirect }: ConfirmOptions): string | null {
  const given = confirmParams?.['return_url'];
  if (given === undefined) {
    if (redirect === 'if_required') return null;
    throw new IntegrationError(
      'stripe.confirmPayment(): the `confirmParams.return_url` argument is required when using automatic payment methods.',
    );
  }
  if (typeof given !== 'string' || !/^https?:\/\//.test(given) || !URL.canParse(given))
    throw new IntegrationError(
      'Invalid value for stripe.confirmPayment(): return_url should be an absolute URL with http or https.',
    );
  return given;
}
export function readBilling(options: ConfirmOptions, payment: PaymentElementParts): BillingAddition {
  const data = options.confirmParams?.['payment_method_data'];
  const details = isRecord(data) && isRecord(data['billing_details']) ? data['billing_details'] : {};
  const address = isRecord(details['address']) ? details['address'] : {};
  const hidden = payment.hidden();
  const needs = [
    ['country', hidden.country, address['country'], 'country'],
    ['postalCode', hidden.postalCode, address['postal_code'], 'postal_code'],
  ] as const;
  for (const [field, state, value, name] of needs)
    if (state === 'hidden' && value === undefined)
      throw new IntegrationError(
        `You specified "never" for fields.billing_details.address.${name} when creating the payment Element, but did not pass confirmParams.payment_method_data.billing_details.address.${name} when calling stripe.confirmPayment(). If you opt out of collecting ${field} via the payment Element using the fields option, the data must be passed in when calling stripe.confirmPayment().`,
      );
  const texts = {
    name: details['name'],
    email: details['email'],
    phone: details['phone'],
    country: address['country'],
    postalCode: address['postal_code'],
  };
  return Object.fromEntries(
    Object.entries(texts).filter(([, value]) => typeof value === 'string' && value !== ''),
  );
}
export function checkKey(key: unknown): string {
  if (typeof key !== 'string' || key.trim() === '')
    throw new IntegrationError('Please call Stripe() with your publishable key. You used an empty string.');
  if (key.startsWith('sk_') || key.startsWith('rk_'))
    throw new IntegrationError(
      'You should not use your secret key with Stripe.js.\n        Please pass a publishable key instead.',
    );
  if (!key.startsWith('pk_test_'))
    throw new IntegrationError('The sandbox accepts only publishable keys that begin with pk_test_.');
  return key;
}
