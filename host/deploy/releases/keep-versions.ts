import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { fail, ok, type Result } from '@busker/core/base/result';
import { releasedFileAt } from '@busker/core/web/route-headers';
import { mapped, type Reply } from '../../installation/google';
import { filesBelow, type ReleaseFiles } from './release-files';

const hashes = v.record(v.string(), v.string());
const manifest = v.object({ integrity: hashes, files: v.optional(hashes) });

/** The files of an embed version with their hashes, as its `manifest.json` lists them. */
interface EmbedManifest {
  readonly hashes: ReadonlyMap<string, string>;
  /** The first manifests listed scripts only. */
  readonly listsIcons: boolean;
}

function readManifest(bytes: Uint8Array): EmbedManifest {
  const { integrity, files } = v.parse(manifest, JSON.parse(Buffer.from(bytes).toString()));
  return { hashes: new Map(Object.entries({ ...integrity, ...files })), listsIcons: files !== undefined };
}

export const sha384 = (bytes: Uint8Array): string =>
  `sha384-${createHash('sha384').update(bytes).digest('base64')}`;

/** Do two builds of one version consist of the same bytes? */
const isSameBuild = (a: EmbedManifest, b: EmbedManifest): boolean =>
  a.hashes.size === b.hashes.size && [...a.hashes].every(([path, hash]) => b.hashes.get(path) === hash);

interface LiveSite {
  readonly origin: string;
  readonly fetch: typeof fetch;
}

