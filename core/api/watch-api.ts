import * as v from 'valibot';
import { fault } from '../base/field-faults';
import { pushEndpoint, pushSubscription } from './channel-api';

/** Body of `PUT /v1/tips/{tipId}/watch`: the browser's own push subscription, and the language of the one message (a BCP 47 tag). */
export const watchBody = v.strictObject({
  subscription: pushSubscription,
  lang: v.pipe(
    v.string(fault('text-missing')),
    v.minLength(1, fault('text-missing')),
    v.maxLength(35, fault('too-long', 35)),
  ),
});
export type WatchBody = v.InferOutput<typeof watchBody>;

/** Body of `DELETE /v1/tips/{tipId}/watch`: the endpoint of the subscription that ends. */
export const endWatchBody = v.strictObject({ endpoint: pushEndpoint });
export type EndWatchBody = v.InferOutput<typeof endWatchBody>;
