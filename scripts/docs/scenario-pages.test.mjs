import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { root } from '../run.mjs';
import { sourceFiles } from '../source-files.mjs';

const read = (file) => readFile(root + file, 'utf8');
const files = new Set(await sourceFiles());
const listOf = (cell) => cell.split(', ').filter(Boolean);

/** The rows of a page: number, promises and test files of each scenario. */
async function scenariosOf(page) {
  const lines = (await read(`docs/contracts/${page}.md`)).split('\n').filter((line) => /^\| \d/.test(line));
  return lines.map((line) => {
    const [, number, , promises = '', tests = ''] = line.split('|').map((cell) => cell.trim());
    return { number: Number(number), promises: listOf(promises), tests: listOf(tests) };
  });
}

describe.each([
  ['monthly-scenarios', 47],
  ['ways-scenarios', 32],
])('%s', async (page, count) => {
  const scenarios = await scenariosOf(page);

  it('lists each scenario once, in their order, with a promise and a test', () => {
    expect(scenarios.map(({ number }) => number)).toEqual(Array.from({ length: count }, (_, at) => at + 1));
    expect(scenarios.filter(({ promises, tests }) => promises.length * tests.length === 0)).toEqual([]);
  });

  it('names only test files that there are', () => {
    expect(scenarios.flatMap(({ tests }) => tests).filter((file) => !files.has(file))).toEqual([]);
  });

  it('has a test for each promise of a scenario in one of its files', async () => {
    const missing = [];
    for (const { number, promises, tests } of scenarios) {
      const texts = await Promise.all(tests.map(read));
      const held = new Set(texts.flatMap((text) => text.match(/(?<=\/\/ Holds .*)[a-z]+-\d{3}/g) ?? []));
      missing.push(...promises.filter((id) => !held.has(id)).map((id) => `${number}: ${id}`));
    }
    expect(missing).toEqual([]);
  });
});
