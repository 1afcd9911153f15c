import { createRequire } from 'node:module';
import protobuf from 'protobufjs';
import type { WireFields, WireValue } from '@busker/rules-engine/port';
import { invalid } from '../values/status';
import {
  boolean,
  bytes,
  canonicalTimestamp,
  double,
  integer32,
  integer64,
  list,
  record,
  text,
} from '../values/values';
import type { RequestName, Requests } from './messages';

const require = createRequire(import.meta.url);

function descriptor(): protobuf.INamespace {
  // The descriptor is resolved from the admin SDK, which contains it.
  const admin = createRequire(require.resolve('firebase-admin'));
  return admin('@google-cloud/firestore/build/protos/v1.json') as protobuf.INamespace;
}

function loadSchema(): protobuf.Root {
  const root = protobuf.Root.fromJSON(descriptor());
  const write = root.lookupType('google.firestore.v1.Write');
  // The public descriptor lacks Write.verify (field 5). Web SDK transactions send it for documents that they read but
  // do not write. Without this field such a write would be empty.
  if (write.fields['verify'] === undefined) {
    const verify = new protobuf.Field('verify', 5, 'string');
    write.add(verify);
    write.oneofs['operation']?.add(verify);
  }
  root.resolveAll();
  return root;
}

/** Firestore's protocol buffers, used to validate every transport. */
export const schema = loadSchema();

export const messageType = (name: string): protobuf.Type => schema.lookupType(`google.firestore.v1.${name}`);

const MAX_DEPTH = 20;

function geoPoint(json: unknown, where: string): { latitude: number; longitude: number } {
  const point = record(json, where);
  const latitude = Number(double(point['latitude'] ?? 0, where));
  const longitude = Number(double(point['longitude'] ?? 0, where));
  if (!(Math.abs(latitude) <= 90)) throw invalid('Latitude must be in the range of [-90, 90].');
  if (!(Math.abs(longitude) <= 180)) throw invalid('Longitude must be in the range of [-180, 180].');
  return { latitude, longitude };
}

function fieldsFromJson(json: unknown, where: string, depth = 0): WireFields {
  const fields = Object.create(null) as WireFields;
  for (const [key, value] of Object.entries(record(json ?? {}, where))) {
    if (key === '') throw invalid('Document fields must not be empty.');
    fields[key] = valueFromJson(value, where, depth);
  }
  return fields;
}

function arrayFromJson(json: unknown, where: string, depth = 0): { values?: WireValue[] } {
  const values = record(json ?? {}, where)['values'];
  if (values == null) return {};
  const items = list(values, where).map((item) => valueFromJson(item, where, depth));
  return items.length === 0 ? {} : { values: items };
}

/** One value in canonical form; anything else is refused. */
function valueFromJson(json: unknown, where: string, depth = 0): WireValue {
  if (depth > MAX_DEPTH)
    throw invalid(`Property ${where} contains an invalid nested entity: it is too deep.`);
  const object = record(json, where);
  if ('stringValue' in object) return { stringValue: text(object['stringValue'], where) };
  if ('integerValue' in object) return { integerValue: integer64(object['integerValue'], where) };
  if ('doubleValue' in object) return { doubleValue: double(object['doubleValue'], where) };
  if ('booleanValue' in object) return { booleanValue: boolean(object['booleanValue'], where) };
  if ('timestampValue' in object) return { timestampValue: canonicalTimestamp(object['timestampValue']) };
  if ('nullValue' in object) return { nullValue: null };
  if ('bytesValue' in object) return { bytesValue: bytes(object['bytesValue'], where) };
  if ('referenceValue' in object) return { referenceValue: text(object['referenceValue'], where) };
  if ('geoPointValue' in object) return { geoPointValue: geoPoint(object['geoPointValue'], where) };
  if ('arrayValue' in object) return { arrayValue: arrayFromJson(object['arrayValue'], where, depth + 1) };
  if ('mapValue' in object) {
    const fields = record(object['mapValue'] ?? {}, where)['fields'];
    return { mapValue: { fields: fieldsFromJson(fields ?? {}, where, depth + 1) } };
  }
  throw invalid(`Invalid value at '${where}': no value type is set.`);
}

