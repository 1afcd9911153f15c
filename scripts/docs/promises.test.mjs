import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { root } from '../run.mjs';

/** `path/of/a.test.ts` › `title`: what holds a promise, as the pages name it. */
const reference = /`([\w./-]+)` › `([^`]+)`/g;

async function rows(page) {
  const text = await readFile(root + page, 'utf8');
  const lines = text
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| *(-+|complaint|promise)/.test(line));
  return lines.map((line) => ({
    promise: line.split('|')[1]?.trim() ?? '',
    held: [...line.matchAll(reference)].map(([, file = '', title = '']) => ({ file, title })),
  }));
}

it.each(['docs/promises.md', 'docs/tag-contract.md', 'docs/dashboard-contract.md'])(
  'every line of %s names a test that is there',
  async (page) => {
    const all = await rows(page);
    expect(all.length).toBeGreaterThan(50);
    const missing = [];
    for (const { promise, held } of all) {
      if (held.length === 0) missing.push(`${promise}: no test`);
      for (const { file, title } of held) {
        const source = existsSync(root + file) ? await readFile(root + file, 'utf8') : '';
        if (!['"', "'", '\u0060'].some((quote) => source.includes(quote + title + quote)))
          missing.push(`${promise}: ${file} has no “${title}”`);
      }
    }
    expect(missing).toEqual([]);
  },
);
