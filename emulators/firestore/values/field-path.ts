import type { WireFields, WireValue } from '../../wire-value';
import { invalid } from '../status';

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

export const copyFields = (fields: WireFields): WireFields => Object.assign(emptyFields(), fields);

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
