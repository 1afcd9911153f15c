import type {
  PaymentIntent,
  PaymentIntentResult,
  Stripe,
  StripeConstructorOptions,
  StripeElements,
  StripePaymentElementOptions,
} from '@stripe/stripe-js';
import { formatAmount } from '../reference/amounts';
import { STRIPE_JS_VERSION } from '../reference/method-types';
import {
  callSandbox,
  checkKey,
  type ConfirmOptions,
  fetchIntent,
  isRecord,
  nextStep,
  problem,
  readBilling,
  readReturnUrl,
  readSecret,
  showChallenge,
  type ApiResult,
} from './sandbox-api';
import { deferredForm, type ConfirmRequest, type Credentials, type DeferredIntent } from './frame-messages';
import {
  readAppearance,
  readDeferred,
  warnAboutUnknown,
  type Options,
  IntegrationError,
  createListeners,
  type Handler,
} from './elements-options';
import {
  createExpressCheckoutElement,
  type ExpressParts,
  type WalletConsent,
} from './express-checkout-element';
import { createPaymentElement, type PaymentElementParts } from './payment-element';

interface GroupState {
  readonly deferred: DeferredIntent | null;
  readonly clientSecret: string | null;
  readonly payment: PaymentElementParts | null;
  readonly submitted: boolean;
  /** What the fan agreed to in a wallet, and what is not paid yet. */
  readonly consent: WalletConsent | null;
}

const STATES = new WeakMap<object, () => GroupState>();

/** The state of an object that `elements()` returned, or null for any other value. */
const groupState = (elements: unknown): GroupState | null =>
  typeof elements === 'object' && elements !== null ? (STATES.get(elements)?.() ?? null) : null;

interface FieldIssueAnswer {
  readonly code: string;
  readonly message: string;
}
const isIssue = (value: unknown): value is FieldIssueAnswer =>
  typeof value === 'object' && value !== null && 'code' in value && 'message' in value;

function createElements(
  origin: string,
  credentials: Credentials,
  locale: string,
  first: Options,
): StripeElements {
  warnAboutUnknown(first);
  let options = first;
  let deferred = readDeferred(options);
  let appearance = readAppearance(options['appearance']);
  let payment: PaymentElementParts | null = null;
  let express: ExpressParts | null = null;
  let submitted = false;
  const listeners = createListeners();
  const language = () => (typeof options['locale'] === 'string' ? options['locale'] : locale);

  const createPayment = (settings: StripePaymentElementOptions) => {
    if (payment)
      throw new IntegrationError('Can only create one Element of type payment through an Elements instance.');
    payment = createPaymentElement(
      () => ({ origin, credentials, deferred, appearance, locale: language() }),
      settings,
      () => {
        payment = null;
      },
    );
    payment.element.on('change', () => {
      submitted = false;
    });
    return payment.element;
  };

  const createExpress = (settings: object) => {
    express = createExpressCheckoutElement(
      async () => {
        const asked = {
          referrer_host: window.location.hostname,
          ...(deferred && { deferred_intent: deferredForm(deferred) }),
        };
        const answer = await callSandbox(origin, credentials, 'GET', '/v1/elements/sessions', asked);
        const found = answer.ok ? answer.value['wallets'] : [];
        return Array.isArray(found) ? found.map(String) : [];
      },
      settings,
      (minorUnits) => formatAmount(minorUnits, deferred?.currency ?? 'usd'),
    );
    return express.element;
  };

  const elements = {
    create(type: string, settings: StripePaymentElementOptions = {}) {
      if (type === 'payment') return createPayment(settings);
      if (type === 'expressCheckout') return createExpress(settings);
      throw new IntegrationError(`The sandbox's Stripe.js does not support the Element type ${type}.`);
    },
    getElement: (type: string) => (type === 'payment' ? (payment?.element ?? null) : null),
    async update(change: Options): Promise<void> {
      const next = { ...options, ...change };
      deferred = readDeferred(next);
      appearance = readAppearance(next['appearance']);
      options = next;
      submitted = false;
      payment?.refresh();
      await new Promise((resolve) => setTimeout(resolve));
      listeners.emit('update-end', undefined);
    },
    async submit() {
      const consent = express?.consent();
      if (consent) {
        submitted = true;
        return { selectedPaymentMethod: consent.type };
      }
      const frame = payment?.frame();
      if (!frame)
        throw new IntegrationError(
          'elements.submit() needs a mounted Payment Element or Express Checkout Element.',
        );
      const issue = await frame.validate();
      submitted = !isIssue(issue);
      return isIssue(issue)
        ? { error: { type: 'validation_error', code: issue.code, message: issue.message } }
        : { selectedPaymentMethod: 'card' };
    },
    fetchUpdates: () => Promise.resolve({}),
    on: (type: string, handler: Handler) => listeners.on(type, handler),
  } as unknown as StripeElements;

  STATES.set(elements, () => ({
    deferred,
    clientSecret: typeof options['clientSecret'] === 'string' ? options['clientSecret'] : null,
    payment,
    submitted,
    consent: express?.consent() ?? null,
  }));
  return elements;
}

