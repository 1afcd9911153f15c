// node scripts/weights.mjs: what `npm ci` brings, by the dependency that asks for it. The second figure is what would go with it.
import { readFile, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './run.mjs';

const { packages } = JSON.parse(await readFile(`${root}package-lock.json`, 'utf8'));

/** Bytes of a package's own folder, without the packages inside it, which have rows of their own. */
async function bytesOf(folder) {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const sizes = entries.map(async (entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'node_modules' ? 0 : bytesOf(path);
    return entry.isFile() ? (await stat(path)).blocks * 512 : 0;
  });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

/** Node's own search: beside the package that asks, then one level up, and so on. */
function placeOf(wanted, from) {
  for (let place = from; ; place = place.slice(0, Math.max(0, place.lastIndexOf('node_modules/') - 1))) {
    const path = `${place === '' ? '' : `${place}/`}node_modules/${wanted}`;
    if (packages[path]) return path;
    if (place === '') return null;
  }
}

const asksFor = (path) => {
  const { dependencies, optionalDependencies, peerDependencies } = packages[path];
  return Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });
};

/** Every package that these dependencies need, themselves included. */
function reached(names) {
  const found = new Set();
  const open = names.flatMap((name) => placeOf(name, '') ?? []);
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (found.has(path)) continue;
    found.add(path);
    open.push(...asksFor(path).flatMap((name) => placeOf(name, path) ?? []));
  }
  return found;
}

/** Our own packages are entries outside of node_modules; these five ship. */
const ships = /^(core|widget|dashboard|overlay|functions)$/;
const own = Object.entries(packages).filter(([path]) => !path.includes('node_modules/'));
const asked = (entries) => {
  const all = entries.flatMap(([, each]) => Object.keys({ ...each.dependencies, ...each.devDependencies }));
  return [...new Set(all)].filter((name) => !packages[`node_modules/${name}`].link);
};
const names = asked(own);
const shipping = asked(own.filter(([path]) => ships.test(path)));
const bytes = new Map();
for (const path of reached(names)) bytes.set(path, await bytesOf(root + path));
const sum = (paths) => [...paths].reduce((total, path) => total + (bytes.get(path) ?? 0), 0);
const megabytes = (size) => `${(size / 1e6).toFixed(1)} MB`.padStart(10);

const rows = names.map((name) => {
  const all = reached([name]);
  const others = reached(names.filter((other) => other !== name));
  const alone = [...all].filter((path) => !others.has(path));
  return { name, kind: shipping.includes(name) ? '' : 'dev', all, alone, weight: sum(alone) };
});
console.log('   with all   alone  packages alone');
for (const { name, kind, all, alone, weight } of rows.toSorted((a, b) => b.weight - a.weight).slice(0, 25))
  console.log(
    `${megabytes(sum(all))}${megabytes(weight)} ${String(alone.length).padStart(5)}  ${name} ${kind}`,
  );
for (const { says, from } of [
  { says: 'what ships needs', from: shipping },
  { says: 'together', from: names },
]) {
  const found = reached(from);
  console.log(`${megabytes(sum(found))} in ${found.size} packages: ${says}`);
}
