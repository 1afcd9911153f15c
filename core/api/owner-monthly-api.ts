import * as v from 'valibot';
import { monthlyStates } from '../monthly/monthly';
import { stopRequest } from './monthly-api';

/** Bodies and answers of an owner's own calls about the monthly tips that fans give. `POST /v1/me/monthly/{monthlyId}/stop` has the body `stopRequest`. */

/** The answer. `asked`: a stop or an end that Stripe has not confirmed yet; null = nothing waits. */
export const ownerStopAnswer = v.strictObject({
  monthlyId: v.string(),
  state: v.picklist(monthlyStates),
  asked: v.nullable(v.picklist(['stop', 'end'])),
});
export type OwnerStopAnswer = v.InferOutput<typeof ownerStopAnswer>;

/** Body of `POST /v1/me/monthly/stop-all`. `handle`: typed again by the owner, to confirm. */
export const stopAllBody = v.strictObject({
  ...stopRequest.entries,
  handle: v.string(),
});
export type StopAllBody = v.InferOutput<typeof stopAllBody>;

/** The answer, with 202: the number of running monthly tips that are to stop. Stripe is asked afterwards, within minutes. */
export const stopAllAnswer = v.strictObject({ count: v.number() });
export type StopAllAnswer = v.InferOutput<typeof stopAllAnswer>;
