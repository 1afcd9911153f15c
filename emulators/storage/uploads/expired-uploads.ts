import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Deletes uploads that were last changed before a time (epoch milliseconds); returns their ids. */
export function dropUploadsBefore(folder: string, before: number): string[] {
  const names = new Set(readdirSync(folder));
  const old = [...names].filter((name) => {
    // The bytes are deleted with their upload, even if the last ones are newer.
    if (names.has(name.replace(/\.part$/, '.json')) && name.endsWith('.part')) return false;
    const found = statSync(join(folder, name), { throwIfNoEntry: false });
    return found !== undefined && found.mtimeMs < before;
  });
  const ids = old.filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -'.json'.length));
  for (const name of [...old, ...ids.map((id) => `${id}.part`)]) rmSync(join(folder, name), { force: true });
  return ids;
}
