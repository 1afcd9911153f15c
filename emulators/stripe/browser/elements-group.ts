import type { StripeElements, StripePaymentElementOptions } from '@stripe/stripe-js';
import { readAppearance, readDeferred, warnAboutUnknown, type Options } from './elements-options';
import { formatAmount } from '../payments/amounts';
import { deferredForm } from './deferred-form';
import {
  createExpressCheckoutElement,
  type ExpressParts,
  type WalletConsent,
} from './express-checkout-element';
import { callSandbox } from './sandbox-api';
import type { Credentials, DeferredIntent } from './frame-messages';
import { IntegrationError } from './integration-error';
import { createListeners, type Handler } from './listeners';
import { createPaymentElement, type PaymentElementParts } from './payment-element';

export interface GroupState {
  readonly deferred: DeferredIntent | null;
  readonly clientSecret: string | null;
  readonly payment: PaymentElementParts | null;
  readonly submitted: boolean;
  /** What the fan agreed to in a wallet, and what is not paid yet. */
  readonly consent: WalletConsent | null;
}

const STATES = new WeakMap<object, () => GroupState>();

/** The state of an object that `elements()` returned, or null for any other value. */
export const groupState = (elements: unknown): GroupState | null =>
  typeof elements === 'object' && elements !== null ? (STATES.get(elements)?.() ?? null) : null;

interface FieldIssueAnswer {
  readonly code: string;
  readonly message: string;
}
const isIssue = (value: unknown): value is FieldIssueAnswer =>
  typeof value === 'object' && value !== null && 'code' in value && 'message' in value;

export function createElements(
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
