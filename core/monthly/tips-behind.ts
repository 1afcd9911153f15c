import type { Monthly } from './monthly';

const hour = 60 * 60_000;
const day = 24 * hour;

/** What keeps Stripe from answering about a payment for so long does not pass by itself. */
const triedFor = 28 * day;

/** A monthly tip that is over is looked at again only while its tips are behind. */
export function tipsAre(isBehind: boolean, { tipsBehind: _before, ...monthly }: Monthly): Monthly {
  return isBehind ? { ...monthly, tipsBehind: true } : monthly;
}

/** When Stripe must be asked again about the tips (epoch milliseconds): each hour on the first day after the end was written, then each day. */
export const tipsLookAt = ({ updatedAt }: Monthly, seen: number): number =>
  seen + (seen - updatedAt < day ? hour : day);

/** Stripe was still asked four weeks after the end was written, and has not answered about all tips. */
export const areTipsLost = ({ tipsBehind, syncedAt, updatedAt }: Monthly): boolean =>
  tipsBehind === true && syncedAt !== null && syncedAt - updatedAt >= triedFor;
