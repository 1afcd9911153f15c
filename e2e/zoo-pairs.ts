import fc from 'fast-check';
import { oddities } from '../examples/zoo/oddities';
import type { Oddity } from '../examples/zoo/oddity';

export type Pair = readonly [string, string];

const hinders = (oddity: Oddity | undefined): boolean =>
  oddity?.ends === 'links' || oddity?.headers !== undefined;

/** Two oddities of which one keeps the other's page from having a card at all make no page for Busker. */
function makesACard([one, other]: Pair): boolean {
  const [a, b] = [oddities[one], oddities[other]];
  return !(a?.needsScripts && hinders(b)) && !(b?.needsScripts && hinders(a));
}

/** A policy of one page can forbid the script by which the other one brings the card, and of two ways to bring it the page has the first. */
export const mayKeepLinks = (pair: Pair): boolean => pair.some((name) => hinders(oddities[name]));

/** So many pairs of oddities, the same ones for the same seed. */
export function drawPairs(count: number, seed: number): readonly Pair[] {
  const name = fc.constantFrom(...Object.keys(oddities));
  const pair = fc.tuple(name, name).filter(([one, other]) => one !== other);
  return fc.sample(pair.filter(makesACard), { numRuns: count, seed });
}
