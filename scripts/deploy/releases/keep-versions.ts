import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import { fail, ok, type Result } from '../../../core/base/result';
import { mapped, type Reply } from '../../installation/google';
import { filesBelow, type ReleaseFiles } from './release-files';

const hashes = v.record(v.string(), v.string());
const manifest = v.object({ integrity: hashes, files: v.optional(hashes) });

/** The files of an embed version with their hashes, as its `manifest.json` lists them. */
export interface EmbedManifest {
  readonly hashes: ReadonlyMap<string, string>;
  /** The first manifests listed scripts only. */
  readonly listsIcons: boolean;
}

export function readManifest(bytes: Uint8Array): EmbedManifest {
  const { integrity, files } = v.parse(manifest, JSON.parse(Buffer.from(bytes).toString()));
  return { hashes: new Map(Object.entries({ ...integrity, ...files })), listsIcons: files !== undefined };
}

export const sha384 = (bytes: Uint8Array): string =>
  `sha384-${createHash('sha384').update(bytes).digest('base64')}`;

/** Do two builds of one version consist of the same bytes? */
export const isSameBuild = (a: EmbedManifest, b: EmbedManifest): boolean =>
  a.hashes.size === b.hashes.size && [...a.hashes].every(([path, hash]) => b.hashes.get(path) === hash);

export interface LiveSite {
  readonly origin: string;
  readonly fetch: typeof fetch;
}

/** A live version: its files by their path below `embed/<version>/`. */
export type VersionFiles = ReadonlyMap<string, Buffer>;

const versionList = v.object({ versions: v.array(v.string()) });

async function read({ origin, fetch: fetchIt }: LiveSite, path: string): Promise<Buffer | null> {
  try {
    const answer = await fetchIt(`${origin}/embed/${path}`, { redirect: 'error', cache: 'no-store' });
    return answer.ok ? Buffer.from(await answer.arrayBuffer()) : null;
  } catch {
    return null;
  }
}

/** The embed versions that the live site lists; null when the list cannot be read. */
export async function liveVersions(live: LiveSite): Promise<readonly string[] | null> {
  const bytes = await read(live, 'versions.json');
  if (bytes === null) return null;
  try {
    return v.parse(versionList, JSON.parse(bytes.toString())).versions;
  } catch {
    // Hosting may respond with a page of another site.
    return null;
  }
}

/**
 * Downloads a version from the live site when the bucket does not have it yet. Stops at the first missing or changed file. `icons`: the icons of
 * this build, because the first manifests list no icons; an icon that the version never had is not on the live site either.
 */
export async function fetchVersion(
  live: LiveSite,
  version: string,
  icons: readonly string[],
): Promise<Result<VersionFiles, string>> {
  const manifest = await read(live, `${version}/manifest.json`);
  if (manifest === null) return fail(`The list of files of version ${version} is missing at ${live.origin}.`);
  const { hashes, listsIcons } = readManifest(manifest);
  const files = new Map<string, Buffer>();
  for (const [path, hash] of hashes) {
    const bytes = await read(live, `${version}/${path}`);
    if (bytes === null || sha384(bytes) !== hash)
      return fail(`${version}/${path} is missing or altered at ${live.origin}.`);
    files.set(path, bytes);
  }
  for (const path of listsIcons ? [] : icons) {
    const bytes = await read(live, `${version}/${path}`);
    if (bytes !== null) files.set(path, bytes);
  }
  return ok(files.set('manifest.json', manifest));
}

export interface KeepVersions {
  /** The bucket of releases. */
  readonly kept: ReleaseFiles;
  /** A copy on this machine, so that each file is downloaded only once. */
  readonly copy: ReleaseFiles;
  readonly live: LiveSite;
  /** The folder that Hosting will serve as `/embed/`. It already contains this build's version. */
  readonly folder: string;
  /** This build's version. */
  readonly version: string;
  /** This is the first deploy: nothing is live yet. */
  readonly first: boolean;
}

const manifestOf = (version: string) => `embed/${version}/manifest.json`;

/** The versions that are complete in the bucket. The manifest of a version is stored last. */
export async function keptVersions(kept: ReleaseFiles): Promise<Reply<readonly string[]>> {
  const paths = await kept.list('embed/');
  return mapped(paths, (list) =>
    list.flatMap((path) => /^embed\/([^/]+)\/manifest\.json$/.exec(path)?.[1] ?? []),
  );
}

