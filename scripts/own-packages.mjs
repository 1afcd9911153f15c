import { readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';

const packages = join(import.meta.dirname, '../node_modules');

const known = new Map();

/** A package of this repository, through the link that `npm ci` lays for it. */
function packageOf(name) {
  if (!known.has(name)) {
    const folder = realpathSync(join(packages, name));
    known.set(name, {
      folder,
      exports: JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).exports,
    });
  }
  return known.get(name);
}

/** The file behind an import such as `@busker/core/money/money`, by `exports` of that package; null = it names no package of this repository. */
export function ownFile(source) {
  const [, name, path = ''] = /^(@busker\/[^/?]+)(\/[^?]+)?/.exec(source) ?? [];
  if (name === undefined) return null;
  const { folder, exports } = packageOf(name);
  const file = exports[`.${path}`];
  if (file === undefined) throw new Error(`${name} has no .${path} in exports of its package.json`);
  return join(folder, file);
}

/** For Rollup: our own packages, by the files' own paths and not by those of the links. An import with a query is that of another plugin. */
export const ownPackages = () => ({
  name: 'own-packages',
  resolveId: (source) => (source.includes('?') ? null : ownFile(source)),
});
