import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { documentRows } from '../../core/testing/document-rows';

/** The wall has a row of its own kind. Nothing writes a shard of the support or a year’s counts whole: they are only added to. */
const others = new Set(['decodeWall', 'decodeSupportShard', 'decodeYearCounts']);

// Holds pay-438.
it('every type of document has a row in the contract of the stores', async () => {
  const folder = new URL('../../core/documents/', import.meta.url);
  const names = readdirSync(folder).filter((name) => name.endsWith('-document.ts'));
  const modules = await Promise.all(
    names
      .filter((name) => name !== 'stored-document.ts')
      .map(async (name) => (await import(new URL(name, folder).href)) as Readonly<Record<string, unknown>>),
  );
  const rows = new Set<unknown>(documentRows.map(([, , , decode]) => decode));
  const missing = modules.flatMap((module) =>
    Object.entries(module).flatMap(([name, decode]) =>
      name.startsWith('decode') && !others.has(name) && !rows.has(decode) ? [name] : [],
    ),
  );
  expect(missing).toEqual([]);
  expect(rows.size).toBeGreaterThan(50);
});
