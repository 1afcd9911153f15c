import * as v from 'valibot';
import type { JsonApi } from '../sign-ins/json-api';

/** A document with its fields in the format of Firestore's REST API, which keeps every type. */
export interface SavedDocument {
  /** `profiles/uid/tips/tip_1` */
  readonly path: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

const pageSize = 300;
const answers = v.object({
  items: v.array(
    v.object({
      document: v.optional(
        v.object({ name: v.string(), fields: v.optional(v.record(v.string(), v.unknown()), {}) }),
      ),
    }),
  ),
});

/** `…/databases/(default)/documents`, and the prefix of the documents' names in it. */
export interface DocumentsPlace {
  readonly url: string;
  readonly name: string;
}

export const documentsAt = (origin: string, projectId: string, database: string): DocumentsPlace => {
  const name = `projects/${projectId}/databases/${database}/documents`;
  return { url: `${origin}/v1/${name}`, name };
};

/** Every document of a database, ordered by path. One query reads all collections, so documents of unknown collections are found too. */
export async function readDocuments(
  api: JsonApi,
  { url, name }: DocumentsPlace,
): Promise<readonly SavedDocument[]> {
  const all: SavedDocument[] = [];
  for (;;) {
    const last = all.at(-1);
    const start =
      last === undefined
        ? {}
        : { startAt: { values: [{ referenceValue: `${name}/${last.path}` }], before: false } };
    const structuredQuery = {
      from: [{ allDescendants: true }],
      orderBy: [{ field: { fieldPath: '__name__' }, direction: 'ASCENDING' }],
      limit: pageSize,
      ...start,
    };
    const { items } = v.parse(answers, await api.json('POST', `${url}:runQuery`, { structuredQuery }));
    const page = items.flatMap(({ document }) => (document === undefined ? [] : [document]));
    all.push(
      ...page.map((document) => ({ path: document.name.slice(name.length + 1), fields: document.fields })),
    );
    if (page.length < pageSize) return all;
  }
}

async function commit(api: JsonApi, { url }: DocumentsPlace, writes: readonly object[]): Promise<void> {
  for (let from = 0; from < writes.length; from += pageSize)
    await api.json('POST', `${url}:commit`, { writes: writes.slice(from, from + pageSize) });
}

export async function writeDocuments(
  api: JsonApi,
  place: DocumentsPlace,
  documents: readonly SavedDocument[],
) {
  const { name } = place;
  await commit(
    api,
    place,
    documents.map(({ path, fields }) => ({ update: { name: `${name}/${path}`, fields } })),
  );
}

export async function removeDocuments(api: JsonApi, place: DocumentsPlace): Promise<void> {
  const all = await readDocuments(api, place);
  await commit(
    api,
    place,
    all.map(({ path }) => ({ delete: `${place.name}/${path}` })),
  );
}

/** The id of the collection: `tips` for every owner's tips. */
export const groupOf = (path: string): string => path.split('/').at(-2) ?? '';
