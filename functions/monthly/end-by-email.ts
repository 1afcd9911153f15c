import { fail, ok, problem, type Result } from '../../core/base/result';
import type { DeclaredWithdrawal, Monthly } from '../../core/monthly/monthly';
import type { Deps } from '../deps';
import { logUnavailable } from '../log';
import { fingerprint } from '../signed-token';
import { knownAddress, inSameTime, type Caller } from '../limits/owner-limits';
import type { LimitRule } from '../limits/limit-counter';
import { stored } from '../store/stored';
import type { WhichMonthlies } from '../stripe/subscriptions';
import { tooMany } from '../tips/create/admit-tip';
import { tipRules } from '../tips/tip-rate-limits';
import { stopMonthly } from './stop-monthly';
import { withdrawMonthly, withdrawable } from './end-monthly';

/** A stop or a withdrawal that somebody asks for without the key of the receipt. */
interface AskedEnding {
  readonly what: 'stop' | 'withdraw';
  readonly uid: string;
  /** The address as typed. */
  readonly email: string;
  /** The answer to the challenge; empty = there was none. */
  readonly challenge: string;
}

type AdmitDeps = Pick<Deps, 'config' | 'limits' | 'challenge' | 'clock'>;

interface EndingRules {
  /** Refuse. They belong to one client, so that nobody can use them up for others. */
  readonly client: readonly LimitRule[];
  /** Ask for a challenge. Strangers can use them up: they must never refuse. */
  readonly shared: readonly LimitRule[];
  /** The only limit of guessed digits where neither the client is known nor a challenge is answered. */
  readonly unknown: readonly LimitRule[];
}

function rulesOf(
  { config, clock }: Pick<Deps, 'config' | 'clock'>,
  { what, uid, email }: AskedEnding,
  caller: Caller,
): EndingRules {
  const rules = tipRules(config);
  const client = knownAddress({ config, clock }, caller)?.hash ?? null;
  // With the server's secret: nobody can try addresses on what is stored. Without the digits: otherwise each of the 10,000 would have tries of its own.
  // Other capital letters give no further tries either.
  const typed = fingerprint(config.secrets, `${what}-email`, `${uid} ${email.toLowerCase()}`);
  if (what === 'stop') {
    const shared = [rules.stopByEmail(typed), rules.stopOfProfile(uid)];
    return client === null
      ? { client: [], shared, unknown: [] }
      : { client: [rules.stopByClient(client)], shared: [...shared, rules.stopOften(client)], unknown: [] };
  }
  return {
    client: client === null ? [] : [rules.withdrawByClient(client)],
    shared: [rules.withdrawByEmail(typed), rules.withdrawOfProfile(uid)],
    unknown: client === null ? [rules.withdrawUnknown(typed)] : [],
  };
}

/**
 * Counts a stop or a withdrawal without the key. Both are rights that a fan must have at any time, so what strangers do to a profile or to an address ends in
 * a challenge, never in a refusal. Only a client that asks too often is refused, and then nothing else is counted. Where no challenge is
 * configured, or its service does not answer, the limits of the client stand alone. The answer depends on what was typed, never on what Stripe has.
 */
async function admitEnding(deps: AdmitDeps, asked: AskedEnding, caller: Caller): Promise<Result<null>> {
  const { client, shared, unknown } = rulesOf(deps, asked, caller);
  const ahead = await deps.limits.read([...client, ...shared, ...unknown]);
  const spent = ahead.slice(0, client.length).map((state) => ({ ...state, left: state.left - 1 }));
  if (spent.some(({ left }) => left < 0)) return fail(tooMany(spent));
  const isCrowded = ahead.slice(client.length).some(({ left }) => left <= 0);
  const passed = isCrowded ? await passes(deps, asked.challenge, caller) : 'unasked';
  if (passed === 'no') return fail(problem('challenge-required'));
  const refusing = passed === 'yes' ? client : [...client, ...unknown];
  const counted = await deps.limits.count([...refusing, ...shared]);
  const over = counted.slice(0, refusing.length).filter(({ left }) => left < 0);
  return over.length > 0 ? fail(tooMany(over)) : ok(null);
}

