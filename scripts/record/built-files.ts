import { readdir, readFile } from 'node:fs/promises';
import { brotliCompressSync } from 'node:zlib';
import { npmFiles } from '@busker/widget/npm-files';
import { root } from './root';
import type { Json, Recorded } from './compare';

/** Bytes as brotli sends them may differ by this part, and by this number where that is more. Renamed chunks and lost ones are always a change. */
const tolerance = { part: 0.01, bytes: 40 };

/** The name of a file without the version of the release and the hash that Rollup adds: six characters in the embed, eight in the npm package. */
const plainName = (file: string): string =>
  file
    .replace(/^\/*/, '')
    .replace(/^\d+\.\d+\.\d+\//, 'VERSION/')
    .replace(/^(VERSION\/.*)-[\w-]{6}\.js$/, '$1-HASH.js')
    .replace(/^(chunks\/.*)-[\w-]{8}\.js$/, '$1-HASH.js');

async function sizesBelow(folder: string): Promise<Json> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => {
    throw new Error(`${folder.replace(root, '')} is not built: npm run build`);
  });
  const scripts = files
    .filter((file) => file.isFile() && /\.(js|d\.ts|json)$/.test(file.name))
    .map((file) => `${file.parentPath}/${file.name}`);
  const rows = await Promise.all(
    scripts.map(async (path) => {
      const size = brotliCompressSync(await readFile(path)).length;
      return [plainName(path.slice(folder.length)), size] as const;
    }),
  );
  return Object.fromEntries(rows.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Every script of the embed with its size as brotli sends it. */
export const embedFiles = (): Promise<Json> => sizesBelow(`${root}dist/embed/`);

/** The same of the npm package. */
export const npmPackageFiles = (): Promise<Json> => sizesBelow(`${root}dist/npm/`);

/** Files that came or went, and sizes outside of the tolerance. */
export function otherSizes(recorded: Recorded, now: Recorded): readonly string[] {
  const [before, after] = [recorded, now] as Readonly<Record<string, number>>[];
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...names].flatMap((name) => {
    const [was, is] = [before?.[name], after?.[name]];
    if (was === undefined) return [`${name}: new, ${is} B`];
    if (is === undefined) return [`${name}: gone, had ${was} B`];
    const most = Math.max(tolerance.bytes, was * tolerance.part);
    return Math.abs(is - was) > most
      ? [`${name}: ${was} B is now ${is} B, more than ${Math.round(most)} B apart`]
      : [];
  });
}

const files = npmFiles('0.0.0');
const text = (name: string): string => files[name] ?? '';

export const packageManifest = (): Json => JSON.parse(text('package.json')) as Json;
export const customElementsFile = (): Json => JSON.parse(text('custom-elements.json')) as Json;

/** Every file of types, one after the other. */
export const packageTypings = (): string =>
  Object.keys(files)
    .filter((name) => name.endsWith('.d.ts'))
    .map((name) => `// ${name}\n${text(name)}`)
    .join('\n');
