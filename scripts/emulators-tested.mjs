import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { root } from './run.mjs';
import { sourceFiles } from './source-files.mjs';

/** Says for which files the emulators' own tests passed last, and stands in the repository. */
export const recordFile = 'emulators/tested.json';

/** What those tests depend on: they import nothing of the product. */
const folders = ['emulators', 'rules'];
const files = [
  'package-lock.json',
  'scripts/testing/every-test.ts',
  'scripts/emulator-packages.mjs',
  'scripts/load-servers.mjs',
  'scripts/testing/test-depth.ts',
  'vitest.config.mjs',
];

/** One hash over the names and contents of all that the emulators' own tests depend on; documents do not count. */
export async function hashOfEmulators(folder = root) {
  const inFolders = await Promise.all(folders.map((each) => sourceFiles(each, folder)));
  const all = [...inFolders.flat(), ...files].filter((file) => file !== recordFile && !file.endsWith('.md'));
  const hash = createHash('sha256');
  for (const file of all.toSorted()) {
    hash
      .update(`${file}\0`)
      .update(await readFile(folder + file))
      .update('\0');
  }
  return hash.digest('hex');
}

async function recordIn(folder) {
  try {
    const { hash, testedOn } = JSON.parse(await readFile(folder + recordFile, 'utf8'));
    return { hash, testedOn };
  } catch {
    return null;
  }
}

/**
 * Whether the emulators' own tests have to run: not if they passed with these very files, whatever the commits in between are. `says` is for people.
 * @returns {Promise<{ due: boolean, says: string }>}
 */
export async function emulatorTests(folder = root) {
  const record = await recordIn(folder);
  if (record === null) return { due: true, says: `their own tests run: there is no ${recordFile} to read` };
  return record.hash === (await hashOfEmulators(folder))
    ? {
        due: false,
        says: `their own tests do not run: they passed on ${record.testedOn} with these very files`,
      }
    : {
        due: true,
        says: `their own tests run: their files are not those of ${record.testedOn} in ${recordFile}`,
      };
}

/**
 * The step that runs them, and notes for which files they passed; what changes meanwhile is not noted.
 * @template {{ passed: number, failed: number, notRun?: string[] }} Result
 * @param {{ says: string, run: (saying: (text: string) => void) => Promise<Result> }} step
 */
export const noting = (step, { folder = root, now = () => new Date() } = {}) => ({
  ...step,
  async run(saying) {
    const hash = await hashOfEmulators(folder);
    const result = await step.run(saying);
    if (result.failed > 0 || result.passed === 0 || hash !== (await hashOfEmulators(folder))) return result;
    if ((await recordIn(folder))?.hash === hash) return result;
    const record = { hash, testedOn: now().toISOString().slice(0, 10), passed: result.passed };
    await writeFile(folder + recordFile, `${JSON.stringify(record, null, 2)}\n`);
    return {
      ...result,
      notRun: [...(result.notRun ?? []), `${recordFile} notes that they passed: commit it`],
    };
  },
});
