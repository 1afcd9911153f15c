import type { SecretVersion } from '../google/secret-manager';

const day = 24 * 60 * 60 * 1000;

export interface PruneRules {
  /** So many of the newest versions stay. */
  readonly keep: number;
  /** Versions that a running revision or a release on record names: without one an instance could not start. */
  readonly named: readonly number[];
  readonly now: number;
}

/** The versions that may be destroyed: older than thirty days, not among the newest, and named by nothing that could run. */
export function prunable(
  versions: readonly SecretVersion[],
  { keep, named, now }: PruneRules,
): readonly number[] {
  return versions
    .toSorted((a, b) => b.number - a.number)
    .slice(keep)
    .filter(({ number, createdAt }) => now - createdAt > 30 * day && !named.includes(number))
    .map(({ number }) => number);
}
