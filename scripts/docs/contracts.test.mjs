import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { root } from '../run.mjs';
import { sourceFiles } from '../source-files.mjs';

const files = await sourceFiles();
const pages = files.filter((file) =>
  /^docs\/contracts\/(?!README|monthly-scenarios|ways-scenarios)[\w-]+\.md$/.test(file),
);
const sources = files.filter(
  (file) => /\.(ts|tsx|mjs)$/.test(file) && file !== 'scripts/docs/contracts.test.mjs',
);
const read = (file) => readFile(root + file, 'utf8');

/** The rows of a page's tables: their first cell, without the header and the line below it. */
const rowsOf = (page) =>
  page
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| *(-+|id) /.test(line))
    .map((line) => line.split('|')[1]?.trim() ?? '');

/** What may follow the comment `Holds …`: a test that runs, a table of tests, or a size limit. Not a test that is skipped. */
const heldBy =
  /^\s*((it|test|describe)(\.(each|sequential|concurrent|for))?[(`<]|(export )?const |\{ name: )/;

function markersOf(file, text) {
  const lines = text.split('\n');
  return lines.flatMap((line, index) => {
    const ids = /^\s*\/\/ Holds ([a-z]+-\d{3}(?:, [a-z]+-\d{3})*)\.$/.exec(line)?.[1];
    if (ids === undefined) return [];
    const next = lines.slice(index + 1).find((other) => !/^\s*(\/\/|\/?\*)/.test(other)) ?? '';
    return ids.split(', ').map((id) => ({ id, at: `${file}:${index + 1}`, holds: heldBy.test(next) }));
  });
}

const ids = (await Promise.all(pages.map(async (page) => rowsOf(await read(page))))).flat();
const markers = (await Promise.all(sources.map(async (file) => markersOf(file, await read(file))))).flat();

describe('the contracts', () => {
  it('give each row an id of its own', () => {
    expect(pages).toHaveLength(6);
    expect(ids.length).toBeGreaterThan(450);
    expect(ids.filter((id, index) => !/^[a-z]+-\d{3}$/.test(id) || ids.indexOf(id) !== index)).toEqual([]);
  });

  it('have a test for each row', () => {
    const held = new Set(markers.map(({ id }) => id));
    expect(ids.filter((id) => !held.has(id))).toEqual([]);
  });

  it('have a row for each id that a test names', () => {
    const known = new Set(ids);
    expect(markers.filter(({ id }) => !known.has(id))).toEqual([]);
  });

  it('are held by tests that run', () => {
    expect(markers.filter(({ holds }) => !holds)).toEqual([]);
  });
});
