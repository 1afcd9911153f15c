import { currencies, type Currency } from '@busker/core/money/money';
import { coverCosts } from '@busker/core/amounts/amount-limits';
import type { PublicProfile } from '@busker/core/profile/profile';
import { fail, ok } from '@busker/core/base/result';
import type { TipCreated, TipSession, TipStatus } from '@busker/core/fan-api/tip-api';
import type { Answer, CallProblem, ProfileSource, TipBackend } from '../data/backend';

/**
 * Profiles from memory, by handle. For tests, stories and previews.
 * @public
 */
export function inMemoryProfiles(profiles: readonly PublicProfile[]): ProfileSource {
  const missing: CallProblem = {
    kind: 'refused',
    code: 'profile-not-found',
    detail: 'There is no profile with this name.',
  };
  return {
    read: (handle) => {
      const found = profiles.find((profile) => profile.handle === handle);
      return Promise.resolve(found ? ok(found) : fail(missing));
    },
  };
}

type Verb = keyof TipBackend;

/** The script of a tip. `problems`: the n-th call of a method fails with the n-th entry of its list (null = success). */
export interface TipScript {
  readonly currency?: Currency;
  readonly session?: Partial<TipSession>;
  /** Sessions by turn; the last one repeats. They come on top of `session`, as when an owner changes a setting meanwhile. */
  readonly sessions?: readonly Partial<TipSession>[];
  readonly status?: Partial<TipStatus>;
  /** Statuses by turn; the last one repeats. They come on top of `status`. */
  readonly statuses?: readonly Partial<TipStatus>[];
  /** The status of a tip whose payment the fan has ended. */
  readonly endsAs?: TipStatus['status'];
  /** A tip that was made before the fan left the page. */
  readonly back?: TipCreated;
  readonly problems?: Partial<Record<Verb, readonly (CallProblem | null)[]>>;
  /** Milliseconds that each answer takes. */
  readonly delay?: number;
}

/** A tip backend in memory that follows the script. `calls` lists all calls in order. */
export interface InMemoryTips extends TipBackend {
  readonly calls: readonly { readonly verb: Verb; readonly input: unknown }[];
  /** How many tips exist; calls with the same clientRequestId make one tip. */
  readonly tips: () => number;
}

export function inMemoryTips(script: TipScript = {}): InMemoryTips {
  const calls: { verb: Verb; input: unknown }[] = [];
  const made = new Map<string, TipCreated>(script.back ? [['before', script.back]] : []);
  let asked = 0;
  const turns = (script.sessions ?? [{}]).map((turn) => scriptedSession(script, turn));
  let session = turns[0] ?? scriptedSession(script);
  let sessionsAsked = 0;
  const answer = async <T>(verb: Verb, input: unknown, work: () => Answer<T>): Promise<Answer<T>> => {
    const problem = script.problems?.[verb]?.[calls.filter((call) => call.verb === verb).length];
    calls.push({ verb, input });
    if (script.delay) await new Promise((resolve) => setTimeout(resolve, script.delay));
    return problem ? fail(problem) : work();
  };
  const figures = (tipAmount: number, covers: boolean) => {
    const cover = covers && session.fees ? coverCosts(tipAmount, session.fees, session.currency).cover : 0;
    return { tipAmount, coverAmount: cover, amount: tipAmount + cover };
  };
  const status = (tipId: string): Answer<TipStatus> => {
    const tip = [...made.values()].find((one) => one.tipId === tipId);
    if (!tip) return fail({ kind: 'refused', code: 'tip-not-found', detail: 'This tip could not be found.' });
    const { amount, tipAmount, coverAmount, currency } = tip;
    const seen = { tipId, status: 'paid' as const, amount, tipAmount, coverAmount, currency };
    const turns = script.statuses ?? [];
    const turn = turns[Math.min(asked, turns.length - 1)];
    asked += 1;
    return ok({ ...seen, undoUntil: null, receiptUrl: '', ...script.status, ...turn });
  };
  return {
    calls,
    tips: () => made.size,
    startSession: (handle) =>
      answer('startSession', handle, () => {
        session = turns[Math.min(sessionsAsked, turns.length - 1)] ?? session;
        sessionsAsked += 1;
        return ok(session);
      }),
    byPayment: (payment) =>
      answer('byPayment', payment, () => {
        const tip =
          [...made.values()].find((one) => payment.clientSecret.startsWith(one.tipId)) ?? script.back;
        if (!tip) return fail({ kind: 'refused', code: 'tip-not-found', detail: '' });
        return ok({ tipId: tip.tipId, tipToken: tip.tipToken, handle: 'ada' });
      }),
    createTip: (request) =>
      answer('createTip', request, () => {
        const known = made.get(request.clientRequestId);
        if (known) return ok(known);
        const tipId = `tip${made.size + 1}`;
        const sums = figures(request.tipAmount, request.coverCosts);
        const tip = { tipId, tipToken: `token-${tipId}`, ...sums, currency: session.currency };
        const created: TipCreated =
          request.surface === 'hosted'
            ? { ...tip, url: `https://pay.example/${tipId}` }
            : { ...tip, clientSecret: `${tipId}_secret_memory` };
        made.set(request.clientRequestId, created);
        return ok(created);
      }),
    changeAmount: (key, request) =>
      answer('changeAmount', request, () => {
        const found = [...made.entries()].find(([, tip]) => tip.tipId === key.tipId);
        if (!found) return fail({ kind: 'refused', code: 'tip-not-found', detail: '' });
        const changed = { ...found[1], ...figures(request.tipAmount, request.coverCosts) };
        made.set(found[0], changed);
        return ok(changed);
      }),
    editTip: (key, text) => answer('editTip', text, () => status(key.tipId)),
    readTip: (key) => answer('readTip', key, () => status(key.tipId)),
    endTip: (key) =>
      answer('endTip', key, () => {
        const seen = status(key.tipId);
        return seen.ok ? ok({ ...seen.value, status: script.endsAs ?? 'expired' }) : seen;
      }),
    undoTip: (key) =>
      answer('undoTip', key, () => {
        const seen = status(key.tipId);
        return seen.ok ? ok({ ...seen.value, status: 'refunded', undoUntil: null }) : seen;
      }),
  };
}

function scriptedSession(
  { currency = 'usd', session = {} }: TipScript,
  turn: Partial<TipSession> = {},
): TipSession {
  const { min, max, step, presets } = currencies[currency];
  return {
    session: 'memory',
    expiresAt: 0,
    name: '',
    currency,
    limits: { min, max, step },
    presets: [...presets],
    fees: currencies[currency].exponent === 2 ? { bps: 290, fixed: 30, platformBps: 0 } : null,
    paymentMode: 'sandbox',
    publishableKey: 'pk_test_sandbox_memory',
    stripeAccount: null,
    stripeJs: 'https://example.com/stripe.js',
    link: true,
    ways: ['card', 'link'],
    thanks: '',
    undo: true,
    challenge: null,
    ...session,
    ...turn,
  };
}
