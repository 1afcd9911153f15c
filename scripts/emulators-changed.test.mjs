import { expect, it } from 'vitest';
import { emulatorsChanged } from './emulators-changed.mjs';

/** A git whose commands print these; one that is missing fails. */
const gitWith = (printed) => (command) => {
  const output = printed[command];
  return Promise.resolve(output === undefined ? { code: 128, output: 'fatal' } : { code: 0, output });
};
const landed = { 'merge-base': 'abc\n', diff: '', 'ls-files': '' };
const changed = (printed, env = {}) => emulatorsChanged(env, gitWith({ ...landed, ...printed }));

it.each([
  ['emulators/stripe/routes/refunds.ts'],
  ['rules/firestore.rules'],
  ['package-lock.json'],
  ['vitest.config.mjs'],
])('is true after a change of %s', async (file) => {
  expect(await changed({ diff: `widget/card/card.tsx\n${file}\n` })).toBe(true);
  expect(await changed({ diff: 'README.md\n', 'ls-files': `${file}\n` })).toBe(true);
});

it('is false when only other files changed', async () => {
  expect(await changed({ diff: 'widget/card/card.tsx\nlocal/rules.md\n' })).toBe(false);
});

it('is true where there is nothing to compare with: in CI, without the branch, on the landed commit, without git', async () => {
  expect(await changed({ diff: 'README.md\n' }, { CI: '1' })).toBe(true);
  expect(await changed({ diff: 'README.md\n', 'merge-base': undefined })).toBe(true);
  expect(await changed({})).toBe(true);
  expect(await emulatorsChanged({}, () => Promise.reject(new Error('ENOENT')))).toBe(true);
});
