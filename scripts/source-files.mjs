import { readdir } from 'node:fs/promises';
import { root } from './run.mjs';

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
