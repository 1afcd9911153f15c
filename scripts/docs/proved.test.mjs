import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { contractsEnd, contractSuites, promisesOf, provedPage, provedRows } from '../proved-page.mjs';
import { root, run } from '../run.mjs';

const page = await readFile(`${root}docs/hosts/proved.md`, 'utf8');
const rows = provedRows(page);

// Holds host-065.
it('the page of proved promises lists the promises of every suite', async () => {
  const files = [...new Set(contractSuites.map(({ file }) => file))];
  const { code, output } = await run('vitest', ['list', ...files, '--json'], {
    env: { BUSKER_LIST_CONTRACTS: '1' },
  });
  expect(code).toBe(0);
  const listed = JSON.parse(output.slice(output.indexOf('[\n'), output.lastIndexOf(']') + 1));
  const wanted = contractSuites.flatMap(({ title, name }) =>
    promisesOf(listed, name).map((promise) => `${title}|${promise}`),
  );
  expect(wanted.length).toBeGreaterThan(60);
  expect([...rows.keys()].toSorted(), 'run: npm run contracts -- --list').toEqual(wanted.toSorted());
});

it('the page keeps the date of a proof until the promise is proved again', async () => {
  const suite = 'Stripe Connect';
  const row = { suite, promise: 'a: b (c)', proved: '2026-11-23', on: 'Stripe', isBroken: true };
  const written = await provedPage(page, [row]);
  expect(written).toContain('- **2026-11-23** on Stripe (did not hold in the latest run): a: b (c)');
  expect(provedRows(written).get(`${suite}|a: b (c)`)).toEqual({ proved: '2026-11-23', on: 'Stripe' });
  await expect(provedPage('# Proved\n', [row])).rejects.toThrow('does not say how to prove');
});

it('a run that could test no suite exits with 1, and --list does not', () => {
  const none = { suitesAsked: 0, broken: 0 };
  expect(contractsEnd({ ...none, isListOnly: false })).toMatchObject({ code: 1, says: expect.any(String) });
  expect(contractsEnd({ ...none, isListOnly: true }).code).toBe(0);
  expect(contractsEnd({ isListOnly: false, suitesAsked: 1, broken: 0 }).code).toBe(0);
  expect(contractsEnd({ isListOnly: false, suitesAsked: 1, broken: 2 }).code).toBe(1);
});