async function filesOf(folder: string): Promise<VersionFiles> {
  const files = new Map<string, Buffer>();
  for (const path of await filesBelow(folder)) files.set(path, await readFile(join(folder, path)));
  return files;
}

/** Stores a version, its manifest last. Stops at a file that the bucket has with other bytes. */
async function store(
  kept: ReleaseFiles,
  version: string,
  files: VersionFiles,
): Promise<Result<null, string>> {
  const paths = [...files.keys()].toSorted(
    (a, b) => Number(a === 'manifest.json') - Number(b === 'manifest.json'),
  );
  for (const path of paths) {
    const bytes = files.get(path) ?? Buffer.alloc(0);
    const done = await kept.create(`embed/${version}/${path}`, bytes);
    if (!done.ok) return done;
    if (done.value === 'created') continue;
    const there = await kept.read(`embed/${version}/${path}`);
    if (there.state === 'unknown') return fail(there.why);
    if (there.value === null || !there.value.equals(bytes))
      return fail(`Version ${version} is published with another ${path}: raise the version in package.json.`);
  }
  return ok(null);
}

/** Copies versions that are live and not in the bucket, from a site that was deployed before the bucket existed. */
async function migrate(options: KeepVersions, known: readonly string[]): Promise<Result<null, string>> {
  const { kept, live, folder, version, first } = options;
  const listed = await liveVersions(live);
  if (listed === null) {
    if (first || known.length > 0) return ok(null);
    return fail(
      `${live.origin}/embed/versions.json cannot be read. If nothing is live there yet, add --first.`,
    );
  }
  const icons = (await filesBelow(join(folder, version))).filter((path) => path.startsWith('icons/'));
  for (const earlier of listed.filter((each) => !known.includes(each))) {
    const fetched = await fetchVersion(live, earlier, icons);
    if (!fetched.ok) return fetched;
    const stored = await store(kept, earlier, fetched.value);
    if (!stored.ok) return stored;
  }
  return ok(null);
}

/** Copies a published version into the folder, and checks the hash of each file. */
async function fill(options: KeepVersions, version: string): Promise<Result<null, string>> {
  const { kept, copy, folder } = options;
  const manifest = await kept.read(manifestOf(version));
  const paths = await kept.list(`embed/${version}/`);
  if (manifest.state === 'unknown') return fail(manifest.why);
  if (paths.state === 'unknown') return fail(paths.why);
  const { hashes } = readManifest(manifest.value ?? Buffer.from('{}'));
  const all = new Set([...paths.value, ...[...hashes.keys()].map((path) => `embed/${version}/${path}`)]);
  for (const path of all) {
    const name = path.slice(`embed/${version}/`.length);
    const hash = hashes.get(name);
    const isRight = (bytes: Buffer | null): bytes is Buffer =>
      bytes !== null && (hash === undefined || sha384(bytes) === hash);
    const near = await copy.read(path);
    let bytes = near.state === 'known' && hash !== undefined ? near.value : null;
    if (!isRight(bytes)) {
      const far = await kept.read(path);
      if (far.state === 'unknown') return fail(far.why);
      if (!isRight(far.value)) return fail(`${path} is missing or altered in the bucket of releases.`);
      bytes = far.value;
      await copy.create(path, bytes);
    }
    await put(join(folder, version, name), bytes);
  }
  return ok(null);
}

async function put(path: string, content: Uint8Array | string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}

/**
 * A Hosting deploy replaces all files, but pages have pasted `<version>/busker.js` with its hash. Stores this build's version for ever, and copies
 * every published version beside it. Returns all versions.
 */
export async function keepVersions(options: KeepVersions): Promise<Result<readonly string[], string>> {
  const { kept, folder, version } = options;
  const before = await keptVersions(kept);
  if (before.state === 'unknown') return fail(before.why);
  const migrated = await migrate(options, before.value);
  if (!migrated.ok) return migrated;
  const own = await filesOf(join(folder, version));
  const stored = await kept.read(manifestOf(version));
  if (stored.state === 'unknown') return fail(stored.why);
  const mine = readManifest(own.get('manifest.json') ?? Buffer.from('{}'));
  if (stored.value !== null && !isSameBuild(readManifest(stored.value), mine))
    return fail(`Version ${version} is published with other files: raise the version in package.json.`);
  if (stored.value === null) {
    const done = await store(kept, version, own);
    if (!done.ok) return done;
  }
  const after = await keptVersions(kept);
  if (after.state === 'unknown') return fail(after.why);
  for (const earlier of after.value.filter((each) => each !== version)) {
    const filled = await fill(options, earlier);
    if (!filled.ok) return filled;
  }
  const list = v.parse(v.looseObject({}), JSON.parse(await readFile(join(folder, 'versions.json'), 'utf8')));
  await put(
    join(folder, 'versions.json'),
    `${JSON.stringify({ ...list, versions: after.value }, null, 2)}\n`,
  );
  return ok(after.value);
}

