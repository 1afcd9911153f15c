import { readdir } from 'node:fs/promises';
import { root, run } from './run.mjs';

const notSource = new Set([
  'node_modules',
  'dist',
  '.git',
  '.busker',
  'coverage',
  'test-results',
  'playwright-report',
]);

/** Every file below a folder of the repository, as paths from its root `top`; does not need git (a downloaded archive has none). */
export async function sourceFiles(folder = '', top = root) {
  const entries = await readdir(top + folder, { withFileTypes: true });
  const found = entries.map((entry) => {
    const path = folder ? `${folder}/${entry.name}` : entry.name;
    if (notSource.has(entry.name)) return [];
    return entry.isDirectory() ? sourceFiles(path, top) : [path];
  });
  return (await Promise.all(found)).flat().toSorted();
}

/**
 * The files that differ from the last landed commit (the merge base with `origin/main`, or with `main` where there is no such branch), in commits or in
 * the working tree; null where git does not say.
 * @param {(...args: string[]) => Promise<{ code: number, output: string }>} git
 */
export async function changedFiles(git = (...args) => run('git', args)) {
  const asked = async (...args) => {
    const { code, output } = await git(...args);
    if (code !== 0) throw new Error(output);
    return output.trim();
  };
  try {
    const base = await asked('merge-base', 'HEAD', 'origin/main').catch(() =>
      asked('merge-base', 'HEAD', 'main'),
    );
    const lists = await Promise.all([
      asked('diff', '--name-only', '--diff-filter=d', base),
      asked('ls-files', '--others', '--exclude-standard'),
    ]);
    return [...new Set(lists.flatMap((list) => list.split('\n').filter(Boolean)))].toSorted();
  } catch {
    return null;
  }
}
