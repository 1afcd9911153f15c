import type { WireFields } from '../../wire-value';
import type { StoredDocument } from '../engine/stored-document';
import {
  emptyFields,
  type FieldChange,
  type FieldPath,
  getField,
  parseFieldPath,
  withFields,
} from '../values/field-path';
import { isNamePath } from './query';

/** Only the given fields of a document. */
export function projectFields(fields: WireFields, paths: readonly FieldPath[]): WireFields {
  const present = paths
    .map((path): FieldChange => [path, getField(fields, path)])
    .filter(([, value]) => value !== undefined);
  return withFields(emptyFields(), present);
}

export const selectFields = (document: StoredDocument, select: readonly FieldPath[] | null): WireFields =>
  select === null ? document.fields : projectFields(document.fields, select);

export function maskFields(document: StoredDocument, fieldPaths: readonly string[] | null): WireFields {
  if (fieldPaths === null) return document.fields;
  return projectFields(
    document.fields,
    fieldPaths.map(parseFieldPath).filter((path) => !isNamePath(path)),
  );
}