const FromJsonMAX_DEPTH = 200;

type Reader = (json: unknown, where: string) => unknown;

const unwrapped =
  (read: Reader): Reader =>
  (json, where) =>
    read(
      typeof json === 'object' && json !== null ? ((json as { value?: unknown }).value ?? 0) : json,
      where,
    );

/** Types with a special JSON form. Wrappers are unwrapped: `limit` may be 3 or {"value": 3}. */
const SPECIAL: Record<string, Reader> = {
  '.google.protobuf.Timestamp': (json) => canonicalTimestamp(json),
  '.google.protobuf.Int32Value': unwrapped(integer32),
  '.google.protobuf.Int64Value': unwrapped(integer64),
  '.google.protobuf.DoubleValue': unwrapped(double),
  '.google.firestore.v1.Value': valueFromJson,
  '.google.firestore.v1.ArrayValue': arrayFromJson,
};

const SCALARS: Record<string, Reader> = {
  string: text,
  bool: boolean,
  int32: integer32,
  int64: integer64,
  double,
  bytes,
};

/** An enum's name; the admin SDK sends numbers over REST, firestore/lite sends names. */
function enumName(type: protobuf.Enum, json: unknown, where: string): string {
  if (typeof json === 'string' && Object.hasOwn(type.values, json)) return json;
  const name = typeof json === 'number' ? type.valuesById[json] : undefined;
  if (name === undefined) throw invalid(`Invalid value at '${where}' (${type.name}).`);
  return name;
}

function readerOf(field: protobuf.Field): Reader {
  const type = field.resolvedType;
  if (type === null) return SCALARS[field.type] ?? ((json) => json);
  const special = SPECIAL[type.fullName];
  if (special !== undefined) return special;
  if ('valuesById' in type) return (json, where) => enumName(type, json, where);
  return (json, where) => nested(type, json, where);
}

function fieldValue(field: protobuf.Field, json: unknown, where: string): unknown {
  const isValueMap = field.map && field.resolvedType?.name === 'Value';
  if (isValueMap) return fieldsFromJson(json, where);
  const read = readerOf(field);
  if (field.map) {
    return Object.fromEntries(
      Object.entries(record(json, where)).map(([key, item]) => [key, read(item, where)]),
    );
  }
  return field.repeated ? list(json, where).map((item) => read(item, where)) : read(json, where);
}

/** `where` gets a name and a dot for each level, so the number of dots is the depth. */
function nested(type: protobuf.Type, json: unknown, where: string): Record<string, unknown> {
  if (where.split('.').length > FromJsonMAX_DEPTH) throw invalid('The request is nested too deeply.');
  return message(type, json, where);
}

/** Only own properties of the descriptor: a request may have a field named `toString`. */
const fieldOf = (type: protobuf.Type, name: string): protobuf.Field | undefined =>
  Object.hasOwn(type.fields, name) ? type.fields[name] : undefined;

const camelCase = (name: string): string => name.replace(/_([a-z])/g, (_, c: string) => c.toUpperCase());

function message(type: protobuf.Type, json: unknown, where: string): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  const taken = new Set<string>();
  for (const [key, item] of Object.entries(record(json, where))) {
    const field = fieldOf(type, key) ?? fieldOf(type, camelCase(key));
    if (field === undefined || item == null) continue;
    const oneof = field.partOf?.name;
    if (oneof !== undefined && taken.has(oneof)) {
      throw invalid(`Invalid value at '${where}' (oneof): '${oneof}' is already set.`);
    }
    if (oneof !== undefined) taken.add(oneof);
    result[field.name] = fieldValue(field, item, `${where}.${field.name}`);
  }
  return result;
}

/** Validates the JSON of any transport against the protocol's descriptor and returns it in canonical form. */
export function requestFromJson<N extends RequestName>(name: N, json: unknown): Requests[N] {
  // The descriptor was used to validate every member of the type.
  return message(messageType(name), json, 'request') as Requests[N];
}
