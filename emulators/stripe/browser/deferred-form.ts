import type { DeferredIntent } from './frame-messages';

/** What the page declared about the intent that it will create later, as the API's form has it. */
export const deferredForm = (deferred: DeferredIntent) => ({
  mode: deferred.mode,
  amount: deferred.amount,
  currency: deferred.currency,
  ...(deferred.allowedTypes.length > 0 && { allowed_payment_method_types: deferred.allowedTypes }),
});
