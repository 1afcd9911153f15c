import { isCurrency } from '../../core/money/currency-codes';
import type { TipByPayment, TipCreated, TipSession } from '../../core/api/tip-api';
import type { SeenTip } from './backend';
import { readMonthlyTerms } from './read-monthly-terms';
import { isMinorUnits, isRecord, number, pick, record, string } from './read-json';
import { readAmounts, readFees } from './read-terms';

// The server's answers. Unknown keys are ignored, because a pinned script also meets newer servers. An answer without an amount, a currency or a
// secret is null, as if there was no answer.

export function readTipSession(input: unknown): TipSession | null {
  const given = record(input);
  const amounts = readAmounts(given);
  const { currency, session } = given;
  if (!amounts || !isCurrency(currency) || !string(session)) return null;
  return {
    session: string(session),
    expiresAt: number(given['expiresAt']),
    name: string(given['name']),
    currency,
    ...amounts,
    fees: readFees(given['fees']),
    paymentMode: pick(given['paymentMode'], ['sandbox', 'single', 'connect']),
    publishableKey: string(given['publishableKey']),
    stripeAccount: string(given['stripeAccount']) || null,
    stripeJs: string(given['stripeJs']),
    link: given['link'] !== false,
    ways: readWays(given),
    thanks: string(given['thanks']),
    undo: given['undo'] === true,
    challenge: readChallenge(given['challenge']),
    monthly: readMonthlyTerms(given['monthly']),
  };
}

/** A server of an earlier release has no list: it offers cards, and Link where the account has it. */
function readWays({ ways, link }: Readonly<Record<string, unknown>>): string[] {
  if (Array.isArray(ways)) return ways.filter((way): way is string => typeof way === 'string');
  return link === false ? ['card'] : ['card', 'link'];
}

function readChallenge(input: unknown): TipSession['challenge'] {
  if (!isRecord(input)) return null;
  return { kind: string(input['kind']), siteKey: string(input['siteKey']) };
}

export function readTipCreated(input: unknown): TipCreated | null {
  const { tipId, tipToken, tipAmount, coverAmount, amount, currency, clientSecret, url } = record(input);
  if (!isMinorUnits(tipAmount) || !isMinorUnits(coverAmount) || !isMinorUnits(amount)) return null;
  if (!isCurrency(currency) || !string(tipId) || !string(tipToken)) return null;
  const made = { tipId: string(tipId), tipToken: string(tipToken), tipAmount, coverAmount, amount, currency };
  if (string(clientSecret)) return { ...made, clientSecret: string(clientSecret) };
  return /^https?:/.test(string(url)) ? { ...made, url: string(url) } : null;
}

export function readTipByPayment(input: unknown): TipByPayment | null {
  const { tipId, tipToken, handle } = record(input);
  if (!string(tipId) || !string(tipToken)) return null;
  return { tipId: string(tipId), tipToken: string(tipToken), handle: string(handle) };
}

/** Converts a time of the server's clock to this device's clock, which may be wrong by minutes. `now` is the server's time of the answer. */
const byOwnClock = (moment: number, now: unknown): number =>
  typeof now === 'number' ? moment - now + Date.now() : moment;

export function readTipStatus(input: unknown): SeenTip | null {
  const {
    tipId,
    amount,
    tipAmount,
    coverAmount,
    currency,
    undoUntil,
    refundDays,
    now,
    receiptUrl,
    status,
    presented,
    refundFailure,
    fan,
  } = record(input);
  if (!isMinorUnits(amount) || !isMinorUnits(tipAmount) || !isMinorUnits(coverAmount)) return null;
  if (!isCurrency(currency) || !string(tipId)) return null;
  return {
    tipId: string(tipId),
    status: pick(status, [
      'pending',
      'processing',
      'paid',
      'partially_refunded',
      'refunded',
      'disputed',
      'lost',
      'failed',
      'expired',
    ]),
    amount,
    tipAmount,
    coverAmount,
    currency,
    undoUntil: typeof undoUntil === 'number' ? byOwnClock(undoUntil, now) : null,
    refundDays: number(refundDays),
    receiptUrl: /^https?:/.test(string(receiptUrl)) ? string(receiptUrl) : '',
    ...(isRecord(fan) && {
      fan: { name: string(fan['name']) || null, message: string(fan['message']) || null },
    }),
    presented,
    refundFailure,
  };
}
