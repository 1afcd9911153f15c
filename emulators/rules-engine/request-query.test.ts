import { describe, expect, it } from 'vitest';
import { tryCondition } from './testing/try-condition';

const unproved = 'The query can return documents for which this condition is not true.';

function proves(condition: string, more: Record<string, unknown> = {}): true | false | string {
  const structuredQuery = { from: [{ collectionId: 'things' }], ...more };
  return tryCondition(condition, { operation: { method: 'list', parent: '', structuredQuery } });
}

describe('request.query', () => {
  it('has limit, null when absent, and offset, 0 when absent', () => {
    expect(proves('request.query.limit <= 50', { limit: 50 })).toBe(true);
    expect(proves('request.query.limit <= 50', { limit: { value: 50 } })).toBe(true);
    expect(proves('request.query.limit <= 50', { limit: 51 })).toBe(false);
    expect(typeof proves('request.query.limit <= 50')).toBe('string');
    expect(proves('request.query.limit == null && request.query.offset == 3', { offset: 3 })).toBe(true);
  });

  it('has the direction of each ordered field', () => {
    const by = (fieldPath: string, direction?: string | number): Record<string, unknown> => ({
      field: { fieldPath },
      direction,
    });
    const ordered = (condition: string, ...orderBy: unknown[]): true | false | string =>
      proves(condition, { orderBy });
    expect(ordered("request.query.orderBy.at == 'ASC'", by('at', 'ASCENDING'))).toBe(true);
    expect(ordered("request.query.orderBy['at'] == 'ASC'", by('at'))).toBe(true);
    expect(ordered("request.query.orderBy.at == 'DESC'", by('at', 'DESCENDING'))).toBe(true);
    expect(ordered("request.query.orderBy.at == 'DESC'", by('at', 2))).toBe(true);
    expect(ordered("request.query.orderBy.at == 'ASC'", by('at', 'DESCENDING'))).toBe(false);
    expect(ordered("request.query.orderBy.at in ['ASC', 'DESC']", by('n'), by('at', 'DESCENDING'))).toBe(
      true,
    );
    expect(ordered("request.query.orderBy.at == 'ASC'", by('n'))).toBe("There is no field 'at'.");
    expect(ordered("request.query.orderBy.keys().hasOnly(['at'])", by('at'))).toBe(true);
    expect(ordered('request.query.orderBy.size() == 1', by('at'))).toBe(true);
  });

  it('has an empty map without an order', () => {
    expect(proves('request.query.orderBy is map && request.query.orderBy.size() == 0')).toBe(true);
    expect(proves('request.query.orderBy == null')).toBe(false);
    expect(proves('request.query.offset == 0 && request.query.offset is int')).toBe(true);
    expect(proves('request.query.limit is int')).toBe(false);
  });

  it.each(['__name__', 'a.b', '`a b`', ''])('with an order by %j has only the other fields', (odd) => {
    const orderBy = [{ field: { fieldPath: 'at' } }, { field: { fieldPath: odd } }];
    expect(proves("request.query.orderBy.at == 'ASC'", { orderBy })).toBe(true);
    expect(proves('request.query.orderBy.size() == 1', { orderBy })).toBe(unproved);
    expect(proves("!('b' in request.query.orderBy)", { orderBy })).toBe(unproved);
    expect(proves("request.query.orderBy.b == 'ASC'", { orderBy })).toBe(unproved);
  });

  it("does not have production's undocumented members", () => {
    expect(proves("request.query.keys().hasOnly(['limit', 'offset', 'orderBy'])")).toBe(unproved);
    expect(proves('request.query.size() == 3')).toBe(unproved);
  });

  it('is absent in other requests', () => {
    expect(tryCondition('request.query.limit == null')).toBe("There is no field 'query'.");
  });
});
