import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** How one kind of document is read and written. A kind that only increments write has no encoder. */
export interface DocumentKind {
  readonly decode: (stored: unknown) => unknown;
  readonly encode?: (value: never) => unknown;
}

const isKind = (value: unknown): value is DocumentKind =>
  typeof value === 'object' && value !== null && 'decode' in value;

const folder = join(import.meta.dirname, '../../core');

/** Every `…Document` of the files in core that read stored documents, by the name before it. */
export async function documentKinds(): Promise<ReadonlyMap<string, DocumentKind>> {
  const files = (await readdir(folder, { recursive: true })).filter((file) => /(?<!\.test)\.ts$/.test(file));
  const kinds = new Map<string, DocumentKind>();
  for (const file of files) {
    if (!(await readFile(join(folder, file), 'utf8')).includes('documentType(')) continue;
    const exported = (await import(pathToFileURL(join(folder, file)).href)) as Readonly<
      Record<string, unknown>
    >;
    for (const [name, type] of Object.entries(exported)) {
      const kind = /^(\w+)Document$/.exec(name)?.[1];
      if (kind === undefined || !isKind(type)) continue;
      kinds.set(`${kind.charAt(0).toUpperCase()}${kind.slice(1)}`, type);
    }
  }
  return new Map([...kinds].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