interface StripeClient {
  readonly origin: string;
  readonly credentials: Credentials;
}

const settled = (value: Readonly<Record<string, unknown>>): PaymentIntentResult => ({
  paymentIntent: value as unknown as PaymentIntent,
});

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
async function settle(
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
async function confirmPayment(client: StripeClient, options: ConfirmOptions): Promise<PaymentIntentResult> {
  const { payment, consent, id, request, returnUrl } = checkOptions(options, client.credentials);
  const answer = consent
    ? await confirmByWallet(client, id, request, consent)
    : ((await payment?.confirm(request)) as ApiResult);
  const result = await settle(client, id, request.clientSecret, answer);
  if (result.paymentIntent && options.redirect !== 'if_required' && returnUrl !== null)
    return leave(returnUrl, id, request.clientSecret);
  return result;
}

/** The sandbox's Stripe.js: the members that Busker uses, with Stripe's results and errors. */
const script = document.currentScript;
const origin = script instanceof HTMLScriptElement ? new URL(script.src).origin : window.location.origin;

type Members = Pick<Stripe, 'elements' | 'confirmPayment' | 'retrievePaymentIntent' | 'handleNextAction'>;

function createStripe(key: unknown, options: StripeConstructorOptions = {}) {
  const client: StripeClient = {
    origin,
    credentials: { publishableKey: checkKey(key), stripeAccount: options.stripeAccount ?? null },
  };
  const locale = options.locale ?? 'auto';

  const retrieve = async (clientSecret: unknown): Promise<PaymentIntentResult> => {
    const { id, secret } = readSecret(clientSecret, 'stripe.retrievePaymentIntent');
    const answer = await fetchIntent(origin, client.credentials, id, secret);
    return answer.ok ? settled(answer.value) : problem(answer.error);
  };

  const handleNextAction = async ({
    clientSecret,
  }: {
    clientSecret?: unknown;
  }): Promise<PaymentIntentResult> => {
    const { id, secret } = readSecret(clientSecret, 'stripe.handleNextAction');
    const answer = await fetchIntent(origin, client.credentials, id, secret);
    if (answer.ok && answer.value['status'] !== 'requires_action')
      throw new IntegrationError(
        'handleNextAction: The PaymentIntent supplied is not in the requires_action state.',
      );
    return settle(client, id, secret, answer);
  };

  const members = {
    elements: ((given: Options = {}) =>
      createElements(origin, client.credentials, locale, given)) as Stripe['elements'],
    confirmPayment: ((given: ConfirmOptions) => confirmPayment(client, given)) as Stripe['confirmPayment'],
    retrievePaymentIntent: retrieve,
    handleNextAction: handleNextAction as Stripe['handleNextAction'],
  } satisfies Members;
  // `loadStripe` of @stripe/stripe-js calls this undocumented member to report its version.
  return { ...members, _registerWrapper: () => undefined };
}

Object.assign(window, { Stripe: Object.assign(createStripe, { version: STRIPE_JS_VERSION }) });
