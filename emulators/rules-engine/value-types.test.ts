import { describe, expect, it } from 'vitest';
import { tryCondition } from './testing/try-condition';

describe('types', () => {
  it.each([
    ['bool', 'true'],
    ['int', '1'],
    ['float', '1.5'],
    ['string', "'a'"],
    ['bytes', "b'a'"],
    ['timestamp', 'request.time'],
    ['duration', "duration.value(1, 's')"],
    ['latlng', 'latlng.value(0, 0)'],
    ['path', '/a/b'],
    ['list', '[1]'],
    ['set', '[1].toSet()'],
    ['map', "{'a': 1}"],
    ['map_diff', "{'a': 1}.diff({})"],
  ])('%s is a type of its own', (type, value) => {
    const types =
      'bool int float string bytes timestamp duration latlng path list set map map_diff constraint'.split(
        ' ',
      );
    expect(types.filter((other) => tryCondition(`${value} is ${other}`) === true)).toEqual([type]);
    expect(tryCondition(`null is ${type}`)).toBe(false);
  });

  it('are unequal to each other, and comparing them is no error', () => {
    expect(tryCondition("1 == '1' || true == 1 || null == false || 'a' == ['a'] || {} == []")).toBe(false);
    expect(tryCondition("1 != '1' && null != false")).toBe(true);
  });
});
