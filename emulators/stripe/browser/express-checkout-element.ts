import type { StripeExpressCheckoutElement } from '@stripe/stripe-js';
import { createListeners, type Handler } from './listeners';
import { findMountTarget } from './mount-target';

/** The sandbox has no wallets: the element becomes ready without a payment method and shows nothing. */
export function createExpressCheckoutElement(): StripeExpressCheckoutElement {
  const listeners = createListeners();
  const element = {
    mount(target: string | HTMLElement) {
      findMountTarget(target).classList.add('StripeElement');
      listeners.emit('ready', { elementType: 'expressCheckout', availablePaymentMethods: undefined });
    },
    unmount: () => undefined,
    destroy: () => undefined,
    focus: () => undefined,
    blur: () => undefined,
    clear: () => undefined,
    update: () => element,
    on: (type: string, handler: Handler) => (listeners.on(type, handler), element),
    once: (type: string, handler: Handler) => (listeners.once(type, handler), element),
    off: (type: string, handler?: Handler) => (listeners.off(type, handler), element),
  } as unknown as StripeExpressCheckoutElement;
  return element;
}
