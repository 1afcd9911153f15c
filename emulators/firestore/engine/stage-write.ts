import type { WireFields, WireValue } from '../../wire-value';
import { invalid, StatusError } from '../status';
import { emptyFields, type FieldChange, getField, withFields } from '../values/field-path';
import { identicalFields } from '../values/identical';
import { formatInstant, type Micros } from '../values/instant';
import { documentName } from '../values/resource-name';
import type { WriteResult } from '../wire/messages';
import { checkDocument } from './document-limits';
import type { Write } from './parse-write';
import type { DocumentView, StoredDocument } from './stored-document';
import { applyTransforms } from './transform';

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
