import * as v from 'valibot';
import { expect, it } from 'vitest';
import { adminActBody } from './admin-api';

it('an admin act names a known verb and known parts, and writes only with `yes`', () => {
  expect(v.parse(adminActBody, { verb: 'hide', who: ' ada ', reason: 'x' })).toEqual({
    verb: 'hide',
    who: 'ada',
    reason: 'x',
    parts: [],
    days: null,
    ground: '',
    isOrder: false,
    reportId: null,
    yes: false,
  });
  const bad = [{ verb: 'erase' }, { parts: ['name'] }, { days: 0 }, { who: ' ' }, { force: true }];
  expect(bad.filter((given) => v.is(adminActBody, { verb: 'hide', who: 'ada', ...given }))).toEqual([]);
});
