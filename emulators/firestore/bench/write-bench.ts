import { type BenchRow, median, timed } from '../../../bench/bench-row';
import type { Database } from '../engine/database';
import { compileQuery } from '../query/run-query';
import { parseQuery } from '../query/parse-query';
import {
  queryTarget,
  testListening,
  type TestListening,
  commitTo,
  DATABASE,
  int,
  inMemoryDatabase,
  nameOf,
  set,
  text,
} from '../testing/test-client';
import type { TargetMessage } from '../wire/messages';

const DOCUMENTS = 50_000;
const WRITES = 500;
const ROUNDS = 15;

const tip = (n: number, round: number) =>
  set(`tips/t${n}`, {
    amount: int((n * 7919 + round * 13) % 10_007),
    status: text(`s${(n + round) % 10}`),
    at: { timestampValue: new Date(1.7e12 + n * 1000 + round).toISOString().replace('Z', '000Z') },
  });

function filled(): Database {
  const database = inMemoryDatabase();
  for (let from = 0; from < DOCUMENTS; from += WRITES)
    commitTo(database, ...Array.from({ length: WRITES }, (_, i) => tip(from + i, 0)));
  return database;
}

function query(database: Database, fieldPath: string): void {
  const structuredQuery = { from: [{ collectionId: 'tips' }], orderBy: [{ field: { fieldPath } }], limit: 1 };
  database.run(compileQuery(parseQuery(`${DATABASE}/documents`, structuredQuery)), new Map());
}

const round = (database: Database, number: number): number =>
  timed(() => {
    for (let i = 0; i < WRITES; i++) commitTo(database, tip((i * 97 + number * 31) % DOCUMENTS, number));
  });

const FIELDS = ['amount', 'status', 'at'];

/** The cost of commits that change one document each, with three field indexes and without. Rounds alternate. */
export function writes(): Promise<BenchRow[]> {
  const plain = filled();
  const indexed = filled();
  for (const field of FIELDS) query(indexed, field);
  const ratios: number[] = [];
  const updates: number[] = [];
  for (let number = 1; number <= ROUNDS; number++) {
    const without = round(plain, number);
    ratios.push(round(indexed, number) / without);
    updates.push(
      timed(() => {
        for (const field of FIELDS) query(indexed, field);
      }),
    );
  }
  return Promise.resolve([
    {
      what: 'commits to 50,000 documents, with three indexes relative to none',
      value: median(ratios),
      unit: 'ratio',
      atMost: 1.3,
    },
    {
      what: `three queries after ${WRITES} commits, which update their indexes`,
      value: median(updates),
      unit: 'ms',
      atMost: null,
    },
  ]);
}

const LISTENERS = 1000;
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
export function listeners(): Promise<BenchRow[]> {
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
