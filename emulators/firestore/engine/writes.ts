import type { WireFields, WireValue } from '@busker/rules-engine/port';
import type { DocumentView, StoredDocument } from '../documents/stored-document';
import {
  documentName,
  emptyFields,
  getField,
  parseDocumentName,
  parseFieldPath,
  utf8Length,
  withField,
  withFields,
  type FieldChange,
  type FieldPath,
} from '../values/names';
import { StatusError, invalid } from '../values/status';
import {
  addNumbers,
  compareValues,
  extremeNumber,
  formatInstant,
  identicalFields,
  isNumber,
  type Micros,
} from '../values/values';
import type { FieldTransform, Precondition, WriteMessage, WriteResult } from '../wire/messages';

type Condition =
  | { readonly kind: 'none' }
  | { readonly kind: 'exists'; readonly exists: boolean }
  | { readonly kind: 'updateTime'; readonly updateTime: string };

type Operation =
  | {
      readonly kind: 'set';
      readonly fields: WireFields;
      /** null replaces the whole document. */
      readonly mask: readonly FieldPath[] | null;
      readonly transforms: readonly FieldTransform[];
    }
  | { readonly kind: 'delete' }
  | { readonly kind: 'verify' };

/** A validated write of a commit. */
export interface Write {
  readonly path: string;
  readonly condition: Condition;
  readonly operation: Operation;
}

function condition(message: Precondition | undefined): Condition {
  if (message?.exists !== undefined) return { kind: 'exists', exists: message.exists };
  if (message?.updateTime !== undefined) return { kind: 'updateTime', updateTime: message.updateTime };
  return { kind: 'none' };
}

function pathOf(name: string | undefined, database: string): string {
  const resource = parseDocumentName(name ?? '');
  if (resource.database !== database) {
    throw invalid(`Document name "${name}" is not in the database "${database}" of the request.`);
  }
  return resource.path;
}

/** The limit for one document in production. */
const MAX_TRANSFORMS = 500;

function checkedTransforms(transforms: readonly FieldTransform[] = []): readonly FieldTransform[] {
  if (transforms.length > MAX_TRANSFORMS)
    throw invalid(`A write can have ${MAX_TRANSFORMS} field transforms only.`);
  return transforms;
}

function operation(message: WriteMessage): { name: string | undefined; operation: Operation } {
  if (message.update !== undefined) {
    const fields = message.update.fields ?? emptyFields();
    const mask =
      message.updateMask === undefined ? null : (message.updateMask.fieldPaths ?? []).map(parseFieldPath);
    const transforms = checkedTransforms(message.updateTransforms);
    return { name: message.update.name, operation: { kind: 'set', fields, mask, transforms } };
  }
  if (message.delete !== undefined) {
    if (message.updateMask !== undefined) throw invalid('A delete cannot have a mask.');
    return { name: message.delete, operation: { kind: 'delete' } };
  }
  if (message.verify !== undefined) return { name: message.verify, operation: { kind: 'verify' } };
  if (message.transform !== undefined) {
    const transforms = checkedTransforms(message.transform.fieldTransforms);
    const set = { kind: 'set' as const, fields: emptyFields(), mask: [], transforms };
    return { name: message.transform.document, operation: set };
  }
  throw invalid('A write needs an operation.');
}

export function parseWrite(message: WriteMessage, database: string): Write {
  const { name, operation: parsed } = operation(message);
  return { path: pathOf(name, database), condition: condition(message.currentDocument), operation: parsed };
}

/** Document sizes as in production: https://firebase.google.com/docs/firestore/storage-size */
const MAX_DOCUMENT = 1_048_576;
const MAX_VALUE = 1_048_487;
const MAX_FIELD_NAME = 1500;

/** Whether a reference names a collection. Only names below `documents` are checked. */
const namesCollection = (reference: string): boolean =>
  (/\/documents\/(.+)$/.exec(reference)?.[1]?.split('/').length ?? 0) % 2 === 1;

