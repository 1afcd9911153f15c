import { createHash } from 'node:crypto';
import * as v from 'valibot';

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
