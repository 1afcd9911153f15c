import { appendFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, sep } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { emulatorTests, hashOfEmulators, noting, recordFile } from './emulators-tested.mjs';

let folder = '';
const write = async (file, text) => {
  await mkdir(dirname(folder + file), { recursive: true });
  await writeFile(folder + file, text);
};
beforeEach(async () => {
  folder = (await mkdtemp(join(tmpdir(), 'busker-emulators-'))) + sep;
  for (const file of [
    'emulators/stripe/refunds.ts',
    'emulators/README.md',
    'rules/firestore.rules',
    'package-lock.json',
    'scripts/configure-properties.ts',
    'scripts/test-depth.ts',
    'vitest.config.mjs',
    'widget/card.tsx',
  ])
    await write(file, `${file}\n`);
});
afterEach(() => rm(folder, { recursive: true }));

const counts = { passed: 1667, failed: 0 };
/** A run of the emulators' own tests that ends with these counts. */
const ran = (result = counts, meanwhile = () => Promise.resolve()) => {
  const step = { says: 'the tests', run: () => meanwhile().then(() => result) };
  return noting(step, { folder, now: () => new Date('2026-11-29T08:00:00Z') }).run(() => undefined);
};
const due = async () => (await emulatorTests(folder)).due;
const record = () => readFile(folder + recordFile, 'utf8').then(JSON.parse);

it('notes for which files the tests passed, and says that the note belongs into the commit', async () => {
  expect(await ran()).toEqual({ ...counts, notRun: [`${recordFile} notes that they passed: commit it`] });
  expect(await record()).toEqual({
    hash: await hashOfEmulators(folder),
    testedOn: '2026-11-29',
    passed: 1667,
  });
  expect(await emulatorTests(folder)).toEqual({
    due: false,
    says: 'their own tests do not run: they passed on 2026-11-29 with these very files',
  });
});

it('notes the same files only once', async () => {
  await ran();
  expect(await ran()).toEqual(counts);
});

it.each([
  'emulators/stripe/refunds.ts',
  'rules/firestore.rules',
  'package-lock.json',
  'vitest.config.mjs',
  'scripts/test-depth.ts',
])('lets the tests run after a change of %s, however many commits came after it', async (file) => {
  await ran();
  await appendFile(folder + file, 'changed');
  expect(await emulatorTests(folder)).toEqual({
    due: true,
    says: 'their own tests run: their files are not those of 2026-11-29 in emulators/tested.json',
  });
});

it('lets the tests run for a new file and for one that has gone', async () => {
  await ran();
  await write('emulators/auth/new.ts', '');
  expect(await due()).toBe(true);
  await ran();
  await rm(`${folder}emulators/auth/new.ts`);
  expect(await due()).toBe(true);
});

it('leaves the tests out after changes of other folders and of documents', async () => {
  await ran();
  await appendFile(`${folder}widget/card.tsx`, 'changed');
  await appendFile(`${folder}emulators/README.md`, 'changed');
  expect(await due()).toBe(false);
});

it('lets the tests run where there is no note, or none that can be read', async () => {
  const unread = { due: true, says: 'their own tests run: there is no emulators/tested.json to read' };
  expect(await emulatorTests(folder)).toEqual(unread);
  await write(recordFile, '<<<<<<< HEAD');
  expect(await emulatorTests(folder)).toEqual(unread);
});

it('notes nothing when a test failed, none ran, or a file changed meanwhile', async () => {
  await ran({ passed: 1666, failed: 1 });
  await ran({ passed: 0, failed: 0 });
  await ran(counts, () => appendFile(`${folder}rules/firestore.rules`, 'changed'));
  expect(await due()).toBe(true);
  await expect(record()).rejects.toThrow('ENOENT');
});