/** Some values are allowed in filters but not in documents: a list in a list, a collection reference. */
function checkStorable(value: WireValue): void {
  if ('referenceValue' in value && namesCollection(value.referenceValue))
    throw invalid(`Document parent name "${value.referenceValue}" does not name a document.`);
  if ('mapValue' in value) Object.values(value.mapValue.fields ?? {}).forEach(checkStorable);
  if (!('arrayValue' in value)) return;
  for (const item of value.arrayValue.values ?? []) {
    if ('arrayValue' in item) throw invalid('Nested arrays are not allowed');
    checkStorable(item);
  }
}

function valueSize(value: WireValue): number {
  if ('stringValue' in value) return utf8Length(value.stringValue) + 1;
  if ('bytesValue' in value) return Math.floor((value.bytesValue.length * 3) / 4);
  if ('mapValue' in value) return fieldsSize(value.mapValue.fields ?? {});
  if ('arrayValue' in value)
    return (value.arrayValue.values ?? []).reduce((sum, item) => sum + valueSize(item), 0);
  if ('referenceValue' in value) return utf8Length(value.referenceValue) + 16;
  if ('geoPointValue' in value) return 16;
  return 'booleanValue' in value || 'nullValue' in value ? 1 : 8;
}

function fieldsSize(fields: WireFields): number {
  let size = 0;
  for (const [name, value] of Object.entries(fields)) {
    const nameSize = utf8Length(name) + 1;
    if (nameSize > MAX_FIELD_NAME + 1) throw invalid(`The field name "${name.slice(0, 50)}…" is too long.`);
    const own = valueSize(value);
    if (own > MAX_VALUE) {
      throw invalid(`The value of property "${name}" is longer than ${MAX_VALUE} bytes.`);
    }
    size += nameSize + own;
  }
  return size;
}

/** Refuses documents that production does not store. */
function checkDocument(path: string, fields: WireFields): void {
  for (const [name, value] of Object.entries(fields)) {
    if (/^__.*__$/s.test(name)) throw invalid(`The field name "${name}" is reserved.`);
    checkStorable(value);
  }
  const nameSize = path.split('/').reduce((sum, segment) => sum + utf8Length(segment) + 1, 16);
  const size = nameSize + fieldsSize(fields) + 32;
  if (size > MAX_DOCUMENT) {
    throw invalid(
      `Document "${path}" cannot be written because its size (${size} bytes) exceeds the maximum.`,
    );
  }
}

const NULL: WireValue = { nullValue: null };

interface Transformed {
  readonly value: WireValue;
  readonly result: WireValue;
}

const both = (value: WireValue): Transformed => ({ value, result: value });

const storedItems = (stored: WireValue | undefined): readonly WireValue[] =>
  stored !== undefined && 'arrayValue' in stored ? (stored.arrayValue.values ?? []) : [];

const arrayOf = (values: WireValue[]): Transformed => ({
  value: { arrayValue: values.length === 0 ? {} : { values } },
  result: NULL,
});

function appended(stored: WireValue | undefined, items: readonly WireValue[]): Transformed {
  const values = [...storedItems(stored)];
  for (const item of items) if (!values.some((value) => compareValues(value, item) === 0)) values.push(item);
  return arrayOf(values);
}

const removed = (stored: WireValue | undefined, items: readonly WireValue[]): Transformed =>
  arrayOf(storedItems(stored).filter((value) => !items.some((item) => compareValues(value, item) === 0)));

function transformed(transform: FieldTransform, stored: WireValue | undefined, now: string): Transformed {
  if (transform.setToServerValue !== undefined) {
    if (transform.setToServerValue !== 'REQUEST_TIME') throw invalid('Unknown server value.');
    return both({ timestampValue: now });
  }
  const numeric = (['increment', 'maximum', 'minimum'] as const).find(
    (name) => transform[name] !== undefined,
  );
  if (numeric !== undefined) {
    const operand = transform[numeric];
    if (!isNumber(operand)) throw invalid(`The operand of ${numeric} must be a number.`);
    if (!isNumber(stored)) return both(operand);
    if (numeric === 'increment') return both(addNumbers(stored, operand));
    return both(extremeNumber(stored, operand, numeric === 'maximum' ? 1 : -1));
  }
  if (transform.appendMissingElements !== undefined) {
    return appended(stored, transform.appendMissingElements.values ?? []);
  }
  if (transform.removeAllFromArray !== undefined) {
    return removed(stored, transform.removeAllFromArray.values ?? []);
  }
  throw invalid('A field transform needs a type.');
}

