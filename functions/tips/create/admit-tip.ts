import { problem, fail, ok, type Problem, type Result } from '../../../core/base/result';
import type { TipRequest, TipSession } from '../../../core/api/tip-api';
import type { Deps } from '../../deps';
import type { Counter, LimitRule, LimitState } from '../../limits/limit-counter';
import type { ConditionalWrites, VersionedRead, Stored } from '../../store/store';
import { tipRules } from '../tip-rate-limits';
import type { Gate } from '../tip-tokens';
import { knownAddress, type Caller, type KnownAddress } from '../../limits/owner-limits';

type AdmitDeps = Pick<Deps, 'config' | 'limits' | 'challenge' | 'clock'>;

export function tooMany(states: readonly LimitState[]): Problem {
  const waits = states.filter(({ left }) => left < 0).map(({ waitMs }) => waitMs);
  const retryAfterSeconds = Math.max(1, Math.ceil(Math.max(0, ...waits) / 1000));
  return problem('too-many-requests', { figures: { retryAfterSeconds } });
}

const isOver = ({ left }: LimitState) => left < 0;

/** A rate this many times above a profile's limit cannot be real fans. */
const floodFactor = 10;

/** The rules that count a new tip, and those that make it suspicious. */
export interface AdmissionRules {
  readonly address: KnownAddress | null;
  readonly counted: readonly LimitRule[];
  readonly failures: readonly LimitRule[];
}

export function admissionRules(
  deps: AdmitDeps,
  gate: Gate,
  tipId: string,
  caller: Caller,
  isMonthly: boolean,
): AdmissionRules {
  const rules = tipRules(deps.config);
  const address = knownAddress(deps, caller);
  const monthly = address !== null && isMonthly ? [rules.monthlyByAddress(address.hash)] : [];
  const own = address === null ? [] : [...rules.address(address.hash), ...monthly];
  return {
    address,
    counted: [rules.session(gate.nonce), ...own, rules.profile(gate.uid, tipId)],
    failures: failureRules(deps, gate.uid, address),
  };
}

/** The documents of these rules: first the rules that a tip counts for, then the failures. */
export const admissionDocuments = ({ limits }: AdmitDeps, { counted, failures }: AdmissionRules) =>
  limits.documents([...counted, ...failures]);

type Verdict = 'admitted' | 'suspicious' | Problem;

/** A new tip to be admitted. */
export interface Applicant {
  readonly request: Pick<TipRequest, 'surface' | 'challenge'>;
  readonly caller: Caller;
  /** The counters of `admissionDocuments`, as they were read. */
  readonly counters: readonly VersionedRead<Counter>[];
  readonly draft: ConditionalWrites;
}

/** An admitted tip. Its draft was committed with the counters (`stored`), or the caller must still store it (`unstored`). */
export interface Admission {
  readonly draft: 'stored' | 'unstored';
}

/**
 * Counts a new tip and decides whether it may be made. The counters are one commit, and the draft of an admitted tip is part of it. A session or an
 * address with too many tips is refused, and the tip does not count for the profile. A profile's rate, recent failures and an unknown address only
 * require a challenge, or Stripe's own page where no challenge is configured: a flood must not close a profile for everybody.
 */
export async function admitTip(
  deps: AdmitDeps,
  rules: AdmissionRules,
  { request, caller, counters, draft }: Applicant,
): Promise<Result<Admission>> {
  const [counted, failed] = [counters.slice(0, rules.counted.length), counters.slice(rules.counted.length)];
  const failing = deps.limits.states(
    rules.failures,
    failed.map(({ value }) => value),
  );
  const judged = (states: readonly LimitState[]) => verdictOn(rules, states, failing, request);
  const { states, landed } = await deps.limits.countOnRead(rules.counted, counted, (after) =>
    judged(after) === 'admitted' ? draft : undefined,
  );
  const verdict = judged(states);
  if (verdict === 'admitted') return ok({ draft: landed ? 'stored' : 'unstored' });
  if (verdict !== 'suspicious') return fail(verdict);
  const answered = await checkChallenge(deps, request.challenge ?? '', caller);
  return answered.ok ? ok({ draft: 'unstored' }) : answered;
}

/** The challenge protects client secrets, with which many cards can be tried. Stripe's own page has its own protection. */
function verdictOn(
  { address, counted }: AdmissionRules,
  states: readonly LimitState[],
  failing: readonly LimitState[],
  { surface }: Pick<TipRequest, 'surface'>,
): Verdict {
  const [session, byAddress, profile] = [states[0], states.slice(1, -1), states.at(-1)];
  const points = counted.at(-1)?.points;
  if (session === undefined || profile === undefined || points === undefined)
    throw new Error('Every rule has its state');
  if (isOver(session)) return problem('session-expired');
  if (byAddress.some(isOver)) return tooMany(byAddress);
  const flooded = profile.count > points * floodFactor;
  if (surface === 'hosted') return flooded ? tooMany([profile]) : 'admitted';
  return address === null || isOver(profile) || failing.some(isOver) ? 'suspicious' : 'admitted';
}

function failureRules(
  { config }: Pick<AdmitDeps, 'config'>,
  uid: string,
  address: KnownAddress | null,
): readonly LimitRule[] {
  const rules = tipRules(config);
  const byAddress = address === null ? [] : [rules.failedByAddress(address.hash)];
  return [rules.failedByProfile(uid), ...byAddress];
}

/** A preview of the challenge for a new tip: the documents to read, and the verdict on them. */
export interface ChallengeAhead {
  readonly documents: readonly Stored<Counter>[];
  /** The challenge that a tip from this sheet would need: it is better shown at once. */
  due(counters: readonly (Counter | undefined)[]): TipSession['challenge'];
}

export function challengeAhead(deps: AdmitDeps, uid: string, caller: Caller): ChallengeAhead {
  const { challenge } = deps.config;
  if (challenge.kind === 'none') return { documents: [], due: () => null };
  const { kind, siteKey } = challenge;
  const address = knownAddress(deps, caller);
  const rules = failureRules(deps, uid, address);
  return {
    documents: deps.limits.documents(rules),
    due: (counters) =>
      address === null || deps.limits.states(rules, counters).some(isOver) ? { kind, siteKey } : null,
  };
}

async function checkChallenge(
  { config, challenge }: AdmitDeps,
  answer: string,
  { address }: Caller,
): Promise<Result<null>> {
  const asked = config.challenge;
  if (asked.kind === 'none') return fail(problem('hosted-required'));
  const { kind, siteKey } = asked;
  const required = fail(problem('challenge-required', { figures: { kind, siteKey } }));
  if (answer === '') return required;
  const verdict = await challenge.verify(answer, address);
  if (verdict === 'unavailable') return fail(problem('service-unavailable'));
  return verdict === 'person' ? ok(null) : required;
}
