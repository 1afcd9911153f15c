import type { WireFields, WireValue } from '../../wire-value';
import { invalid } from '../status';

/** A path into a document's fields: `a.b` is ['a', 'b'], and "`a.b`" (with back-ticks) is ['a.b']. */
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
  throw invalid(`Invalid property path "${text}": a back-tick is not closed.`);
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

/** The canonical text of a path, quoting what needs it. */
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

/** A copy of `fields` with the value at `path` set, or removed when it is undefined. */
export function withField(fields: WireFields, path: FieldPath, value: WireValue | undefined): WireFields {
  const [head, ...rest] = path;
  const copy = copyFields(fields);
  if (head === undefined) return copy;
  if (rest.length === 0) {
    if (value === undefined) delete copy[head];
    else copy[head] = value;
    return copy;
  }
  const inner = own(fields, head);
  const innerFields = inner !== undefined && 'mapValue' in inner ? inner.mapValue.fields : undefined;
  if (innerFields === undefined && value === undefined && !(inner !== undefined && 'mapValue' in inner))
    return copy;
  copy[head] = { mapValue: { fields: withField(innerFields ?? emptyFields(), rest, value) } };
  return copy;
}

export { emptyFields };