/** Applies transforms in order; `now` is the commit time. The result of an array transform is null. */
function applyTransforms(
  fields: WireFields,
  transforms: readonly FieldTransform[],
  now: string,
): { fields: WireFields; results: WireValue[] } {
  let current = fields;
  const results: WireValue[] = [];
  for (const transform of transforms) {
    const path = parseFieldPath(transform.fieldPath ?? '');
    const { value, result } = transformed(transform, getField(current, path), now);
    current = withField(current, path, value);
    results.push(result);
  }
  return { fields: current, results };
}

/** A commit in progress: its writes so far, on top of the stored state. */
export class Staging implements DocumentView {
  readonly staged = new Map<string, StoredDocument | null>();

  constructor(
    readonly database: string,
    readonly base: DocumentView,
    readonly time: Micros,
  ) {}

  get(path: string): StoredDocument | null {
    const staged = this.staged.get(path);
    return staged === undefined ? this.base.get(path) : staged;
  }
}

/**
 * The result of one write. `failure` is set when its precondition fails; rules are checked before the failure is
 * reported.
 */
export interface WriteOutcome {
  readonly path: string;
  readonly kind: 'create' | 'update' | 'delete' | 'verify';
  readonly before: StoredDocument | null;
  readonly after: StoredDocument | null;
  readonly result: WriteResult;
  readonly failure: StatusError | null;
}

function conditionFailure(staging: Staging, write: Write, before: StoredDocument | null): StatusError | null {
  const { condition, path } = write;
  const name = documentName(staging.database, path);
  switch (condition.kind) {
    case 'none':
      return null;
    case 'exists':
      if (condition.exists === (before !== null)) return null;
      if (before !== null) return new StatusError('ALREADY_EXISTS', `Document already exists: ${name}`);
      return staging.staged.get(path) === null
        ? invalid(`Cannot update a document that the same commit deletes: ${name}`)
        : new StatusError('NOT_FOUND', `No document to update: ${name}`);
    case 'updateTime': {
      const stored = before === null ? 'none' : formatInstant(before.updateTime);
      if (stored === condition.updateTime) return null;
      const text = `the stored version (${stored}) does not match the required base version (${condition.updateTime})`;
      return new StatusError('FAILED_PRECONDITION', text);
    }
  }
}

function mergedFields(
  before: StoredDocument | null,
  operation: Extract<Write['operation'], { kind: 'set' }>,
): WireFields {
  if (operation.mask === null) return operation.fields;
  const changes = operation.mask.map((path): FieldChange => [path, getField(operation.fields, path)]);
  return withFields(before?.fields ?? emptyFields(), changes);
}

function setDocument(
  staging: Staging,
  path: string,
  before: StoredDocument | null,
  operation: Extract<Write['operation'], { kind: 'set' }>,
): { after: StoredDocument; results: WireValue[] } {
  const merged = mergedFields(before, operation);
  const { fields, results } = applyTransforms(merged, operation.transforms, formatInstant(staging.time));
  if (before !== null && identicalFields(before.fields, fields)) return { after: before, results };
  checkDocument(path, fields);
  const createTime = before?.createTime ?? staging.time;
  return { after: { path, fields, createTime, updateTime: staging.time }, results };
}

/** Applies one write on top of the writes before it, within `staging`. */
export function stageWrite(staging: Staging, write: Write): WriteOutcome {
  const { path, operation } = write;
  const before = staging.get(path);
  const failure = conditionFailure(staging, write, before);
  switch (operation.kind) {
    case 'verify':
      return { path, kind: 'verify', before, after: before, result: {}, failure };
    case 'delete':
      staging.staged.set(path, null);
      return { path, kind: 'delete', before, after: null, result: {}, failure };
    case 'set': {
      const { after, results } = setDocument(staging, path, before, operation);
      staging.staged.set(path, after);
      const updateTime = formatInstant(after.updateTime);
      const result = results.length === 0 ? { updateTime } : { updateTime, transformResults: results };
      return { path, kind: before === null ? 'create' : 'update', before, after, result, failure };
    }
  }
}
