import * as v from 'valibot';
import { ownWayTypes, wayStates } from '../ways/way-state';

/** `GET /v1/me/ways` answers every way to pay, in the order in which owners see them, with its state at Stripe at this moment. */
export const waysAnswer = v.strictObject({
  ways: v.array(v.strictObject({ type: v.picklist(ownWayTypes), state: v.picklist(wayStates) })),
});
export type WaysAnswer = v.InferOutput<typeof waysAnswer>;
export type OwnWay = WaysAnswer['ways'][number];
