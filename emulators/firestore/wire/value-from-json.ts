import type { WireFields, WireValue } from '../../wire-value';
import { invalid } from '../status';
import { canonicalTimestamp } from '../values/instant';
import { boolean, bytes, double, integer64, list, record, text } from './scalars';

const MAX_DEPTH = 20;

function geoPoint(json: unknown, where: string): { latitude: number; longitude: number } {
  const point = record(json, where);
  const latitude = Number(double(point['latitude'] ?? 0, where));
  const longitude = Number(double(point['longitude'] ?? 0, where));
  if (!(Math.abs(latitude) <= 90)) throw invalid('Latitude must be in the range of [-90, 90].');
  if (!(Math.abs(longitude) <= 180)) throw invalid('Longitude must be in the range of [-180, 180].');
  return { latitude, longitude };
}

export function fieldsFromJson(json: unknown, where: string, depth = 0): WireFields {
  const fields = Object.create(null) as WireFields;
  for (const [key, value] of Object.entries(record(json ?? {}, where))) {
    if (key === '') throw invalid('Document fields must not be empty.');
    fields[key] = valueFromJson(value, where, depth);
  }
  return fields;
}

export function arrayFromJson(json: unknown, where: string, depth = 0): { values?: WireValue[] } {
  const values = record(json ?? {}, where)['values'];
  if (values == null) return {};
  const items = list(values, where).map((item) => valueFromJson(item, where, depth));
  return items.length === 0 ? {} : { values: items };
}

/** One value in canonical form; anything else is refused. */
export function valueFromJson(json: unknown, where: string, depth = 0): WireValue {
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
