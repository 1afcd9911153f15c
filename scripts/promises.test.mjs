import { describe, expect, it } from 'vitest';
import { heldBefore, readPromises, textsOfRepository } from './promises.mjs';

const page = '| id | promise |\n| --- | --- |\n| tag-001 | Links work |\n| tag-002 | So do tips |\n';
const holding = (id, next = "it('works', () => {") => `// Holds ${id}.\n${next}\n`;

/** What a repository says whose only page has two promises, the first of which a unit test holds. */
const read = (files) =>
  readPromises(
    new Map(
      Object.entries({ 'docs/contracts/tag.md': page, 'core/a.test.ts': holding('tag-001'), ...files }),
    ),
  );

describe('the list of promises', () => {
  it('says which lanes hold each', () => {
    const { promises, held, problems } = read({
      'core/b.test.ts': holding('tag-002'),
      'e2e/b.spec.ts': holding('tag-002', "test('works', async () => {"),
    });
    expect(promises.map(({ id, lanes }) => [id, lanes])).toEqual([
      ['tag-001', ['test']],
      ['tag-002', ['test', 'test:rest']],
    ]);
    expect({ held, problems }).toEqual({ held: 2, problems: [] });
  });

  it('counts a contract suite in the lanes of the tests that run it', () => {
    const suite = holding('tag-002', 'export const contract = () => {');
    const files = { 'core/contract.ts': suite, 'core/between.ts': "export { a } from './contract';" };
    expect(read(files)).toMatchObject({
      held: 1,
      problems: ['tag-002: no lane runs core/contract.ts:1'],
    });
    const run = "import { a } from '../core/between';";
    expect(read({ ...files, 'local/b.test.ts': run }).promises[1]?.lanes).toEqual(['test:rest']);
  });

  it('refuses a promise without a test, a test without a promise, a skipped test and an id that is there twice', () => {
    expect(read({}).problems).toEqual(['tag-002: no test holds it']);
    expect(read({ 'core/b.test.ts': holding('tag-002') + holding('tag-009') }).problems).toEqual([
      'core/b.test.ts:3: there is no promise tag-009',
    ]);
    expect(read({ 'core/b.test.ts': holding('tag-002', "it.skip('works', () => {") }).problems).toEqual([
      'core/b.test.ts:1: what follows "Holds tag-002" is no test that runs',
      'tag-002: no test holds it',
    ]);
    const files = { 'docs/contracts/host.md': page, 'core/b.test.ts': holding('tag-002') };
    expect(read(files).problems).toEqual(['tag-001: not an id of its own', 'tag-002: not an id of its own']);
  });

  it('refuses a promise that only `npm run test:long` holds, unless the reason stands beside it', () => {
    const inLong = (id) => ({ 'e2e/firefox.spec.ts': holding(id, "test('works', async () => {") });
    expect(read(inLong('tag-002')).problems).toEqual([
      'tag-002: only `npm run test:long` runs e2e/firefox.spec.ts:1, and no reason stands beside it',
    ]);
    const { problems, held } = read(inLong('tag-002 in test:long alone: few machines have a Firefox'));
    expect({ problems, held }).toEqual({ problems: [], held: 2 });
  });

  it('of this repository is whole, and not shorter than it was', async () => {
    const { pages, held, problems } = readPromises(await textsOfRepository());
    expect(problems).toEqual([]);
    expect(pages).toHaveLength(6);
    expect(held).toBeGreaterThanOrEqual(heldBefore);
  });
});
