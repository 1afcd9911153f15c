import type { PaymentIntentResult, Stripe, StripeConstructorOptions } from '@stripe/stripe-js';
import { STRIPE_JS_VERSION } from '../sandbox';
import {
  confirmPayment,
  problem,
  readSecret,
  settle,
  settled,
  type ConfirmOptions,
  type StripeClient,
} from './confirm-payment';
import { createElements } from './elements-group';
import type { Options } from './elements-options';
import { IntegrationError } from './integration-error';
import { fetchIntent } from './sandbox-api';

/** The sandbox's Stripe.js: the members that Busker uses, with Stripe's results and errors. */
const script = document.currentScript;
const origin = script instanceof HTMLScriptElement ? new URL(script.src).origin : window.location.origin;

function checkKey(key: unknown): string {
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
