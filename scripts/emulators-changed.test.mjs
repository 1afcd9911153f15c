import { expect, it } from 'vitest';
import { emulatorsChanged } from './emulators-changed.mjs';

/** A git whose commands print these; one that is missing fails. */
const gitWith =
  (printed) =>
  (...words) => {
    const output = printed[words.join(' ')] ?? printed[words[0]];
    return Promise.resolve(output === undefined ? { code: 128, output: 'fatal' } : { code: 0, output });
  };
const branch = { 'rev-parse HEAD': 'head\n', 'merge-base': 'landed00\n', diff: '', 'ls-files': '' };
const changed = (printed) => emulatorsChanged(gitWith({ ...branch, ...printed }));

it.each([
  ['emulators/stripe/routes/refunds.ts'],
  ['rules/firestore.rules'],
  ['package-lock.json'],
  ['vitest.config.mjs'],
])('is true after a change of %s, and says so', async (file) => {
  const says = `their own tests run: ${file} changed since landed00`;
  expect(await changed({ diff: `widget/card/card.tsx\n${file}\n` })).toEqual({ changed: true, says });
  expect(await changed({ diff: 'README.md\n', 'ls-files': `${file}\n` })).toEqual({ changed: true, says });
});

it('is false when only other files changed, and says so', async () => {
  expect(await changed({ diff: 'widget/card/card.tsx\nlocal/rules.md\n' })).toEqual({
    changed: false,
    says: 'their own tests do not run: nothing of theirs changed since landed00',
  });
});

it('compares a landed commit with the one before it', async () => {
  const onLanded = { 'merge-base': 'head\n', 'rev-parse HEAD~1': 'before00\n' };
  const files = { 'diff --name-only before00': 'emulators/kit.ts\n' };
  expect(await changed({ ...onLanded, ...files })).toMatchObject({ changed: true });
  expect(await changed({ ...onLanded, 'diff --name-only before00': 'README.md\n' })).toMatchObject({
    changed: false,
  });
});

it('is true where there is nothing to compare with: without the branch, on a first commit, without git', async () => {
  const unknown = { changed: true, says: expect.stringContaining('git does not say') };
  expect(await changed({ 'merge-base': undefined })).toEqual(unknown);
  expect(await changed({ 'merge-base': 'head\n' })).toMatchObject({ changed: true });
  expect(await emulatorsChanged(() => Promise.reject(new Error('ENOENT')))).toEqual(unknown);
});
