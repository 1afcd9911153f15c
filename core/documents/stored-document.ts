import * as v from 'valibot';
import { fail, messagesByField, ok, problem, type Result } from '../base/result';
import { millisOf } from './documents';

/** A stored document: plain values, times as Dates. */
export type StoredData = Readonly<Record<string, unknown>>;

type Upgrade = (older: StoredData) => StoredData;

/** A document type: its name, its current version, how to read it, and how to upgrade each earlier version by one step. */
interface StoredKind<S extends v.GenericSchema> {
  /** Release records name it. It never changes, and `version` follows it in the source: scripts/deploy/releases/release-record.ts reads both there. */
  readonly kind: string;
  readonly version: number;
  readonly schema: S;
  /** `upgrades[n]` turns version n into n + 1. A document without `v` is version 1. */
  readonly upgrades?: Readonly<Record<number, Upgrade>>;
}

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

export function dateOf(millis: number): Date;
export function dateOf(millis: number | null): Date | null;
export function dateOf(millis: number | null): Date | null {
  return millis === null ? null : new Date(millis);
}
