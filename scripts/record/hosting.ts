import { readFile } from 'node:fs/promises';
import { firebaseConfig } from '@busker/host/firebase/firebase-config';
import { root } from './root';
import type { Json } from './compare';

interface HeaderRow {
  readonly headers: readonly { readonly key: string; readonly value: string }[];
}

/** The hosting part of firebase.json: headers by pattern in their order, rewrites, and what is served. */
export function hosting(): Json {
  const { hosting: made } = JSON.parse(JSON.stringify(firebaseConfig())) as {
    readonly hosting: { readonly headers: readonly HeaderRow[]; readonly rewrites: readonly Json[] };
  };
  const { headers, ...others } = made;
  const rows = headers.map(
    ({ headers: each, ...pattern }) =>
      [
        Object.entries(pattern)
          .map(([kind, text]) => `${kind} ${String(text)}`)
          .join(' '),
        Object.fromEntries(each.map(({ key, value }) => [key, value])),
      ] as const,
  );
  return { ...others, order: rows.map(([pattern]) => pattern), headers: Object.fromEntries(rows) };
}

/** Security rules without comments, blank lines and indentation: each is one statement or condition. */
export async function rulesOf(service: 'firestore' | 'storage'): Promise<string> {
  const text = await readFile(`${root}rules/${service}.rules`, 'utf8');
  const lines = text.split('\n').map((line) => line.replace(/(^|\s)\/\/.*$/, '').trim());
  return `${lines.filter((line) => line !== '').join('\n')}\n`;
}

/** Each index by its collection and fields; their order in the file has no meaning. */
export async function indexes(): Promise<Json> {
  const text = await readFile(`${root}rules/firestore.indexes.json`, 'utf8');
  const { indexes: all, fieldOverrides } = JSON.parse(text) as {
    readonly indexes: readonly {
      readonly collectionGroup: string;
      readonly queryScope: string;
      readonly fields: readonly Readonly<Record<string, string>>[];
    }[];
    readonly fieldOverrides: Json;
  };
  const written = all.map(({ collectionGroup, queryScope, fields }) =>
    [
      `${collectionGroup} (${queryScope})`,
      ...fields.map(({ fieldPath, ...how }) => `${fieldPath} ${Object.values(how).join(' ')}`),
    ].join(', '),
  );
  return { indexes: written.toSorted(), fieldOverrides };
}
