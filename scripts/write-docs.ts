// npx tsx scripts/write-docs.ts: writes the tables and policies of these pages, and docs/errors.md, from the code.
import { readFile, writeFile } from 'node:fs/promises';
import { errorsPage } from '@busker/core/base/problem-codes';
import { format, resolveConfig } from 'prettier';
import { filledPages, fillMarked } from './docs/fill-marked';

for (const page of filledPages) {
  const options = await resolveConfig(page);
  const filled = fillMarked(await readFile(page, 'utf8'));
  await writeFile(page, await format(filled, { ...options, parser: 'markdown' }));
}
await writeFile('docs/errors.md', errorsPage());
