import { randomInt } from 'node:crypto';
import type { WireFields, WireValue } from '@busker/rules-engine/port';
import { invalid } from './status';

const isSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdfff;

/** Orders strings by their UTF-8 bytes, as Firestore does; JavaScript's `<` orders by UTF-16 units. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x === y) continue;
    const surrogateX = isSurrogate(x);
    if (surrogateX !== isSurrogate(y)) return surrogateX ? 1 : -1;
    return x < y ? -1 : 1;
  }
  return a.length < b.length ? -1 : 1;
}

export const utf8Length = (text: string): number => Buffer.byteLength(text, 'utf8');

/** `projects/p/databases/d`, and the path below `documents` ('' for the root). */
interface ResourceName {
  readonly database: string;
  readonly path: string;
}

const NAME = /^(projects\/[^/]+\/databases\/[^/]+)(?:\/documents(?:\/(.+))?)?$/;

/** Refuses an id that production does not accept for a document or a collection. */
export function checkId(id: string): void {
  if (id === '' || id === '.' || id === '..' || id.includes('/') || utf8Length(id) > 1500) {
    throw invalid(`Resource id "${id}" is invalid.`);
  }
  if (/^__.*__$/.test(id) && !/^__id-?\d+__$/.test(id)) {
    throw invalid(`Resource id "${id}" is invalid because it is reserved.`);
  }
}

export function parseResourceName(name: string): ResourceName {
  const found = NAME.exec(name);
  const database = found?.[1];
  if (database === undefined) throw invalid(`Document name "${name}" lacks "projects" at index 0.`);
  const path = found?.[2] ?? '';
  if (path !== '') path.split('/').forEach(checkId);
  return { database, path };
}

/** The name of one document; any other name is refused. */
export function parseDocumentName(name: string): ResourceName {
  const resource = parseResourceName(name);
  if (resource.path === '' || resource.path.split('/').length % 2 !== 0) {
    throw invalid(`Document name "${name}" does not name a document: it has an odd number of segments.`);
  }
  return resource;
}

/** The parent of a query: the root or a document. */
export function parseParentName(name: string): ResourceName {
  const resource = parseResourceName(name);
  if (resource.path !== '' && resource.path.split('/').length % 2 !== 0) {
    throw invalid(`Parent name "${name}" names a collection, not a document.`);
  }
  return resource;
}

export const documentName = (database: string, path: string): string => `${database}/documents/${path}`;

/** `a/b/c/d` is in the collection `a/b/c`. */
export const collectionOf = (path: string): string => path.slice(0, path.lastIndexOf('/'));

export const lastSegment = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

const NUMERIC_ID = /^__id(-?\d+)__$/;

export const isNumericId = (id: string): boolean => id.startsWith('__id') && NUMERIC_ID.test(id);

/** Orders document and collection ids: numeric ids (`__id7__`) come first, by number. */
export function compareIds(a: string, b: string): number {
  if (a === b) return 0;
  const numberA = a.startsWith('__id') ? NUMERIC_ID.exec(a)?.[1] : undefined;
  const numberB = b.startsWith('__id') ? NUMERIC_ID.exec(b)?.[1] : undefined;
  if (numberA !== undefined && numberB !== undefined) {
    const x = BigInt(numberA);
    const y = BigInt(numberB);
    return x < y ? -1 : x > y ? 1 : 0;
  }
  if (numberA !== undefined) return -1;
  if (numberB !== undefined) return 1;
  return compareText(a, b);
}

