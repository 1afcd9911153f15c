import { expect, it } from 'vitest';
import { documentKinds } from './document-kinds';
import { documentRows } from '../../core/testing/document-rows';

/** The wall has a row of its own kind. Nothing writes a shard of the support or a year’s counts whole: they are only added to. */
const others = new Set(['Wall', 'SupportShard', 'YearCounts']);

// Holds pay-438.
it('every type of document has a row in the contract of the stores', async () => {
  const rows = new Set<unknown>(documentRows.map(([, , , decode]) => decode));
  const missing = [...(await documentKinds())].flatMap(([name, { decode }]) =>
    others.has(name) || rows.has(decode) ? [] : [name],
  );
  expect(missing).toEqual([]);
  expect(rows.size).toBeGreaterThan(50);
});
