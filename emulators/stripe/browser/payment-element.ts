import type { StripePaymentElement, StripePaymentElementOptions } from '@stripe/stripe-js';
import { openFrame, type FrameClient, type FrameSettings } from './frame-client';
import type { CardFrameOptions, ConfirmRequest } from './frame-messages';
import { IntegrationError } from './integration-error';
import { createListeners, type Handler } from './listeners';
import { findMountTarget } from './mount-target';

type FieldChoice = Pick<CardFrameOptions, 'country' | 'postalCode'>;

function readFields(options: StripePaymentElementOptions): FieldChoice {
  const details = options.fields?.billingDetails;
  const address = typeof details === 'object' ? details.address : details;
  const choice = (field: 'country' | 'postalCode') =>
    typeof address === 'object' ? address[field] : address;
  const shown = (field: 'country' | 'postalCode') => (choice(field) === 'never' ? 'hidden' : 'shown');
  return { country: shown('country'), postalCode: shown('postalCode') };
}

export interface PaymentElementParts {
  /** The public object that the page gets. */
  readonly element: StripePaymentElement;
  readonly frame: () => FrameClient | null;
  readonly hidden: () => FieldChoice;
  readonly confirm: (request: ConfirmRequest) => Promise<unknown>;
  /** Called when the group's appearance or locale changes. */
  readonly refresh: () => void;
}

type GroupSettings = Omit<FrameSettings, 'options'> & Pick<CardFrameOptions, 'locale' | 'appearance'>;

/** The Payment Element for cards, and for pages of banks and wallets: a cross-origin frame inside the page's element. */
export function createPaymentElement(
  group: () => GroupSettings,
  first: StripePaymentElementOptions,
  destroyed: () => void,
): PaymentElementParts {
  const listeners = createListeners();
  let options = first;
  let client: FrameClient | null = null;
  let gone = false;

  const frameOptions = (): CardFrameOptions => {
    const { locale, appearance } = group();
    const address = options.defaultValues?.billingDetails?.address;
    return {
      locale,
      appearance,
      ...readFields(options),
      readOnly: options.readOnly ?? false,
      hidesLink: options.wallets?.link === 'never',
      defaultCountry: address?.country ?? null,
      defaultPostalCode: address?.postal_code ?? null,
    };
  };
  const refresh = () => client?.send({ type: 'options', options: frameOptions() });
  const checkAlive = () => {
    if (gone) throw new IntegrationError('This Element has already been destroyed. Please create a new one.');
  };
  const elementType = 'payment';

  const unmount = () => {
    client?.element.parentElement?.remove();
    client?.remove();
    client = null;
  };

  const mount = (target: string | HTMLElement) => {
    checkAlive();
    const place = findMountTarget(target);
    if (client) unmount();
    const opened = openFrame(
      () => ({ ...group(), options: frameOptions() }),
      (message) => {
        if (message.type === 'failed') listeners.emit('loaderror', { elementType, error: message.error });
        else if (message.type === 'change') {
          const { way, empty, complete, country, postalCode } = message;
          const billingDetails =
            country === null ? {} : { billingDetails: { address: { country, postalCode } } };
          const value = { type: way, ...billingDetails };
          listeners.emit('change', { elementType, empty, complete, collapsed: false, value });
        } else listeners.emit(message.type, { elementType });
      },
    );
    const wrap = document.createElement('div');
    wrap.className = '__PrivateStripeElement';
    // As in Stripe's own element: the page's style sheets cannot hide it.
    for (const [name, value] of Object.entries({
      display: 'block',
      position: 'relative',
      margin: '0',
      padding: '0',
      border: 'none',
      background: 'transparent',
      opacity: '1',
    }))
      wrap.style.setProperty(name, value, 'important');
    wrap.append(opened.element);
    place.classList.add('StripeElement');
    place.replaceChildren(wrap);
    client = opened;
    listeners.emit('loaderstart', { elementType });
  };

  const element = {
    mount,
    unmount,
    destroy() {
      checkAlive();
      unmount();
      gone = true;
      destroyed();
    },
    focus: () => client?.send({ type: 'focus' }),
    blur: () => client?.send({ type: 'blur' }),
    clear: () => client?.send({ type: 'clear' }),
    collapse: () => element,
    update(change: Partial<StripePaymentElementOptions>) {
      checkAlive();
      options = { ...options, ...change };
      refresh();
      return element;
    },
    on: (type: string, handler: Handler) => (listeners.on(type, handler), element),
    once: (type: string, handler: Handler) => (listeners.once(type, handler), element),
    off: (type: string, handler?: Handler) => (listeners.off(type, handler), element),
  } as StripePaymentElement;

  return {
    element,
    frame: () => client,
    hidden: () => readFields(options),
    async confirm(request) {
      if (!client)
        throw new IntegrationError(
          'Could not retrieve data from the specified Element. Please make sure the Element you are attempting to use is still mounted.',
        );
      return client.confirm(request);
    },
    refresh,
  };
}
