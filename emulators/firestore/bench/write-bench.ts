import { type BenchRow, median, timed } from '../../../bench/bench-row';
import type { Database } from '../engine/database';
import { compileQuery } from '../query/run-query';
import { parseQuery } from '../query/parse-query';
import { commitTo, DATABASE, int, inMemoryDatabase, set, text } from '../testing/test-database';

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
export function run(): Promise<BenchRow[]> {
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
