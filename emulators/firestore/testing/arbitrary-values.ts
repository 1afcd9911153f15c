import fc from 'fast-check';
import type { WireFields, WireValue } from '@busker/emulators/wire-value';
import { formatInstant, wireDouble } from '../values/values';

const NUMBERS = ['0', '1', '-1', '9007199254740993', '9223372036854775807', '-9223372036854775808'];

/**
 * Short texts with difficult characters: quotes, multi-byte characters, surrogate pairs. fast-check's `binary` takes
 * seconds to set up.
 */
export const anyText = (constraints: { minLength?: number; maxLength: number }): fc.Arbitrary<string> =>
  fc.string({
    unit: fc.constantFrom(
      'a',
      'B',
      '_',
      '1',
      '.',
      '`',
      '\\',
      '/',
      '~',
      ' ',
      '\0',
      'é',
      '｡',
      '\uffff',
      '🙂',
      '𝄞',
    ),
    ...constraints,
  });

const leaf: fc.Arbitrary<WireValue> = fc.oneof(
  fc.constant<WireValue>({ nullValue: null }),
  fc.boolean().map((booleanValue) => ({ booleanValue })),
  fc.constantFrom(...NUMBERS).map((integerValue) => ({ integerValue })),
  fc.integer({ min: -5, max: 5 }).map((n) => ({ integerValue: String(n) })),
  fc.double().map((value) => ({ doubleValue: wireDouble(value) })),
  fc.integer({ min: -5, max: 5 }).map((value) => ({ doubleValue: wireDouble(value / 2) })),
  fc.integer({ min: 0, max: 2_000_000_000 }).map((s) => ({ timestampValue: formatInstant(s * 1_000_001) })),
  anyText({ maxLength: 4 }).map((stringValue) => ({ stringValue })),
  fc.uint8Array({ maxLength: 3 }).map((bytes) => ({ bytesValue: Buffer.from(bytes).toString('base64') })),
  fc.constantFrom('a', 'b', '__id7__', '__id12__').map((id) => ({
    referenceValue: `projects/p/databases/d/documents/c/${id}`,
  })),
  fc
    .record({ latitude: fc.integer({ min: -90, max: 90 }), longitude: fc.integer({ min: -180, max: 180 }) })
    .map((geoPointValue) => ({ geoPointValue })),
);

/** Any value, for property tests: all types, and often the difficult values. */
export const anyValue: fc.Arbitrary<WireValue> = fc.letrec<{ value: WireValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    leaf,
    fc.array(tie('value'), { maxLength: 3 }).map((values) => ({ arrayValue: { values } })),
    fc
      .dictionary(fc.constantFrom('a', 'b', 'constructor'), tie('value'), {
        maxKeys: 3,
        noNullPrototype: false,
      })
      .map((fields: WireFields) => ({ mapValue: { fields } })),
  ),
})).value;
