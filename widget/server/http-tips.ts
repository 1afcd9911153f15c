import type { MonthlyTerms } from '@busker/core/fan-api/monthly-api';
import type { TipByPayment, TipCreated, TipSession } from '@busker/core/fan-api/tip-api';
import { intervals } from '@busker/core/amounts/amount-limits';
import { isCurrency } from '@busker/core/money/money';
import type { Answer, SeenTip, TipBackend, TipKey } from '../data/backend';
import { ask, isMinorUnits, isRecord, number, pick, record, string } from './http-answer';

/** Limits and suggestions, in minor units; null without limits. */
function readAmounts({
  limits,
  presets,
}: Readonly<Record<string, unknown>>): Pick<TipSession, 'limits' | 'presets'> | null {
  const { min, max, step } = record(limits);
  if (!isMinorUnits(min) || !isMinorUnits(max)) return null;
  return {
    limits: { min, max, step: isMinorUnits(step) && step > 0 ? step : 1 },
    presets: Array.isArray(presets) ? presets.filter(isMinorUnits) : [],
  };
}

function readFees(input: unknown): TipSession['fees'] {
  const { bps, fixed, platformBps } = record(input);
  if (!isMinorUnits(bps) || !isMinorUnits(fixed)) return null;
  return { bps, fixed, platformBps: isMinorUnits(platformBps) ? platformBps : 0 };
}

type Offer = MonthlyTerms['offers'][number];

/** What the owner offers for a month or a year, with its words; null = only single tips. A period that is new or broken is left out. */
function readMonthlyTerms(input: unknown): MonthlyTerms | null {
  const { wordsVersion, labels, offers, fees } = record(input);
  if (!isMinorUnits(wordsVersion) || !Array.isArray(offers)) return null;
  const label = (name: keyof MonthlyTerms['labels']) => string(record(labels)[name]);
  return {
    wordsVersion,
    labels: {
      question: label('question'),
      once: label('once'),
      messageOnce: label('messageOnce'),
      howToStop: label('howToStop'),
      changed: label('changed'),
      unavailable: label('unavailable'),
    },
    offers: offers.flatMap(readOffer),
    fees: readFees(fees),
  };
}

function readOffer(input: unknown): Offer[] {
  const given = record(input);
  const every = intervals.find((interval) => interval === given['every']);
  const amounts = readAmounts(given);
  const { terms, next, stop, paidTo, button, thanks } = record(given['words']);
  const words = {
    terms: strings(terms),
    next: string(next),
    stop: string(stop),
    paidTo: string(paidTo),
    button: strings(button),
    thanks: strings(thanks),
  };
  // Nobody agrees to words that they cannot read.
  if (!every || !amounts || !words.terms.length || !words.button.length) return [];
  return [{ every, label: string(given['label']), ...amounts, words }];
}

const strings = (input: unknown): string[] => (Array.isArray(input) ? input.map(string) : []);

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

function readTipByPayment(input: unknown): TipByPayment | null {
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

const json = { 'Content-Type': 'application/json' };
const bearer = (tip: TipKey) => ({ Authorization: `Bearer ${tip.tipToken}` });

/** The tip calls of one Busker server, without cache and cookies. */
export function httpTips(host: string): TipBackend {
  const send = (
    method: string,
    body: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): RequestInit => ({
    method,
    headers: { ...json, ...headers },
    body: JSON.stringify(body),
    credentials: 'omit',
  });
  const tipUrl = (tip: TipKey) => `${host}/v1/tips/${encodeURIComponent(tip.tipId)}`;
  /**
   * An undo, or the end of an unfinished tip, must arrive even if the fan leaves the page, so the request outlives it. Some browsers and service workers refuse such requests, and
   * all browsers do while the page's own have used up the 64 KiB for them. Both calls may arrive twice and then have the same answer.
   */
  const takeBack = async (tip: TipKey, what: 'end' | 'undo'): Promise<Answer<SeenTip>> => {
    const call = (keepalive: boolean) =>
      ask(`${tipUrl(tip)}/${what}`, { ...send('POST', {}, bearer(tip)), keepalive }, readTipStatus);
    const answer = await call(true);
    return answer.ok || answer.problem.kind === 'refused' ? answer : call(false);
  };
  return {
    startSession: (handle, place, language) =>
      ask(
        `${host}/v1/tip-sessions?where=${place}&language=${language}`,
        send('POST', { handle }),
        readTipSession,
      ),
    byPayment: (payment) => ask(`${host}/v1/tips/by-payment`, send('POST', payment), readTipByPayment),
    createTip: (request) => ask(`${host}/v1/tips?via=receipt`, send('POST', request), readTipCreated),
    changeAmount: (tip, request) =>
      ask(`${tipUrl(tip)}/amount`, send('POST', request, bearer(tip)), readTipCreated),
    editTip: (tip, text) => ask(tipUrl(tip), send('PATCH', text, bearer(tip)), readTipStatus),
    readTip: (tip) =>
      ask(tipUrl(tip), { headers: bearer(tip), credentials: 'omit', cache: 'no-store' }, readTipStatus),
    endTip: (tip) => takeBack(tip, 'end'),
    undoTip: (tip) => takeBack(tip, 'undo'),
  };
}
