import { notifiedTip } from '../notification/notified-event';
import type { Tip } from '../tip/tip';
import { alertLifetime, type OverlayAlert, type OverlaySettings, type OverlayWords } from './overlay';

/** What a tip's alert takes from the alert that is stored, or from the event that makes it. */
type AlertTimes = Pick<OverlayAlert, 'at' | 'approvedAt'>;

/** Whether the owner must press Show first. Without words there is nothing to look at. */
export const waitsForOwner = (
  { kind, name, message, approvedAt }: OverlayAlert,
  words: OverlayWords,
): boolean =>
  kind === 'tip' && words === 'approved' && approvedAt === null && (name !== null || message !== null);

const shown: readonly Tip['state'][] = ['paid', 'partially_refunded'];

/**
 * The alert of a tip as everybody may see it now; null = there is none (any more): it is not paid, was taken back, or its payment does not match. Words
 * follow the rule of the public wall.
 */
export function tipAlert(
  tip: Tip,
  { words, minimum }: Pick<OverlaySettings, 'words' | 'minimum'>,
  { at, approvedAt }: AlertTimes,
): OverlayAlert | null {
  if (!shown.includes(tip.state) || tip.contrib.count === 0) return null;
  const told = notifiedTip(tip, 'public', words !== 'never');
  const { amount, currency, name, message, livemode, hidesAmount } = told;
  const isSmall = hidesAmount && tip.tipAmount < (minimum[currency] ?? 0);
  return {
    v: 1,
    id: tip.tipId,
    kind: 'tip',
    amount: hidesAmount ? null : amount,
    ...(isSmall && { small: true }),
    currency,
    name,
    message,
    of: null,
    livemode,
    at,
    approvedAt,
    expiresAt: at + alertLifetime,
  };
}