/** Orders slash-separated paths segment by segment. */
export function comparePaths(a: string, b: string): number {
  if (a === b) return 0;
  const x = a.split('/');
  const y = b.split('/');
  const length = Math.min(x.length, y.length);
  for (let i = 0; i < length; i++) {
    const order = compareIds(x[i] ?? '', y[i] ?? '');
    if (order !== 0) return order;
  }
  return x.length - y.length;
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** A document id as the SDKs generate it: 20 letters and digits. */
export const randomId = (): string =>
  Array.from({ length: 20 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/** A path into a document's fields: `a.b` is ['a', 'b'], and "`a.b`" (with backticks) is ['a.b']. */
export type FieldPath = readonly string[];

const SIMPLE = /^[a-zA-Z_][a-zA-Z_0-9]*$/;

function quotedSegment(text: string, start: number): { segment: string; next: number } {
  let segment = '';
  for (let i = start + 1; i < text.length; i++) {
    const char = text[i];
    if (char === '`') return { segment, next: i + 1 };
    if (char === '\\') i++;
    segment += text[i] ?? '';
  }
  throw invalid(`Invalid property path "${text}": a backtick is not closed.`);
}

function plainSegment(text: string, start: number): { segment: string; next: number } {
  const dot = text.indexOf('.', start);
  const next = dot === -1 ? text.length : dot;
  const segment = text.slice(start, next);
  if (segment === '' || /[`\\*[\]/~]/.test(segment)) throw invalid(`Invalid property path "${text}".`);
  return { segment, next };
}

const parsed = new Map<string, FieldPath>();

function parse(text: string): FieldPath {
  const segments: string[] = [];
  let position = 0;
  for (;;) {
    const read = text[position] === '`' ? quotedSegment : plainSegment;
    const { segment, next } = read(text, position);
    if (segment === '') throw invalid(`Invalid property path "${text}".`);
    segments.push(segment);
    if (next === text.length) return segments;
    if (text[next] !== '.') throw invalid(`Invalid property path "${text}".`);
    position = next + 1;
  }
}

export function parseFieldPath(text: string): FieldPath {
  const known = parsed.get(text);
  if (known !== undefined) return known;
  const path = parse(text);
  if (parsed.size > 10_000) parsed.clear();
  parsed.set(text, path);
  return path;
}

/** The canonical text of a path, with quotes where necessary. */
export const formatFieldPath = (path: FieldPath): string =>
  path.map((s) => (SIMPLE.test(s) ? s : `\`${s.replace(/[\\`]/g, '\\$&')}\``)).join('.');

const own = (fields: WireFields, name: string): WireValue | undefined =>
  Object.hasOwn(fields, name) ? fields[name] : undefined;

export function getField(fields: WireFields, path: FieldPath): WireValue | undefined {
  const [only] = path;
  if (only !== undefined && path.length === 1) return own(fields, only);
  let current: WireFields | undefined = fields;
  let value: WireValue | undefined;
  for (const segment of path) {
    if (current === undefined) return undefined;
    value = own(current, segment);
    if (value === undefined) return undefined;
    current = 'mapValue' in value ? (value.mapValue.fields ?? {}) : undefined;
  }
  return value;
}

const emptyFields = (): WireFields => Object.create(null) as WireFields;

const copyFields = (fields: WireFields): WireFields => Object.assign(emptyFields(), fields);

export type FieldChange = readonly [path: FieldPath, value: WireValue | undefined];

/** A copy of `fields` with the value at `path` set, or removed when it is undefined. */
export const withField = (fields: WireFields, ...change: FieldChange): WireFields =>
  withFields(fields, [change]);

/** The same for several paths, in order. Each map on the way is copied only once. */
export function withFields(fields: WireFields, changes: Iterable<FieldChange>): WireFields {
  const root = copyFields(fields);
  const ours = new Set([root]);
  for (const [path, value] of changes) {
    const last = path.at(-1);
    const map = mapAt(root, path.slice(0, -1), ours, value !== undefined);
    if (map === undefined || last === undefined) continue;
    if (value === undefined) delete map[last];
    else map[last] = value;
  }
  return root;
}

/**
 * The map at a path, ready to be changed: it is copied unless `ours` contains it. Undefined when there is none and
 * `wanted` is false.
 */
function mapAt(
  root: WireFields,
  path: FieldPath,
  ours: Set<WireFields>,
  wanted: boolean,
): WireFields | undefined {
  let map = root;
  for (const segment of path) {
    const value = own(map, segment);
    const isMap = value !== undefined && 'mapValue' in value;
    if (!isMap && !wanted) return undefined;
    let inner = isMap ? value.mapValue.fields : undefined;
    if (inner === undefined || !ours.has(inner)) {
      inner = copyFields(inner ?? {});
      ours.add(inner);
      map[segment] = { mapValue: { fields: inner } };
    }
    map = inner;
  }
  return map;
}

export { emptyFields };
