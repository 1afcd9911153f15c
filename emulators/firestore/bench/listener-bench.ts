import { queryTarget, testListening, type TestListening } from '../testing/test-client';
import { commitTo, int, nameOf, set } from '../testing/test-database';
import type { TargetMessage } from '../wire/messages';
import { type BenchRow, median, timed } from '../../../bench/bench-row';

const LISTENERS = 1000;
const ROUNDS = 15;
const COMMITS = 400;

function prepared(listeners: number): TestListening {
  const listening = testListening();
  for (let i = 0; i < listeners; i++) {
    const target: TargetMessage =
      i % 2 === 0
        ? { targetId: 1, documents: { documents: [nameOf(`idle/d${i}`)] } }
        : queryTarget(1, { from: [{ collectionId: `idle${i}` }], limit: 10 });
    listening.connect().add(target);
  }
  return listening;
}

function commitTime({ database }: TestListening, round: number): number {
  return timed(() => {
    for (let i = 0; i < COMMITS; i++)
      commitTo(database, set(`busy/d${i % 50}`, { n: int(round * COMMITS + i) }));
  });
}

/** The cost of a commit while 1,000 listeners watch other documents. Rounds with and without listeners alternate. */
export function run(): Promise<BenchRow[]> {
  const alone = prepared(0);
  const watched = prepared(LISTENERS);
  commitTime(alone, -1);
  commitTime(watched, -1);
  const without: number[] = [];
  const withIdle: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    without.push(commitTime(alone, round));
    withIdle.push(commitTime(watched, round));
  }
  const value = median(withIdle) / median(without);
  return Promise.resolve([
    { what: 'commit with 1,000 idle listeners, relative to none', value, unit: 'ratio', atMost: 1.5 },
    { what: 'commit without listeners', value: median(without) / COMMITS, unit: 'ms', atMost: null },
  ]);
}
