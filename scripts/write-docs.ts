// npx tsx scripts/write-docs.ts: writes the tables and policies of docs/embedding.md anew from the code.
import { readFile, writeFile } from 'node:fs/promises';
import { format, resolveConfig } from 'prettier';
import { fillMarked } from './docs/fill-marked';

const page = 'docs/embedding.md';
const options = await resolveConfig(page);
const filled = fillMarked(await readFile(page, 'utf8'));
await writeFile(page, await format(filled, { ...options, parser: 'markdown' }));
