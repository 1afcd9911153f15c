import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import { fail, ok, type Result } from '../../../core/base/result';
import { sha384 } from './embed-manifest';
import { filesBelow } from './folder-files';
import type { ReleaseFiles } from './release-files';

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
async function store(
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
    const stored = await store(options, `dashboards/${at}-${id}.json`, assets, text);
    if (!stored.ok) return stored;
  }
  const earlier = lists.filter((path) => path !== own).slice(1 - keptDashboards);
  for (const list of earlier) {
    const brought = await bring(options, list);
    if (!brought.ok) return brought;
  }
  return ok(earlier.length + 1);
}
