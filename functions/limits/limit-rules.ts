import { fail, ok, problem, type Result } from '@busker/core/base/result';
import type { Deps } from '../deps';
import type { LimitRule } from './limit-counter';

const minute = 60_000;
const day = 24 * 60 * minute;

/** How many web pages an owner may have fetched: plenty for themselves, far too few for scanning the web. */
const rules = {
  page: (uid: string) => ({ key: `owner-fetch-${uid}`, points: 30, windowMs: 10 * minute }),
  allLinks: (uid: string) => ({ key: `owner-links-${uid}`, points: 4, windowMs: 60 * minute }),
  /** A year of books may read thousands of tips. */
  books: (uid: string) => ({ key: `owner-books-${uid}`, points: 30, windowMs: 10 * minute }),
  /** One looks at who would be told, and sends. Each look may read 500 tips. Asking how far it is does not count. */
  thanks: (uid: string) => ({ key: `owner-thanks-${uid}`, points: 60, windowMs: 10 * minute }),
  /** Each page of payouts, and of the lines of one, is a request; a payout of 10,000 lines has a hundred pages. */
  payouts: (uid: string) => ({ key: `owner-payouts-${uid}`, points: 150, windowMs: 10 * minute }),
  /** Connecting and refreshing an account: each press asks Stripe about twice, of some 25 calls a second that a whole installation may make. */
  stripe: (uid: string) => ({ key: `owner-stripe-${uid}`, points: 15, windowMs: 10 * minute }),
  /** For the fees that Stripe books apart, which the books ask for: few tries while Stripe does not answer, since each makes the owner wait. */
  fees: (uid: string) => ({ key: `owner-fees-${uid}`, points: 3, windowMs: 10 * minute }),
  /** The screen reads again when the owner comes back from Stripe's settings. */
  ways: (uid: string) => ({ key: `owner-ways-${uid}`, points: 60, windowMs: 10 * minute }),
  /** A browser sends it once a day, and when the account screen opens. */
  session: (uid: string) => ({ key: `owner-sessions-${uid}`, points: 60, windowMs: 10 * minute }),
  /** The screen looks once a minute while it is open, and when the owner presses the button. Each look asks name servers. */
  domainCheck: (uid: string) => ({ key: `owner-domain-checks-${uid}`, points: 30, windowMs: 10 * minute }),
  domain: (uid: string) => ({ key: `owner-domains-${uid}`, points: 20, windowMs: 60 * minute }),
  /** New handles: a new owner tries a few, nobody needs more. */
  handle: (uid: string) => ({ key: `owner-handles-${uid}`, points: 5, windowMs: 7 * day }),
  /** Accounts are free, so addresses are counted too. A workshop may share one address. */
  handleFrom: (hash: string) => ({ key: `address-handles-${hash}`, points: 30, windowMs: day }),
} as const;

/** Counts one for each rule, or refuses what is too much with the time until it is possible again, and counts nothing. */
export async function may(
  { limits, config }: Pick<Deps, 'limits' | 'config'>,
  ...rules: readonly LimitRule[]
): Promise<Result<null>> {
  const states = await limits.count(
    rules.map((rule) => ({ ...rule, points: rule.points * (rule.exact ? 1 : config.limitFactor) })),
  );
  const waits = states.flatMap(({ left, waitMs }) => (left < 0 ? [waitMs] : []));
  if (waits.length === 0) return ok(null);
  const retryAfterSeconds = Math.max(1, Math.ceil(Math.max(...waits) / 1000));
  return fail(problem('too-many-requests', { figures: { retryAfterSeconds } }));
}

/** For one page: link verification, the site check. */
export const mayFetch = (deps: Pick<Deps, 'limits' | 'config'>, uid: string) => may(deps, rules.page(uid));
export const mayReadBooks = (deps: Pick<Deps, 'limits' | 'config'>, uid: string) =>
  may(deps, rules.books(uid));
export const mayThank = (deps: Pick<Deps, 'limits' | 'config'>, uid: string) => may(deps, rules.thanks(uid));
export const mayReadPayouts = (deps: Pick<Deps, 'limits' | 'config'>, uid: string) =>
  may(deps, rules.payouts(uid));
/** Before Stripe is asked about an owner's account. */
export const mayAskStripe = (deps: Pick<Deps, 'limits' | 'config'>, uid: string) =>
  may(deps, rules.stripe(uid));
export const mayAskForFees = (deps: Pick<Deps, 'limits' | 'config'>, uid: string) =>
  may(deps, rules.fees(uid), rules.stripe(uid));
export const mayReadMethods = (deps: Pick<Deps, 'limits' | 'config'>, uid: string) =>
  may(deps, rules.ways(uid));
export const mayNoteSession = (deps: Pick<Deps, 'limits' | 'config'>, uid: string) =>
  may(deps, rules.session(uid));
export const mayCheckDomain = (deps: Pick<Deps, 'limits' | 'config'>, uid: string) =>
  may(deps, rules.domainCheck(uid));
export const mayChangeDomain = (deps: Pick<Deps, 'limits' | 'config'>, uid: string) =>
  may(deps, rules.domain(uid));
/** For all links at once. */
export const mayCheckLinks = (deps: Pick<Deps, 'limits' | 'config'>, uid: string) =>
  may(deps, rules.allLinks(uid));
/**
 * For claiming a free handle. `address` is the fingerprint of the owner's address; null = unknown. A refused try of an account does not count for the
 * address, which others may share.
 */
export async function mayClaimHandle(
  deps: Pick<Deps, 'limits' | 'config'>,
  uid: string,
  address: string | null,
): Promise<Result<null>> {
  const own = await may(deps, rules.handle(uid));
  return !own.ok || address === null ? own : may(deps, rules.handleFrom(address));
}

/** Milliseconds that an answer to a guess takes at least. One call of Stripe takes less, as a rule. */
export const answerTakes = 2500;

/**
 * Answers after the same time, whatever `work` found: otherwise somebody who guesses could tell from the time whether a guess was right. This holds for
 * work within `answerTakes`. Longer work is answered when it is done, so its time can show that there was something to do. An answer for which
 * `isForGuesser` is false is sent at once: only somebody who knew the secret gets it.
 */
export async function inSameTime<T>(
  { clock, pause }: Pick<Deps, 'clock' | 'pause'>,
  work: () => Promise<T>,
  isForGuesser: (answer: T) => boolean = () => true,
): Promise<T> {
  const began = clock.now();
  const answer = await work();
  // The clock can be set back meanwhile.
  const left = Math.min(answerTakes, answerTakes - (clock.now() - began));
  if (isForGuesser(answer) && left > 0) await pause(left);
  return answer;
}
