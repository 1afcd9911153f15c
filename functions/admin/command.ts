import { parseArgs, type ParseArgsConfig } from 'node:util';
import { fail, ok, type Result } from '../../core/base/result';
import { isLimitedPart, type LimitedPart } from '../../core/profile/standing';

/** One verb of `npm run admin`. The table in docs/operations.md is generated from these. */
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
  readonly json: boolean;
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

export interface LimitOptions {
  readonly parts: readonly LimitedPart[];
  readonly days: number | null;
}

/** The options `--part`, which takes a list with commas, and `--days`. */
export function limitOptions(given: {
  readonly part: string;
  readonly days?: string | undefined;
}): Result<LimitOptions, string> {
  const parts = given.part.split(',').filter(Boolean);
  if (!parts.every(isLimitedPart)) return fail('A part is picture, bio or link:<id>; show lists the ids.');
  const days = given.days === undefined ? null : Number(given.days);
  if (days !== null && !(Number.isInteger(days) && days > 0))
    return fail('--days is a whole number above 0.');
  return ok({ parts, days });
}
