import { run } from './run.mjs';

/** What the tests of the emulators depend on: they import nothing of the product. */
const theirs =
  /^(emulators|rules)\/|^package-lock\.json$|^vitest\.config\.mjs$|^scripts\/(test-depth|configure-properties)\.ts$/;

/**
 * Whether something that the tests of the emulators depend on differs from the last landed commit (the merge base with `origin/main`), in commits or
 * in the working tree; on a landed commit itself, from the commit before it. Also true where that is unknown. `says` is for people.
 * @param {(...args: string[]) => Promise<{ code: number, output: string }>} git
 */
export async function emulatorsChanged(git = (...args) => run('git', args)) {
  const asked = async (...args) => {
    const { code, output } = await git(...args);
    if (code !== 0) throw new Error(output);
    return output.trim();
  };
  try {
    const head = await asked('rev-parse', 'HEAD');
    const landed = await asked('merge-base', 'HEAD', 'origin/main');
    const base = landed === head ? await asked('rev-parse', 'HEAD~1') : landed;
    const lists = await Promise.all([
      asked('diff', '--name-only', base),
      asked('ls-files', '--others', '--exclude-standard'),
    ]);
    const found = lists.flatMap((list) => list.split('\n')).find((file) => theirs.test(file));
    const since = base.slice(0, 8);
    return found === undefined
      ? { changed: false, says: `their own tests do not run: nothing of theirs changed since ${since}` }
      : { changed: true, says: `their own tests run: ${found} changed since ${since}` };
  } catch {
    return {
      changed: true,
      says: 'their own tests run: git does not say what changed since the last landed commit',
    };
  }
}
