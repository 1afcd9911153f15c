import * as v from 'valibot';
import { fail, messagesByField, ok, problem, type Result } from '../base/result';
import { millisOf } from './documents';

/** A stored document: plain values, times as Dates. */
export type StoredData = Readonly<Record<string, unknown>>;

type Upgrade = (older: StoredData) => StoredData;

/** How a document of a type is read and written. */
export interface DocumentType<T> {
  readonly decode: (stored: unknown) => Result<T>;
  readonly encode: (value: T) => StoredData;
}

/** A document type: its name, its current version, how to read it, and how to upgrade each earlier version by one step. */
interface StoredKind<S extends v.GenericSchema> {
  /** Release records name it. It never changes, and `version` follows it in the source: scripts/deploy/releases/release-record.ts reads both there. */
  readonly kind: string;
  readonly version: number;
  readonly schema: S;
  /** `upgrades[n]` turns version n into n + 1. A document without `v` is version 1. */
  readonly upgrades?: Readonly<Record<number, Upgrade>>;
}

type Unchanged<T> = T extends object ? { readonly [K in keyof T]: Unchanged<T[K]> } : T;

/** What a document of a type is read as. */
export type DocumentOf<K extends StoredKind<v.GenericSchema>> = Unchanged<v.InferOutput<K['schema']>>;

/** A type whose documents are read and written as its schema says. */
export const documentType = <S extends v.GenericSchema>(kind: StoredKind<S>) => ({
  ...kind,
  decode: (stored: unknown) => decodeStored(kind, stored) as Result<DocumentOf<StoredKind<S>>>,
  encode: (value: DocumentOf<StoredKind<S>> & object) => encodeStored(kind, value),
});

/**
 * Reads a document of any version up to the current one. A newer one is refused: writing it back would lose fields that this release does not have.
 */
export function decodeStored<S extends v.GenericSchema>(
  kind: StoredKind<S>,
  stored: unknown,
): Result<v.InferOutput<S>> {
  const current = upgraded(kind, stored);
  if (!current) return unreadable({ v: `Version ${kind.version} or older is expected.` });
  const parsed = v.safeParse(kind.schema, current);
  return parsed.success ? ok(parsed.output) : unreadable(messagesByField(parsed.issues));
}

function upgraded(kind: StoredKind<v.GenericSchema>, stored: unknown): StoredData | undefined {
  if (!isData(stored)) return undefined;
  let data = stored;
  let version = stored['v'] ?? 1;
  while (version !== kind.version) {
    const upgrade = typeof version === 'number' ? kind.upgrades?.[version] : undefined;
    if (!upgrade || typeof version !== 'number') return undefined;
    version += 1;
    data = { ...upgrade(data), v: version };
  }
  return { ...data, v: version };
}

function unreadable(fields: Readonly<Record<string, string>>) {
  return fail(problem('document-unreadable', { fields }));
}

export const isData = (stored: unknown): stored is StoredData =>
  typeof stored === 'object' && stored !== null && !Array.isArray(stored);

/** A stored time (the SDK's own timestamp or a Date), read as epoch milliseconds. */
export const storedTime = v.pipe(v.unknown(), v.transform(millisOf), v.number('This is not a stored time.'));

/**
 * Writes what a schema reads: each stored time as a Date, all else as it is. A schema that transforms what it reads says nothing of what is stored:
 * that, its document writes by itself.
 */
export const encodeStored = ({ schema }: Pick<StoredKind<v.GenericSchema>, 'schema'>, value: object) =>
  encoded(schema, value) as StoredData;

interface Made extends v.GenericSchema {
  readonly wrapped?: Made;
  readonly item?: Made;
  readonly entries?: Readonly<Record<string, Made>>;
  /** The field that names the option of a variant. */
  readonly key?: string;
  readonly options?: readonly Made[];
  readonly value?: Made;
  readonly pipe?: unknown;
}

function encoded(schema: Made, value: unknown): unknown {
  const { wrapped, item, entries, key: named = '', options, value: each, pipe } = schema;
  if (value === null || value === undefined) return value;
  if (pipe === storedTime.pipe) return new Date(value as number);
  if (wrapped) return encoded(wrapped, value);
  if (item) return (value as readonly unknown[]).map((one) => encoded(item, one));
  if (!isData(value)) return value;
  const option = options?.find(({ entries: { [named]: name } = {} }) => name && v.is(name, value[named]));
  if (option) return encoded(option, value);
  const written = Object.entries(value).map(([key, one]) => {
    const inner = entries?.[key] ?? each;
    return [key, inner ? encoded(inner, one) : one] as const;
  });
  return Object.fromEntries(written);
}

export function dateOf(millis: number): Date;
export function dateOf(millis: number | null): Date | null;
export function dateOf(millis: number | null): Date | null {
  return millis === null ? null : new Date(millis);
}
