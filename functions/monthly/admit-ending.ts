import { problem } from '../../core/base/problem';
import { fail, ok, type Result } from '../../core/base/result';
import type { Deps } from '../deps';
import { fingerprint } from '../http/signed-token';
import { knownAddress, type Caller } from '../limits/caller';
import type { LimitRule } from '../limits/limit-counter';
import { tooMany } from '../tips/create/admit-tip';
import { tipRules } from '../tips/tip-rate-limits';

/** A stop or a withdrawal that somebody asks for without the key of the receipt. */
export interface AskedEnding {
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
export async function admitEnding(
  deps: AdmitDeps,
  asked: AskedEnding,
  caller: Caller,
): Promise<Result<null>> {
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
