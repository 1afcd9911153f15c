import * as v from 'valibot';
import { currencyCodes } from '../money/money';
import { intervals } from '../amounts/amount-limits';
import { parseWith, type Result } from '../base/result';

export const maxWall = 50;

const minorUnits = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const text = v.nullable(v.string());

/**
 * One supporter, as the fan chose to be seen. `amount` in minor units of `currency`; null = the fan or the owner hides it. `at` in epoch milliseconds. `every`: the tip began a monthly or a
 * yearly one; absent for a single tip.
 */
export const supporter = v.strictObject({
  name: text,
  message: text,
  amount: v.nullable(minorUnits),
  currency: v.picklist(currencyCodes),
  at: v.number(),
  every: v.exactOptional(v.picklist(intervals)),
});

/**
 * `GET /v1/profiles/{handle}/wall`. `goal` is null unless the owner shows one and takes tips; `reached` is the sum of tips since the goal began,
 * after refunds, in the goal's currency. `supporters`, newest first, is empty unless the owner shows them.
 */
export const wall = v.strictObject({
  v: v.literal(1),
  goal: v.nullable(
    v.strictObject({
      label: v.string(),
      amount: minorUnits,
      reached: minorUnits,
      currency: v.picklist(currencyCodes),
    }),
  ),
  supporters: v.array(supporter),
});
export type Supporter = v.InferOutput<typeof supporter>;
export type Wall = v.InferOutput<typeof wall>;

export function parseWall(input: unknown): Result<Wall> {
  return parseWith(wall, input);
}
