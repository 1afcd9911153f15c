import * as v from 'valibot';
import { fail, ok, type Result } from '../../../core/base/result';
import { readManifest, sha384 } from './embed-manifest';

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
