import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { root } from '../run.mjs';
import { sourceFiles } from '../source-files.mjs';

const read = (file) => readFile(root + file, 'utf8');
const rows = (await read('docs/contracts/monthly-scenarios.md'))
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()));
const listOf = (cell) => cell.split(', ').filter(Boolean);
const scenarios = rows.map(([, number, , promises, tests]) => ({
  number: Number(number),
  promises: listOf(promises),
  tests: listOf(tests),
}));

it('lists each scenario of monthly tips once, in their order', () => {
  expect(scenarios.map(({ number }) => number)).toEqual(Array.from({ length: 47 }, (_, index) => index + 1));
  expect(scenarios.filter(({ promises, tests }) => promises.length * tests.length === 0)).toEqual([]);
});

it('names only test files that there are', async () => {
  const files = new Set(await sourceFiles());
  expect(scenarios.flatMap(({ tests }) => tests).filter((file) => !files.has(file))).toEqual([]);
});

it('has a test for each promise of a scenario in one of its files', async () => {
  const missing = [];
  for (const { number, promises, tests } of scenarios) {
    const texts = await Promise.all(tests.map(read));
    const held = new Set(texts.flatMap((text) => text.match(/(?<=\/\/ Holds .*)pay-\d{3}/g) ?? []));
    missing.push(...promises.filter((id) => !held.has(id)).map((id) => `${number}: ${id}`));
  }
  expect(missing).toEqual([]);
});
