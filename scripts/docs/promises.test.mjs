import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { root } from '../run.mjs';

/** `path/of/a.test.ts` › `title`: what holds a promise, as docs/promises.md names it. */
const reference = /`([\w./-]+)` › `([^`]+)`/g;

async function rows() {
  const text = await readFile(`${root}docs/promises.md`, 'utf8');
  const lines = text.split('\n').filter((line) => line.startsWith('| ') && !/^\| *(-+|complaint)/.test(line));
  return lines.map((line) => ({
    complaint: line.split('|')[1]?.trim() ?? '',
    held: [...line.matchAll(reference)].map(([, file = '', title = '']) => ({ file, title })),
  }));
}

it('every complaint of the page of promises names a test that is there, by file and title', async () => {
  const all = await rows();
  expect(all.length).toBeGreaterThan(50);
  const missing = [];
  for (const { complaint, held } of all) {
    if (held.length === 0) missing.push(`${complaint}: no test`);
    for (const { file, title } of held) {
      const source = existsSync(root + file) ? await readFile(root + file, 'utf8') : '';
      if (!['"', "'", '\u0060'].some((quote) => source.includes(quote + title + quote)))
        missing.push(`${complaint}: ${file} has no “${title}”`);
    }
  }
  expect(missing).toEqual([]);
});
