import type { SecretVersion } from '../google/secret-manager';

const day = 24 * 60 * 60 * 1000;

export interface PruneRules {
  /** The number of newest versions to keep. */
  readonly keep: number;
  /** Versions that a running revision uses or a release record names. Without its version, an instance cannot start. */
  readonly named: readonly number[];
  readonly now: number;
}

/** The versions that may be destroyed: they are older than thirty days, not among the newest, and not used by a revision or release. */
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
