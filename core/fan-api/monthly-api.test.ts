import { describe, expect, it } from 'vitest';
import { parseWith } from '../base/result';
import { ownerStopAnswer, stopAllAnswer, stopAllBody } from './monthly-api';

describe('owner monthly api', () => {
  it('takes when to stop, and the handle that confirms it', () => {
    expect(parseWith(stopAllBody, { when: 'now', handle: 'ada' }).ok).toBe(true);
    for (const body of [{ when: 'now' }, { when: 'later', handle: 'ada' }, { handle: 'ada' }])
      expect(parseWith(stopAllBody, body).ok).toBe(false);
  });

  it('answers how the stopped one stands, and how many are to stop', () => {
    expect(parseWith(ownerStopAnswer, { monthlyId: 'm1', state: 'ending', asked: null }).ok).toBe(true);
    expect(parseWith(ownerStopAnswer, { monthlyId: 'm1', state: 'gone', asked: null }).ok).toBe(false);
    expect(parseWith(stopAllAnswer, { count: 3 }).ok).toBe(true);
  });
});
