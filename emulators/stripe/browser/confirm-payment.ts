import type { PaymentIntent, PaymentIntentResult, StripeError } from '@stripe/stripe-js';
import { showChallenge } from './challenge-overlay';
import { groupState, type GroupState } from './elements-group';
import type { BillingAddition, ConfirmRequest, Credentials } from './frame-messages';
import { IntegrationError } from './integration-error';
import { isRecord, nextStep } from './next-step';
import type { PaymentElementParts } from './payment-element';
import { deferredForm } from './deferred-form';
import type { WalletConsent } from './express-checkout-element';
import { callSandbox, fetchIntent, intentIdOf, type ApiProblem, type ApiResult } from './sandbox-api';

export interface ConfirmOptions {
  readonly elements?: unknown;
  readonly clientSecret?: unknown;
  readonly confirmParams?: Readonly<Record<string, unknown>>;
  readonly redirect?: unknown;
}

export interface StripeClient {
  readonly origin: string;
  readonly credentials: Credentials;
}

export const problem = (error: ApiProblem): PaymentIntentResult => ({
  error: error as unknown as StripeError,
});
export const settled = (value: Readonly<Record<string, unknown>>): PaymentIntentResult => ({
  paymentIntent: value as unknown as PaymentIntent,
});

export function readSecret(value: unknown, method: string): { readonly id: string; readonly secret: string } {
  const id = typeof value === 'string' ? intentIdOf(value) : null;
  if (typeof value !== 'string' || id === null)
    throw new IntegrationError(
      `Invalid value for ${method} intent secret: value should be a client secret of the form \${id}_secret_\${secret}.`,
    );
  return { id, secret: value };
}

function readReturnUrl({ confirmParams, redirect }: ConfirmOptions): string | null {
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

function readBilling(options: ConfirmOptions, payment: PaymentElementParts): BillingAddition {
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

interface Ready {
  readonly payment: PaymentElementParts | null;
  readonly consent: WalletConsent | null;
  readonly id: string;
  readonly request: ConfirmRequest;
  readonly returnUrl: string | null;
}

function readState({ elements }: ConfirmOptions): GroupState {
  const state = groupState(elements);
  if (!state)
    throw new IntegrationError('stripe.confirmPayment() needs `elements` made by stripe.elements().');
  return state;
}

function checkOptions(options: ConfirmOptions, credentials: Credentials): Ready {
  const state = readState(options);
  const returnUrl = readReturnUrl(options);
  const consent = state.consent;
  if (!state.payment && !consent)
    throw new IntegrationError(
      'Invalid value for stripe.confirmPayment(): elements should have a mounted Payment Element.',
    );
  if (state.deferred && !state.submitted)
    throw new IntegrationError(
      'You must call `elements.submit()` before calling `stripe.confirmPayment()`. To learn more, see https://docs.stripe.com/payments/accept-a-payment-deferred.',
    );
  const { id, secret } = readSecret(options.clientSecret ?? state.clientSecret, 'stripe.confirmPayment');
  const billing = state.payment && !consent ? readBilling(options, state.payment) : {};
  const request = { clientSecret: secret, credentials, deferred: state.deferred, billing, returnUrl };
  return { payment: state.payment, consent, id, request, returnUrl };
}

/** Waits for the buyer's answer to a challenge or in an app, then fetches the payment's result. */
export async function settle(
  client: StripeClient,
  id: string,
  secret: string,
  answer: ApiResult,
): Promise<PaymentIntentResult> {
  if (!answer.ok) return problem(answer.error);
  const step = nextStep(answer.value);
  switch (step.kind) {
    case 'nothing':
      return settled(answer.value);
    case 'leave':
      window.location.assign(step.address);
      return new Promise(() => undefined);
    case 'above':
      await showChallenge(client.origin, step.address, step.title);
  }
  const after = await fetchIntent(client.origin, client.credentials, id, secret);
  if (!after.ok) return problem(after.error);
  const failure = after.value['last_payment_error'];
  if (after.value['status'] !== 'requires_payment_method' || !isRecord(failure)) return settled(after.value);
  const message = typeof failure['message'] === 'string' ? failure['message'] : '';
  const type = typeof failure['type'] === 'string' ? failure['type'] : 'api_error';
  return problem({ ...failure, type, message, payment_intent: after.value });
}

function leave(returnUrl: string, id: string, secret: string): Promise<never> {
  const target = new URL(returnUrl);
  target.searchParams.set('payment_intent', id);
  target.searchParams.set('payment_intent_client_secret', secret);
  target.searchParams.set('redirect_status', 'succeeded');
  window.location.assign(target.href);
  return new Promise(() => undefined);
}

/** A wallet pays without the card's form. Amazon Pay asks the buyer on its own page. */
const confirmByWallet = (
  { origin, credentials }: StripeClient,
  id: string,
  { clientSecret, deferred, returnUrl }: ConfirmRequest,
  { type, declines }: WalletConsent,
): Promise<ApiResult> =>
  callSandbox(origin, credentials, 'POST', `/v1/payment_intents/${id}/confirm`, {
    client_secret: clientSecret,
    use_stripe_sdk: true,
    ...(returnUrl !== null && { return_url: returnUrl }),
    payment_method_data:
      type === 'amazon_pay'
        ? { type }
        : { type: type === 'link' ? type : 'card', wallet: { type, declines } },
    ...(deferred && { deferred_intent: deferredForm(deferred) }),
  });

/** Resolves with the intent or an error. Rejects with an IntegrationError when the page misuses the API. */
export async function confirmPayment(
  client: StripeClient,
  options: ConfirmOptions,
): Promise<PaymentIntentResult> {
  const { payment, consent, id, request, returnUrl } = checkOptions(options, client.credentials);
  const answer = consent
    ? await confirmByWallet(client, id, request, consent)
    : ((await payment?.confirm(request)) as ApiResult);
  const result = await settle(client, id, request.clientSecret, answer);
  if (result.paymentIntent && options.redirect !== 'if_required' && returnUrl !== null)
    return leave(returnUrl, id, request.clientSecret);
  return result;
}
