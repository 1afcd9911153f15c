import { faultSentences, type FaultCode } from '../../../core/base/field-faults';

type Faults = { readonly [Code in FaultCode as `fault.${Code}`]: (typeof faultSentences)[Code] };

/** What is wrong with a field: the sentences of core/base/field-faults.ts. */
export const faults = Object.fromEntries(
  Object.entries(faultSentences).map(([code, sentence]) => [`fault.${code}`, sentence]),
) as Faults;
