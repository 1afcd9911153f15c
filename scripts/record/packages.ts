import { access, readFile, readdir } from 'node:fs/promises';
import { brotliCompressSync } from 'node:zlib';
import { npmFiles } from '@busker/widget/npm-files';
import { type Json, type Recorded, root } from './compare';
import { pathToFileURL } from 'node:url';

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

/** Files that programs outside of this repository import by these paths: they stay there, if need be as two lines that export from elsewhere. */
const entries = [
  'core/web/route-headers.ts',
  'emulators/auth/pages/serve-page.ts',
  'emulators/auth/start-auth.ts',
  'emulators/firestore/start-firestore.ts',
  'emulators/push/start-push.ts',
  'emulators/rules-engine/load-rules.ts',
  'emulators/storage/start-storage.ts',
  'emulators/stripe/start-stripe-sandbox.ts',
  'functions/app.ts',
  'functions/config.ts',
  'functions/events/webhook-events.ts',
  'functions/jobs/recurring-jobs.ts',
  'functions/jobs/run-sweep.ts',
  'functions/jobs/start-timers.ts',
  'functions/live-deps.ts',
  'local/functions-environment.ts',
  'local/hosting/immutable-files.ts',
  'local/hosting/push-on-receipts.ts',
  'local/hosting/start-example-sites.ts',
  'local/hosting/start-hosting.ts',
  'local/keys.ts',
  'local/post/start-post.ts',
  'local/web-config.ts',
];

/** Importing it starts every server, so it is only looked for. */
const commands = ['scripts/start.mjs'];

/** What each entry exports, and of which type: `function` for classes too. */
export async function outsideEntries(): Promise<Json> {
  const rows: (readonly [string, readonly string[]])[] = [];
  for (const entry of entries) {
    const exported = (await import(pathToFileURL(root + entry).href)) as Readonly<Record<string, unknown>>;
    const names = Object.entries(exported).map(([name, value]) => `${name}: ${typeof value}`);
    rows.push([entry, names.toSorted()]);
  }
  for (const command of commands) {
    await access(root + command);
    rows.push([command, ['it is a command']]);
  }
  return Object.fromEntries(rows);
}

/** An entry that is gone, or no longer exports something. More exports are no matter. */
export function lostExports(recorded: Recorded, now: Recorded): readonly string[] {
  const after = now as Readonly<Record<string, readonly string[]>>;
  return Object.entries(recorded as Readonly<Record<string, readonly string[]>>).flatMap(([entry, names]) =>
    names.filter((name) => !after[entry]?.includes(name)).map((name) => `${entry} no longer exports ${name}`),
  );
}
