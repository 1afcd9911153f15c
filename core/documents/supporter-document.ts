import * as v from 'valibot';
import { currencyCodes } from '../money/currency-codes';
import { intervals } from '../money/amount-limits';
import type { Result } from '../base/result';
import { decodeStored, type StoredData } from './stored-document';
import { dateOf, storedTime } from './stored-time';
import { publicWords } from '../tip/tip-text';
import { cycleInterval, isRenewal, type Tip } from '../tip/tip';
import type { Supporter } from '../profile/wall';

/**
 * `profiles/{uid}/supporters/{tipId}`: the public part of a tip, written together with the tip and removed when it is no longer public. So the wall
 * is one short query and reads nothing else.
 */
export interface StoredSupporter extends Supporter {
  readonly v: 1;
  readonly livemode: boolean;
}

const supporterDocument = {
  version: 1,
  schema: v.object({
    v: v.literal(1),
    name: v.nullable(v.string()),
    message: v.nullable(v.string()),
    amount: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
    currency: v.picklist(currencyCodes),
    livemode: v.boolean(),
    at: storedTime,
    every: v.exactOptional(v.picklist(intervals)),
  }),
};

export function decodeSupporter(stored: unknown): Result<StoredSupporter> {
  return decodeStored(supporterDocument, stored);
}

export function encodeSupporter(supporter: StoredSupporter): StoredData {
  return { ...supporter, at: dateOf(supporter.at) };
}

/** The public part of a tip; null = nothing is public. A monthly tip appears once, with its first payment, which says how often it is paid. */
export function supporterOf(tip: Tip): StoredSupporter | null {
  const words = publicWords(tip);
  if (words === null || isRenewal(tip)) return null;
  const every = tip.cycle === undefined ? null : cycleInterval(tip.cycle);
  return {
    v: 1,
    name: words.name,
    message: words.message,
    amount: tip.tipAmount,
    currency: tip.currency,
    livemode: tip.livemode,
    at: words.paidAt,
    ...(every !== null && { every }),
  };
}

const signature = (supporter: StoredSupporter | null) => JSON.stringify(supporter);

/** Whether the public part of a tip differs before and after a change. */
export function showsOtherwise(before: Tip | undefined, after: Tip): boolean {
  return signature(before === undefined ? null : supporterOf(before)) !== signature(supporterOf(after));
}
