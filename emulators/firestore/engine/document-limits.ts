import type { WireFields, WireValue } from '../../wire-value';
import { invalid } from '../status';
import { utf8Length } from '../values/text-order';

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
export function checkDocument(path: string, fields: WireFields): void {
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
