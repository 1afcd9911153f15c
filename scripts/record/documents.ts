import { readFile, writeFile } from 'node:fs/promises';
import { paths } from '@busker/core/documents/documents';
import { type DocumentKind as Kind, documentKinds } from '@busker/functions/testing/document-contract';
import { documentRows } from '@busker/core/testing/document-rows';
import { type Json, differences, fileText } from './compare';

/** The stored documents that must stay readable, by kind and name. Documents are added here and never changed: an installation has stored them. */
export const storedFile = new URL('recorded/stored-documents.json', import.meta.url);

type Samples = Readonly<Record<string, Readonly<Record<string, Json>>>>;

/** A stored time is written as `{ "$time": "2026-10-01T12:00:00.000Z" }`. */
const asJson = (value: unknown): Json => {
  if (value instanceof Date) return { $time: value.toISOString() };
  if (Array.isArray(value)) return value.map(asJson);
  if (typeof value !== 'object' || value === null) return (value ?? null) as Json;
  const entries = Object.entries(value).filter(([, each]) => each !== undefined);
  return Object.fromEntries(entries.map(([key, each]) => [key, asJson(each)]));
};

const asStored = (json: Json): unknown => {
  if (Array.isArray(json)) return json.map(asStored);
  if (typeof json !== 'object' || json === null) return json;
  const { $time: time } = json as { readonly $time?: Json };
  if (typeof time === 'string') return new Date(time);
  return Object.fromEntries(Object.entries(json).map(([key, each]) => [key, asStored(each as Json)]));
};

interface Read {
  readonly refused: boolean;
  readonly value: unknown;
}

/** Most decoders give a result; that of a wall, which is made anew at any time, gives null for what it cannot read. */
function read({ decode }: Kind, stored: unknown): Read {
  const result = decode(stored);
  if (typeof result !== 'object' || result === null || !('ok' in result))
    return { refused: result === null, value: result };
  return { refused: result.ok !== true, value: 'value' in result ? result.value : null };
}

/** The paths of all fields of a document, `fan.name` for one inside another. */
const fieldsOf = (json: Json, before = ''): readonly string[] =>
  typeof json !== 'object' || json === null || Array.isArray(json) || '$time' in json
    ? []
    : Object.entries(json).flatMap(([key, each]) => [
        before + key,
        ...fieldsOf(each as Json, `${before}${key}/`),
      ]);

function withoutField(json: Json, [first = '', ...rest]: readonly string[]): Json {
  const { [first]: inner, ...others } = json as Readonly<Record<string, Json>>;
  return rest.length === 0 ? others : { ...others, [first]: withoutField(inner ?? null, rest) };
}

/** What a document is read as, what is written when that is stored again, and what becomes of it without each field: earlier releases lacked some. */
function describedSample(kind: Kind, stored: Json): Json {
  const { refused, value } = read(kind, asStored(stored));
  if (refused) return { refused: true };
  const decoded = asJson(value);
  const rows = fieldsOf(stored).map((field) => {
    const less = read(kind, asStored(withoutField(stored, field.split('/'))));
    if (less.refused) return [field, null] as const;
    return [field, differences(decoded, asJson(less.value))] as const;
  });
  const reads = rows.filter((row): row is readonly [string, readonly string[]] => row[1] !== null);
  const different = reads.filter(([, changes]) => changes.length > 0);
  return {
    read: decoded,
    ...writtenAgain(kind, value, stored),
    neededFields: rows.filter(([, changes]) => changes === null).map(([field]) => field),
    unreadFields: reads.filter(([, changes]) => changes.length === 0).map(([field]) => field),
    withoutField: Object.fromEntries(different),
  };
}

/** What storing a value again would write; a form that only an earlier release wrote may have no encoder. */
function writtenAgain({ encode }: Kind, value: unknown, stored: Json): Readonly<Record<string, Json>> {
  if (encode === undefined) return { written: 'by increments alone' };
  const again = asJson(encode(value as never));
  const changes = differences(stored, again);
  return { written: changes.length === 0 ? 'the same' : changes };
}

const storedSamples = async (): Promise<Samples> =>
  JSON.parse(await readFile(storedFile, 'utf8').catch(() => '{}')) as Samples;

/** The recorded documents of a kind, and what today's tests store: under its name, or as its next form where that name has stored something else. */
function withForms(recorded: Readonly<Record<string, Json>>, rows: readonly (readonly [string, Json])[]) {
  const all = new Map(Object.entries(recorded));
  for (const [title, stored] of rows) {
    const forms = [...all].filter(([name]) => name === title || name.startsWith(`${title}, form `));
    if (forms.some(([, form]) => differences(form, stored).length === 0)) continue;
    all.set(forms.length === 0 ? title : `${title}, form ${forms.length + 1}`, stored);
  }
  return Object.fromEntries(all);
}

/** Adds the documents of today's tests that the file lacks, by kind and name. */
export async function addStoredDocuments(): Promise<void> {
  const samples = await storedSamples();
  const kinds = await documentKinds();
  const all = [...kinds].map(([name, { decode }]) => {
    const rows = documentRows.filter((row) => row[3] === decode);
    const forms = rows.map(([title, , stored]) => [title, asJson(stored)] as const);
    return [name, withForms(samples[name] ?? {}, forms)] as const;
  });
  await writeFile(storedFile, fileText(Object.fromEntries(all)));
}

/** The path of every document with `{1}`, `{2}` for its parts, and every kind with its stored documents. */
export async function readDocuments(): Promise<Json> {
  const samples = await storedSamples();
  const kinds = await documentKinds();
  const without = [...kinds.keys()].filter((name) => Object.keys(samples[name] ?? {}).length === 0);
  if (without.length > 0)
    throw new Error(
      `No stored document is recorded of ${without.join(', ')}: add one to core/testing/document-rows.ts, or to ${storedFile.pathname.split('/').at(-1)}.`,
    );
  const gone = Object.keys(samples).filter((name) => !kinds.has(name));
  if (gone.length > 0) throw new Error(`core can no longer read ${gone.join(', ')}.`);
  type Path = (...parts: readonly never[]) => string;
  const places = Object.entries<Path>(paths).map(([name, path]) => {
    const parts = Array.from({ length: path.length }, (_, index) => `{${index + 1}}`);
    return [name, path(...(parts as never[]))];
  });
  const described = [...kinds].map(([name, kind]) => {
    const stored = Object.entries(samples[name] ?? {});
    return [name, Object.fromEntries(stored.map(([title, each]) => [title, describedSample(kind, each)]))];
  });
  return { paths: Object.fromEntries(places) as Json, kinds: Object.fromEntries(described) as Json };
}
