import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** How one kind of document is read and written. A kind that only increments write has no encoder. */
export interface DocumentKind {
  readonly decode: (stored: unknown) => unknown;
  readonly encode: ((value: never) => unknown) | undefined;
}

const folder = join(import.meta.dirname, '../../core');

/** Every pair of `decode…` and `encode…` of the files in core that read stored documents, by the name after it. */
export async function documentKinds(): Promise<ReadonlyMap<string, DocumentKind>> {
  const files = (await readdir(folder, { recursive: true })).filter((file) => /(?<!\.test)\.ts$/.test(file));
  const kinds = new Map<string, DocumentKind>();
  for (const file of files) {
    if (!(await readFile(join(folder, file), 'utf8')).includes('decodeStored(')) continue;
    const exported = (await import(pathToFileURL(join(folder, file)).href)) as Readonly<
      Record<string, unknown>
    >;
    for (const [name, decode] of Object.entries(exported)) {
      const kind = /^decode([A-Z]\w*)$/.exec(name)?.[1];
      if (kind === undefined || kind === 'Stored' || typeof decode !== 'function') continue;
      kinds.set(kind, {
        decode: decode as DocumentKind['decode'],
        encode: exported[`encode${kind}`] as DocumentKind['encode'],
      });
    }
  }
  return new Map([...kinds].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
