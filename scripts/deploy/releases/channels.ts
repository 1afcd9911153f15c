import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { fail, ok, type Result } from '../../../core/base/result';
import { sha384 } from './embed-manifest';
import type { ReleaseFiles } from './release-files';

export interface Channels {
  readonly kept: ReleaseFiles;
  /** The folder that Hosting will serve as `/embed/`. The build has already written its own version to `v1.js` and `next.js`. */
  readonly folder: string;
  readonly version: string;
  /** Leave `/embed/v1.js` at its current version. */
  readonly early: boolean;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** The entry file of a version, from which a later deploy makes `/embed/v1.js`. */
export const channelFile = (version: string): string => `channels/${version}.js`;

/** The version that `/embed/v1.js` was last moved to, from the newest file that records a move. */
export async function promotedVersion(kept: ReleaseFiles): Promise<Result<string | null, string>> {
  const list = await kept.list('promotions/');
  if (list.state === 'unknown') return fail(list.why);
  const [, version = null] = /^promotions\/[^-]+-(.+)\.txt$/.exec(list.value.at(-1) ?? '') ?? [];
  return ok(version);
}

const versionList = v.looseObject({});

/** `versions.json` contains the hash of `v1.js`. */
async function tellHash(folder: string, entry: Uint8Array): Promise<void> {
  const file = join(folder, 'versions.json');
  const list = v.parse(versionList, JSON.parse(await readFile(file, 'utf8')));
  await writeFile(file, `${JSON.stringify({ ...list, v1: sha384(entry) }, null, 2)}\n`);
}

/**
 * `/embed/next.js` is always this build. `/embed/v1.js` is too, unless the deploy is an early one: then it stays at its version, which must be
 * stored. Returns the version of `/embed/v1.js`.
 */
export async function applyChannels(options: Channels): Promise<Result<string, string>> {
  const { kept, folder, version, early, now } = options;
  const own = await readFile(join(folder, 'v1.js'));
  const stored = await kept.create(channelFile(version), own);
  if (!stored.ok) return stored;
  const current = await promotedVersion(kept);
  if (!current.ok) return current;
  if (!early || current.value === null || current.value === version) {
    if (current.value === version) return ok(version);
    const at = new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, '');
    const done = await kept.create(`promotions/${at}-${version}.txt`, Buffer.from(version));
    return done.ok ? ok(version) : done;
  }
  const before = await kept.read(channelFile(current.value));
  if (before.state === 'unknown') return fail(before.why);
  if (before.value === null)
    return fail(`${channelFile(current.value)} is missing in the bucket of releases.`);
  await writeFile(join(folder, 'v1.js'), before.value);
  await tellHash(folder, before.value);
  return ok(current.value);
}
