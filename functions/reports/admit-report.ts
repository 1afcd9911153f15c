import { problem } from '../../core/base/problem';
import { fail, ok, type Result } from '../../core/base/result';
import type { Deps } from '../deps';
import { knownAddress, type Caller } from '../limits/caller';
import type { LimitRule } from '../limits/limit-counter';

const minute = 60_000;
const day = 24 * 60 * minute;

type AdmitDeps = Pick<Deps, 'config' | 'limits' | 'challenge' | 'clock'>;

/**
 * Many honest people may report one profile on one day, so with a challenge the server refuses only a single address. Too many reports in total, or
 * an unknown address, lead to a challenge.
 */
function rules(deps: AdmitDeps, caller: Caller) {
  const rule = (key: string, points: number, windowMs: number): LimitRule => ({
    key,
    points: points * deps.config.limitFactor,
    windowMs,
  });
  const hash = knownAddress(deps, caller)?.hash ?? null;
  return {
    byDay: hash === null ? [] : [rule(`report-day-${hash}`, 30, day)],
    shy: [
      ...(hash === null ? [] : [rule(`report-address-${hash}`, 3, 10 * minute)]),
      rule('reports-all', 60, 10 * minute),
    ].map((each) => ({ ...each, soft: true })),
  };
}

/**
 * Counts a report and decides whether it is taken. Above the rate the sender has to pass a challenge; where none is configured the report is refused,
 * and the page names the mail address instead.
 */
export async function admitReport(deps: AdmitDeps, caller: Caller, answer: string): Promise<Result<null>> {
  const { byDay, shy } = rules(deps, caller);
  const states = await deps.limits.count([...byDay, ...shy]);
  const isOver = states.map(({ left }) => left < 0);
  const waits = states.flatMap(({ left, waitMs }) => (left < 0 ? [waitMs] : []));
  const retryAfterSeconds = Math.max(1, Math.ceil(Math.max(0, ...waits) / 1000));
  const tooMany = fail(problem('too-many-requests', { figures: { retryAfterSeconds } }));
  if (byDay.length > 0 && isOver[0] === true) return tooMany;
  if (caller.address !== null && !isOver.includes(true)) return ok(null);
  if (deps.config.challenge.kind === 'none') {
    // An unknown address alone is no reason to refuse somebody who has no other way.
    return isOver.includes(true) ? tooMany : ok(null);
  }
  if (answer === '') return fail(problem('challenge-required'));
  const verdict = await deps.challenge.verify(answer, caller.address);
  if (verdict === 'unavailable') return fail(problem('service-unavailable'));
  return verdict === 'person' ? ok(null) : fail(problem('challenge-required'));
}