/** Files by their paths in a folder: those of a version in `embed/<version>/`. */
type VersionFiles = ReadonlyMap<string, Buffer>;

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
async function liveVersions(live: LiveSite): Promise<readonly string[] | null> {
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
async function fetchVersion(
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

interface KeepVersions {
  readonly kept: ReleaseFiles;
  readonly live: LiveSite;
  /** The folder that Hosting will serve as `/embed/`. It contains this build's version. */
  readonly folder: string;
  /** This build's version. */
  readonly version: string;
  /** This is the first deploy: nothing is live yet. */
  readonly first: boolean;
}

const manifestOf = (version: string) => `embed/${version}/manifest.json`;

/** The versions that are complete in the bucket. The manifest of a version is stored last. */
async function keptVersions(kept: ReleaseFiles): Promise<Reply<readonly string[]>> {
  const paths = await kept.list('embed/');
  return mapped(paths, (list) =>
    list.flatMap((path) => /^embed\/([^/]+)\/manifest\.json$/.exec(path)?.[1] ?? []),
  );
}

/** The files below a folder, by their paths in it. */
async function filesOf(folder: string): Promise<VersionFiles> {
  const files = new Map<string, Buffer>();
  for (const path of await filesBelow(folder)) files.set(path, await readFile(join(folder, path)));
  return files;
}

/** The functions serve only names of the known form, so a build with another name stops before anything is stored. */
function nameFault(paths: Iterable<string>): string | null {
  const unknown = [...paths].find((path) => releasedFileAt(`/${path}`) === null);
  return unknown === undefined
    ? null
    : `The functions would not serve ${unknown}: its name is not of the form in core/web/route-headers.ts.`;
}

/** Stores a version, its manifest last. Stops at a file that the bucket has with other bytes. */
async function store(
  kept: ReleaseFiles,
  version: string,
  files: VersionFiles,
): Promise<Result<null, string>> {
  const fault = nameFault([...files.keys()].map((path) => `embed/${version}/${path}`));
  if (fault !== null) return fail(fault);
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

/** Requests at a time: each connection is an open file of this machine. */
const atOnce = 24;

/** Checks that the bucket has these files with these hashes, because Hosting will have none of them. */
async function checkFiles(
  kept: ReleaseFiles,
  hashes: ReadonlyMap<string, string>,
): Promise<Result<null, string>> {
  const faultOf = async ([path, hash]: readonly [string, string]) => {
    const bytes = await kept.read(path);
    if (bytes.state === 'unknown') return bytes.why;
    const isRight = bytes.value !== null && sha384(bytes.value) === hash;
    return isRight ? null : `${path} is missing or altered in the bucket of releases.`;
  };
  const files = [...hashes];
  for (let from = 0; from < files.length; from += atOnce) {
    const faults = await Promise.all(files.slice(from, from + atOnce).map(faultOf));
    const fault = faults.find((each) => each !== null) ?? null;
    if (fault !== null) return fail(fault);
  }
  return ok(null);
}

async function checkVersion(kept: ReleaseFiles, version: string): Promise<Result<null, string>> {
  const manifest = await kept.read(manifestOf(version));
  if (manifest.state === 'unknown') return fail(manifest.why);
  const { hashes } = readManifest(manifest.value ?? Buffer.from('{}'));
  return checkFiles(kept, new Map([...hashes].map(([path, hash]) => [`embed/${version}/${path}`, hash])));
}

/**
 * Pages have pasted `<version>/busker.js` with its hash. Stores this build's version for ever, and checks every earlier one: the functions serve them
 * from the bucket. Returns all versions, which `versions.json` then lists.
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
  for (const each of after.value) {
    const checked = await checkVersion(kept, each);
    if (!checked.ok) return checked;
  }
  const file = join(folder, 'versions.json');
  const list = v.parse(v.looseObject({}), JSON.parse(await readFile(file, 'utf8')));
  await writeFile(file, `${JSON.stringify({ ...list, versions: after.value }, null, 2)}\n`);
  return ok(after.value);
}

/** The number of earlier deploys whose open tabs are promised their chunks. The bucket keeps all. */
const keptDashboards = 5;

const assetList = v.object({ assets: v.record(v.string(), v.string()) });

interface KeepDashboards {
  readonly kept: ReleaseFiles;
  /** The folder that Hosting will serve. It contains this build's dashboard. */
  readonly site: string;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Stores this dashboard: its chunks, its first page, and at the end the list of its chunks. */
async function storeDashboard(
  { kept, site }: KeepDashboards,
  list: string,
  assets: Readonly<Record<string, string>>,
): Promise<Result<null, string>> {
  const fault = nameFault(Object.keys(assets));
  if (fault !== null) return fail(fault);
  for (const path of [...Object.keys(assets), 'index.html']) {
    const name = path === 'index.html' ? list.replace(/\.json$/, '.html') : path;
    const done = await kept.create(name, await readFile(join(site, path)));
    if (!done.ok) return done;
  }
  const done = await kept.create(list, Buffer.from(JSON.stringify({ v: 1, assets })));
  return done.ok ? ok(null) : done;
}

/**
 * Stores the files of this dashboard. Their names contain a hash of the content, so files of several dashboards share a folder. Checks those of the last
 * dashboards, which the functions serve to open tabs, and returns the number of these dashboards.
 */
export async function keepDashboards(options: KeepDashboards): Promise<Result<number, string>> {
  const { kept, site, now } = options;
  const files = await filesOf(join(site, 'assets'));
  const assets = Object.fromEntries([...files].map(([path, bytes]) => [`assets/${path}`, sha384(bytes)]));
  const paths = await kept.list('dashboards/');
  if (paths.state === 'unknown') return fail(paths.why);
  const lists = paths.value.filter((path) => path.endsWith('.json'));
  const text = JSON.stringify({ v: 1, assets });
  const id = sha384(Buffer.from(text)).slice(7, 19).replaceAll(/\W/g, '_');
  if (lists.at(-1)?.endsWith(`-${id}.json`) !== true) {
    const at = new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, '');
    const list = `dashboards/${at}-${id}.json`;
    const stored = await storeDashboard(options, list, assets);
    if (!stored.ok) return stored;
    lists.push(list);
  }
  const last = lists.slice(-keptDashboards);
  const hashes = new Map<string, string>();
  for (const path of last) {
    const list = await kept.read(path);
    if (list.state === 'unknown') return fail(list.why);
    const { assets: named } = v.parse(assetList, JSON.parse(list.value?.toString() ?? '{"assets":{}}'));
    for (const [asset, hash] of Object.entries(named)) hashes.set(asset, hash);
  }
  const checked = await checkFiles(kept, hashes);
  return checked.ok ? ok(last.length) : checked;
}
