import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import { fail, ok, type Result } from '../../../core/base/result';
import { sha384 } from './embed-manifest';
import { filesBelow } from './folder-files';
import type { ReleaseFiles } from './release-files';

/** An open tab of so many earlier deploys still finds its chunks. */
const keptDashboards = 5;

const assetList = v.object({ assets: v.record(v.string(), v.string()) });

export interface KeepDashboards {
  readonly kept: ReleaseFiles;
  /** What Hosting will serve; it holds this build's dashboard already. */
  readonly site: string;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** `assets/` names files by a hash of their content, so that files of several dashboards lie beside each other. */
async function ownAssets(site: string): Promise<Readonly<Record<string, string>>> {
  const paths = (await filesBelow(join(site, 'assets'))).map((path) => `assets/${path}`);
  const entries = await Promise.all(
    paths.map(async (path): Promise<[string, string]> => [path, sha384(await readFile(join(site, path)))]),
  );
  return Object.fromEntries(entries);
}

/** Stores the files of this dashboard, and lays those of the dashboards before it beside them. Answers how many dashboards are kept. */
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
