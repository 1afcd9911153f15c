/**
 * A Firestore value in canonical proto3 JSON, as it stands on the wire and in the store.
 * Integers are decimal strings (64 bit), timestamps RFC 3339 with at most six fractional digits, bytes base64.
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

/** Field name to value. Made without a prototype, since fields may be named `constructor` or `__proto__`. */
export type WireFields = Record<string, WireValue>;
