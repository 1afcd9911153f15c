import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import type { WireFields } from '@busker/emulators/wire-value';
import { anyValue } from '../testing/arbitrary-values';
import { requestFromJson, messageType } from '../wire/from-json';
import { decodeMessage, encodeMessage } from './grpc-server';

describe('codec', () => {
  const NAME = 'projects/p/databases/d/documents/c/a';
  const commitRequest = messageType('CommitRequest');

  const overTheWire = (request: unknown) =>
    requestFromJson('CommitRequest', decodeMessage(commitRequest, encodeMessage(commitRequest, request)));

  describe('the gRPC codec', () => {
    it('encodes and decodes every value without a change', () => {
      fc.assert(
        fc.property(anyValue, (value) => {
          const json = {
            database: 'projects/p/databases/d',
            writes: [{ update: { name: NAME, fields: { value } } }],
          };
          expect(overTheWire(json)).toEqual(requestFromJson('CommitRequest', json));
        }),
        { numRuns: 300 * inject('times') },
      );
    });

    it('accepts fields with any name', () => {
      const fields = Object.create(null) as WireFields;
      fields['__proto__'] = { integerValue: '9223372036854775807' };
      fields['constructor'] = { doubleValue: '-0' };
      const sent = overTheWire({ writes: [{ update: { name: NAME, fields } }] }).writes?.[0]?.update?.fields;
      expect(Object.entries(sent ?? {})).toEqual(Object.entries(fields));
    });

    it('encodes `verify`, which the public descriptor lacks', () => {
      const json = { writes: [{ verify: NAME, currentDocument: { exists: false } }] };
      expect(overTheWire(json)).toEqual(json);
    });

    it('unwraps wrapped numbers, and keeps timestamps to the microsecond', () => {
      const type = messageType('RunQueryRequest');
      const json = { structuredQuery: { limit: 0 }, readTime: '2026-01-02T03:04:05.123456Z' };
      const sent = decodeMessage(type, encodeMessage(type, json));
      expect(requestFromJson('RunQueryRequest', sent)).toEqual(json);
    });
  });
});
