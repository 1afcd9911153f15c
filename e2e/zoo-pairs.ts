import fc from 'fast-check';
import { oddities } from '../examples/zoo/oddities';
import type { Oddity } from '../examples/zoo/oddity';

export type Pair = readonly [string, string];

const hinders = (oddity: Oddity | undefined): boolean =>
  oddity?.ends === 'links' || oddity?.headers !== undefined;

/** Leaves out pairs in which one oddity can block the scripts that the other one needs for its card. */
function makesACard([one, other]: Pair): boolean {
  const [a, b] = [oddities[one], oddities[other]];
  return !(a?.needsScripts && hinders(b)) && !(b?.needsScripts && hinders(a));
}

/** One oddity's policy can forbid the other's loader script; and of two loader scripts, the page uses only the first. */
export const mayKeepLinks = (pair: Pair): boolean => pair.some((name) => hinders(oddities[name]));

/** This many pairs of oddities, always the same for the same seed. */
export function drawPairs(count: number, seed: number): readonly Pair[] {
  const name = fc.constantFrom(...Object.keys(oddities));
  const pair = fc.tuple(name, name).filter(([one, other]) => one !== other);
  return fc.sample(pair.filter(makesACard), { numRuns: count, seed });
}
