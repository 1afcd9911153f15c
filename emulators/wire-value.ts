/**
 * A Firestore value in canonical proto3 JSON, as in the wire protocol and in the store. Integers are decimal strings
 * (64 bits), timestamps are RFC 3339 with at most six fractional digits, bytes are base64.
 */
export type WireValue =
  | { nullValue: null }
  | { booleanValue: boolean }
  | { integerValue: string }
  | { doubleValue: number | 'NaN' | 'Infinity' | '-Infinity' | '-0' }
  | { timestampValue: string }
  | { stringValue: string }
  | { bytesValue: string }
  | { referenceValue: string }
  | { geoPointValue: { latitude?: number; longitude?: number } }
  | { arrayValue: { values?: WireValue[] } }
  | { mapValue: { fields?: WireFields } };

/** Field names and values. The object has no prototype, because a field may be named `constructor` or `__proto__`. */
export type WireFields = Record<string, WireValue>;
