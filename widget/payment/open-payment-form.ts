import { fail } from '../../core/base/result';
import { fetchPayStep } from './pay-step-loader';
import type { LookUpPayment, OpenSurface } from './payment-surface';

/** The card form's code, fetched with the pay step and not before. */
const load = fetchPayStep;

export const openPaymentForm: OpenSurface = async (options) => {
  const loaded = await load().catch(() => null);
  return loaded ? loaded.openStripeSurface(options) : fail('blocked');
};

export const lookUpPayment: LookUpPayment = async (keys, clientSecret) => {
  const loaded = await load().catch(() => null);
  return loaded ? loaded.lookUpStripePayment(keys, clientSecret) : { look: null, payment: null };
};
