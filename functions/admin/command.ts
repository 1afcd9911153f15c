import { parseArgs, type ParseArgsConfig } from 'node:util';
import { fail, ok, problem, type Result } from '@busker/core/base/result';
import { isLimitedPart, type Decider, type LimitedPart } from '@busker/core/moderation/standing';
import type { Deps, Owner } from '../deps';

/** One verb of `npm run admin`. The table in docs/hosts/operations.md is generated from these. */
export interface AdminVerb {
  readonly name: string;
  /** The arguments after the verb, as the usage line shows them. */
  readonly takes: string;
  readonly says: string;
  /** Whether it changes anything, and therefore needs `--yes`. */
  readonly writes: boolean;
}

/** Options of the command itself. No verb reads them. */
export interface AdminOptions {
  readonly local: boolean;
  /** The person's name for the audit, on local servers. */
  readonly as: string;
}

/** The result of a command. `--json` prints `data`. */
export interface AdminOutcome {
  readonly done: boolean;
  readonly lines: readonly string[];
  readonly data: unknown;
}

/** The options and words of a command line. The problem is one sentence about the word that is wrong. */
export function commandWords<T extends ParseArgsConfig>(
  config: T,
): Result<ReturnType<typeof parseArgs<T>>, string> {
  try {
    return ok(parseArgs(config));
  } catch (error) {
    const [sentence = ''] = (error instanceof Error ? error.message : String(error)).split('. To specify');
    return fail(sentence);
  }
}

interface LimitOptions {
  readonly parts: readonly LimitedPart[];
  readonly days: number | null;
}

/** The options `--part`, which takes a list with commas, and `--days`. */
export function limitOptions(given: {
  readonly part: string;
  readonly days?: string | undefined;
}): Result<LimitOptions, string> {
  const parts = given.part.split(',').filter(Boolean);
  if (!parts.every(isLimitedPart))
    return fail('A part is picture, bio, link:<id> or block:<id>; show lists the ids.');
  const days = given.days === undefined ? null : Number(given.days);
  if (days !== null && !(Number.isInteger(days) && days > 0))
    return fail('--days is a whole number above 0.');
  return ok({ parts, days });
}

const freshMs = 15 * 60_000;

/** Refuses what a moderator or admin wants to do to their own profile here. Who runs the host can use the command line. */
export const ownProfile = problem('act-refused', {
  detail: 'This is your own profile. Somebody else has to decide.',
});

/** The signed-in moderator or admin. The right is read from the sign-in service each time, so that taking it away has effect at once. */
export async function deciderOf(
  { users, clock }: Pick<Deps, 'users' | 'clock'>,
  { uid, signedInAt }: Owner,
): Promise<Result<Decider>> {
  const user = await users.find({ uid });
  if (user === undefined || user.role === null) return fail(problem('moderator-needed'));
  if (clock.now() - signedInAt > freshMs) return fail(problem('recent-sign-in-required'));
  return ok({ uid, name: user.email ?? uid, role: user.role });
}