async function passes(
  { config, challenge }: AdmitDeps,
  answer: string,
  { address }: Caller,
): Promise<'yes' | 'no' | 'unasked'> {
  if (config.challenge.kind === 'none') return 'unasked';
  if (answer === '') return 'no';
  const verdict = await challenge.verify(answer, address);
  // Another company that is away must not keep a fan from a right.
  if (verdict === 'unavailable') return 'unasked';
  return verdict === 'person' ? 'yes' : 'no';
}

/**
 * The owner's monthly tips that Stripe has for this address. Unknown addresses have none. The address goes to Stripe and nowhere else. Fails with
 * `service-unavailable` while Stripe does not answer, whatever the address.
 */
async function monthliesOfAddress(
  deps: Deps,
  uid: string,
  email: string,
  which: WhichMonthlies,
): Promise<Result<readonly Monthly[]>> {
  const payments = await deps.store.read(stored.payments(uid));
  const account = payments?.accountId ?? null;
  // Without an account of its own this would ask about the server's.
  if (payments === undefined || (account === null && deps.config.mode !== 'single')) return ok([]);
  const found = await deps.subscriptions.ofAddress(account, email, which);
  if (!found.ok) {
    if (found.problem.kind !== 'unavailable') return ok([]);
    logUnavailable(deps.log, found.problem);
    return fail(problem('service-unavailable'));
  }
  const mine = found.value.filter((reference) => reference.uid === uid);
  const known = await Promise.all(mine.map(({ tipId }) => deps.store.read(stored.monthly(uid, tipId))));
  return ok(known.filter((monthly) => monthly !== undefined));
}

/**
 * Stops every monthly tip of an owner's fan with this address at the end of its period. Known and unknown addresses get the same answer, after
 * the same time unless Stripe takes long (same-time.ts). The address is in this call alone: it is neither stored nor logged.
 */
export async function stopByEmail(
  deps: Deps,
  { uid, email, challenge }: Omit<AskedEnding, 'what'>,
  caller: Caller,
): Promise<Result<null>> {
  const admitted = await admitEnding(deps, { what: 'stop', uid, email, challenge }, caller);
  if (!admitted.ok) return admitted;
  return inSameTime(deps, () => stopAll(deps, uid, email));
}

async function stopAll(deps: Deps, uid: string, email: string): Promise<Result<null>> {
  const found = await monthliesOfAddress(deps, uid, email, 'running');
  if (!found.ok) return found;
  // What Stripe does not answer is noted, and the next look repeats it.
  for (const monthly of found.value) await stopMonthly(deps, monthly, 'fan');
  return ok(null);
}

/**
 * Withdraws from every monthly tip of an owner's fan with this address and this card that is within its time, whether it runs or has ended. Unlike a
 * stop it gives money back and cannot be taken back, so an address alone is no proof. Whatever is typed, the answer is the same, after the same time
 * unless Stripe takes long (same-time.ts). Address and digits are in this call alone: they are neither stored nor logged. Fails with
 * `too-many-requests` or `challenge-required`, and with `service-unavailable` while Stripe does not answer.
 */
export async function withdrawByEmail(
  deps: Deps,
  { uid, challenge, ...typed }: DeclaredWithdrawal & Omit<AskedEnding, 'what'>,
  caller: Caller,
): Promise<Result<null>> {
  const asked = { what: 'withdraw', uid, email: typed.email, challenge } as const;
  const admitted = await admitEnding(deps, asked, caller);
  if (!admitted.ok) return admitted;
  return inSameTime(deps, () => withdrawAll(deps, uid, typed));
}

async function withdrawAll(
  deps: Deps,
  uid: string,
  { email, cardLast4 }: DeclaredWithdrawal,
): Promise<Result<null>> {
  // Also those that have ended: the days to withdraw go on after a stop.
  const found = await monthliesOfAddress(deps, uid, email, 'all');
  if (!found.ok) return found;
  const ofCard = found.value.filter(({ card }) => card?.last4 === cardLast4);
  // Together: each is noted before Stripe is asked, and what Stripe does not answer is repeated by the next look.
  await Promise.all(ofCard.map((monthly) => withdrawOne(deps, monthly)));
  return ok(null);
}

async function withdrawOne(deps: Deps, monthly: Monthly): Promise<void> {
  const allowed = await withdrawable(deps, monthly);
  if (allowed.ok) await withdrawMonthly(deps, monthly);
}
