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

/** Stores the files of this dashboard, and copies those of the earlier dashboards beside them. Returns the number of stored dashboards. */
export async function keepDashboards({ kept, site, now }: KeepDashboards): Promise<Result<number, string>> {
  const assets = await ownAssets(site);
  const text = JSON.stringify({ v: 1, assets });
  const lists = await kept.list('dashboards/');
  if (lists.state === 'unknown') return fail(lists.why);
  const id = sha384(Buffer.from(text)).slice(7, 19).replaceAll(/\W/g, '_');
  const newest = lists.value.at(-1);
  const own = newest?.endsWith(`-${id}.json`) === true ? newest : null;
  if (own === null) {
    for (const path of Object.keys(assets)) {
      const done = await kept.create(path, await readFile(join(site, path)));
      if (!done.ok) return done;
    }
    const name = `dashboards/${new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, '')}-${id}.json`;
    const done = await kept.create(name, Buffer.from(text));
    if (!done.ok) return done;
  }
  const earlier = lists.value.filter((path) => path !== own).slice(1 - keptDashboards);
  for (const path of earlier) {
    const list = await kept.read(path);
    if (list.state === 'unknown') return fail(list.why);
    const { assets: theirs } = v.parse(assetList, JSON.parse(list.value?.toString() ?? '{"assets":{}}'));
    for (const [asset, hash] of Object.entries(theirs)) {
      if (existsSync(join(site, asset))) continue;
      const bytes = await kept.read(asset);
      if (bytes.state === 'unknown') return fail(bytes.why);
      if (bytes.value === null || sha384(bytes.value) !== hash)
        return fail(`${asset} is missing or altered in the bucket of releases.`);
      await mkdir(dirname(join(site, asset)), { recursive: true });
      await writeFile(join(site, asset), bytes.value);
    }
  }
  return ok(earlier.length + 1);
}
