import { run } from './run.mjs';

/** What the tests of the emulators depend on: they import nothing of the product. */
const theirs =
  /^(emulators|rules)\/|^package(-lock)?\.json$|^(vitest\.config\.mjs|tsconfig\.json)$|^scripts\/(test-depth|configure-properties)\.ts$/;

/**
 * Whether something that the tests of the emulators depend on differs from the last landed commit (`origin/main`), in commits or in the
 * working tree. Also true where that is unknown: in CI, without that branch, and on the landed commit itself.
 * @param {Record<string, string | undefined>} env
 * @param {(...args: string[]) => Promise<{ code: number, output: string }>} git
 */
export async function emulatorsChanged(env = process.env, git = (...args) => run('git', args)) {
  if (env.CI) return true;
  const base = await git('merge-base', 'HEAD', 'origin/main').catch(() => ({ code: 1, output: '' }));
  if (base.code !== 0) return true;
  const answers = await Promise.all([
    git('diff', '--name-only', base.output.trim()),
    git('ls-files', '--others', '--exclude-standard'),
  ]);
  if (answers.some(({ code }) => code !== 0)) return true;
  const files = answers.flatMap(({ output }) => output.split('\n').filter(Boolean));
  return files.length === 0 || files.some((file) => theirs.test(file));
}
