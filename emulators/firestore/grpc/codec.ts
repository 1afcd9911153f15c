import type protobuf from 'protobufjs';
import { parseInstantParts } from '../values/instant';

/** Converts protocol buffers to JSON and back by the descriptor. The JSON then goes through `from-json`, as in REST. */
const fullNameOf = (field: protobuf.Field): string => field.resolvedType?.fullName ?? field.type;

const WRAPPERS: ReadonlySet<string> = new Set([
  '.google.protobuf.Int32Value',
  '.google.protobuf.Int64Value',
  '.google.protobuf.DoubleValue',
]);

const asRecord = (value: unknown): Record<string, unknown> => value as Record<string, unknown>;

function decodedItem(field: protobuf.Field, item: unknown): unknown {
  const type = field.resolvedType;
  if (type !== null && 'fields' in type) return jsonOf(type, asRecord(item));
  return field.type === 'int64' ? String(item) : item;
}

function mapped(record: unknown, each: (item: unknown) => unknown): Record<string, unknown> {
  const result = Object.create(null) as Record<string, unknown>;
  for (const [key, item] of Object.entries(asRecord(record))) result[key] = each(item);
  return result;
}

/** In proto3 an empty list or map is the same as none. */
const isEmpty = (field: protobuf.Field, value: unknown): boolean =>
  (field.map || field.repeated) && Object.keys(asRecord(value)).length === 0;

function jsonOf(type: protobuf.Type, message: Record<string, unknown>): Record<string, unknown> {
  const json: Record<string, unknown> = {};
  for (const field of type.fieldsArray) {
    if (!Object.hasOwn(message, field.name)) continue;
    const value = message[field.name];
    if (value == null || isEmpty(field, value)) continue;
    if (field.map) json[field.name] = mapped(value, (item) => decodedItem(field, item));
    else if (field.repeated) json[field.name] = (value as unknown[]).map((item) => decodedItem(field, item));
    else json[field.name] = decodedItem(field, value);
  }
  return json;
}

export const decodeMessage = (type: protobuf.Type, bytes: Buffer): unknown =>
  jsonOf(type, asRecord(type.decode(bytes)));

function encodedItem(field: protobuf.Field, item: unknown): unknown {
  const type = field.resolvedType;
  if (type === null) return encodedScalar(field.type, item);
  if ('values' in type) return encodedEnum(type, item);
  const name = fullNameOf(field);
  if (name === '.google.protobuf.Timestamp') return parseInstantParts(String(item));
  if (WRAPPERS.has(name)) return { value: item };
  return plainOf(type, asRecord(item));
}

function encodedScalar(type: string, item: unknown): unknown {
  if (type === 'double') return Number(item);
  if (type === 'bytes') return Buffer.from(String(item), 'base64');
  return item;
}

const encodedEnum = (type: protobuf.Enum, item: unknown): number =>
  typeof item === 'string' ? (type.values[item] ?? 0) : 0;

function plainOf(type: protobuf.Type, json: Record<string, unknown>): Record<string, unknown> {
  const plain: Record<string, unknown> = {};
  for (const field of type.fieldsArray) {
    const value = json[field.name];
    if (value === undefined) continue;
    if (field.map) plain[field.name] = mapped(value, (item) => encodedItem(field, item));
    else if (field.repeated) plain[field.name] = (value as unknown[]).map((item) => encodedItem(field, item));
    else plain[field.name] = encodedItem(field, value);
  }
  return plain;
}

export const encodeMessage = (type: protobuf.Type, json: unknown): Buffer =>
  Buffer.from(type.encode(plainOf(type, asRecord(json))).finish());