/** The number of earlier deploys whose open tabs still find their chunks. */
const keptDashboards = 5;

const assetList = v.object({ assets: v.record(v.string(), v.string()) });

export interface KeepDashboards {
  readonly kept: ReleaseFiles;
  /** A copy on this machine of the kept dashboards, with their first pages: all that a test needs to run an old dashboard. */
  readonly copy: ReleaseFiles;
  /** The folder that Hosting will serve. It already contains this build's dashboard. */
  readonly site: string;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** File names in `assets/` contain a hash of the content, so files of several dashboards can share the folder. */
async function ownAssets(site: string): Promise<Readonly<Record<string, string>>> {
  const paths = (await filesBelow(join(site, 'assets'))).map((path) => `assets/${path}`);
  const entries = await Promise.all(
    paths.map(async (path): Promise<[string, string]> => [path, sha384(await readFile(join(site, path)))]),
  );
  return Object.fromEntries(entries);
}

const isList = (path: string) => path.endsWith('.json');
const pageOf = (list: string) => list.replace(/\.json$/, '.html');

/** Stores this dashboard: its chunks, its first page, and at the end the list of its chunks. */
async function storeDashboard(
  { kept, site }: KeepDashboards,
  list: string,
  assets: Readonly<Record<string, string>>,
  text: string,
): Promise<Result<null, string>> {
  for (const path of Object.keys(assets)) {
    const done = await kept.create(path, await readFile(join(site, path)));
    if (!done.ok) return done;
  }
  const page = await kept.create(pageOf(list), await readFile(join(site, 'index.html')));
  if (!page.ok) return page;
  const done = await kept.create(list, Buffer.from(text));
  return done.ok ? ok(null) : done;
}

/** Puts the chunks of an earlier dashboard beside this one's, and its first page into the copy. Dashboards of earlier deploys have no page. */
async function bring({ kept, copy, site }: KeepDashboards, list: string): Promise<Result<null, string>> {
  const [read, page] = await Promise.all([kept.read(list), kept.read(pageOf(list))]);
  if (read.state === 'unknown') return fail(read.why);
  if (page.state === 'unknown') return fail(page.why);
  const { assets } = v.parse(assetList, JSON.parse(read.value?.toString() ?? '{"assets":{}}'));
  for (const [asset, hash] of Object.entries(assets)) {
    const file = join(site, asset);
    if (!existsSync(file)) {
      const bytes = await kept.read(asset);
      if (bytes.state === 'unknown') return fail(bytes.why);
      if (bytes.value === null || sha384(bytes.value) !== hash)
        return fail(`${asset} is missing or altered in the bucket of releases.`);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, bytes.value);
    }
    if (page.value !== null) await copy.create(asset, await readFile(file));
  }
  if (page.value !== null) await copy.create(pageOf(list), page.value);
  return ok(null);
}

/** Stores the files of this dashboard, and copies those of the earlier dashboards beside them. Returns the number of stored dashboards. */
export async function keepDashboards(options: KeepDashboards): Promise<Result<number, string>> {
  const { kept, site, now } = options;
  const assets = await ownAssets(site);
  const text = JSON.stringify({ v: 1, assets });
  const paths = await kept.list('dashboards/');
  if (paths.state === 'unknown') return fail(paths.why);
  const lists = paths.value.filter(isList);
  const id = sha384(Buffer.from(text)).slice(7, 19).replaceAll(/\W/g, '_');
  const newest = lists.at(-1);
  const own = newest?.endsWith(`-${id}.json`) === true ? newest : null;
  if (own === null) {
    const at = new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, '');
    const stored = await storeDashboard(options, `dashboards/${at}-${id}.json`, assets, text);
    if (!stored.ok) return stored;
  }
  const earlier = lists.filter((path) => path !== own).slice(1 - keptDashboards);
  for (const list of earlier) {
    const brought = await bring(options, list);
    if (!brought.ok) return brought;
  }
  return ok(earlier.length + 1);
}
