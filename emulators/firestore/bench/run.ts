import type { Database } from '../engine/database';
import { compileQuery } from '../query/run-query';
import { parseQuery } from '../query/parse-query';
import { commitTo, DATABASE, int, inMemoryDatabase, set, text } from '../testing/test-client';
import type { StructuredQuery } from '../wire/messages';
import { type BenchRow, median, timed } from '../../../bench/bench-row';
import { run as kills } from './kill-bench';
import { run as starts } from './start-bench';
import { listeners, writes } from './write-bench';

const DOCUMENTS = 50_000;
const RUNS = 25;

function filled(): Database {
  const database = inMemoryDatabase();
  for (let from = 0; from < DOCUMENTS; from += 500) {
    const writes = Array.from({ length: 500 }, (_, i) => {
      const n = from + i;
      return set(`tips/t${n}`, {
        amount: int((n * 7919) % 10_007),
        status: text(`s${n % 10}`),
        open: { booleanValue: n % 2 === 0 },
        at: { timestampValue: new Date(1.7e12 + n * 1000).toISOString().replace('Z', '000Z') },
      });
    });
    commitTo(database, ...writes);
  }
  return database;
}

const filter = (fieldPath: string, op: string, value: StructuredQueryValue) => ({
  fieldFilter: { field: { fieldPath }, op, value },
});

type StructuredQueryValue = ReturnType<typeof int> | ReturnType<typeof text> | { booleanValue: boolean };

const order = (fieldPath: string, direction = 'ASCENDING') => ({ field: { fieldPath }, direction });

const QUERIES: Record<string, StructuredQuery> = {
  'one equality, newest 20': {
    where: filter('status', 'EQUAL', text('s3')),
    orderBy: [order('at', 'DESCENDING')],
    limit: 20,
  },
  'two filters with a range, 20': {
    where: {
      compositeFilter: {
        op: 'AND',
        filters: [
          filter('amount', 'GREATER_THAN', int(500)),
          filter('open', 'EQUAL', { booleanValue: true }),
        ],
      },
    },
    orderBy: [order('amount')],
    limit: 20,
  },
  'offset 40,000, 20': { orderBy: [order('at')], offset: 40_000, limit: 20 },
  'two equalities without a match': {
    where: {
      compositeFilter: {
        op: 'AND',
        filters: [filter('status', 'EQUAL', text('s3')), filter('open', 'EQUAL', { booleanValue: true })],
      },
    },
    orderBy: [order('at')],
    limit: 20,
  },
};

/** Filtered, ordered and limited queries over one collection of 50,000 documents. */
function queries(): BenchRow[] {
  const database = filled();
  return Object.entries(QUERIES).flatMap(([name, query]): BenchRow[] => {
    const compiled = compileQuery(
      parseQuery(`${DATABASE}/documents`, { from: [{ collectionId: 'tips' }], ...query }),
    );
    const once = (): void => void database.run(compiled, new Map());
    const first = timed(once);
    const value = median(Array.from({ length: RUNS }, () => timed(once)));
    const scan = median(
      Array.from({ length: 5 }, () =>
        timed(
          () =>
            void [...database.tree.documents()].filter(compiled.matches).sort(compiled.compare).slice(0, 20),
        ),
      ),
    );
    return [
      { what: `query, 50,000 documents, ${name}: median`, value, unit: 'ms', atMost: 10 },
      {
        what: `query, 50,000 documents, ${name}: relative to a full scan`,
        value: value / scan,
        unit: 'ratio',
        atMost: 1,
      },
      {
        what: `query, 50,000 documents, ${name}: first run, builds the index`,
        value: first,
        unit: 'ms',
        atMost: null,
      },
    ];
  });
}

/** All benchmarks of the Firestore server. 200 kills take several minutes; `kills: 0` skips them. */
export async function run(
  options: { kills?: number; log?: (line: string) => void } = {},
): Promise<BenchRow[]> {
  const { kills: count = 200, log } = options;
  const rows = [...queries(), ...(await writes()), ...(await listeners()), ...(await starts())];
  return count === 0 ? rows : [...rows, ...(await kills(count, log))];
}
