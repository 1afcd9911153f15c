import { fail, ok, type Result } from '../../core/base/result';
import { isLimitedPart, type LimitedPart } from '../../core/profile/standing';

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
