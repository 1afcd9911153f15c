import { describe, expect, it } from 'vitest';
import type { CardVersionDay } from '../../../core/profile-documents/card-document';
import { known, unanswered } from '../../installation/google';
import { judgeCrashes } from './record-step';

describe('judge crashes', () => {
  const day = (version: string, loads: number, crashes: number, date = '2026-11-20'): CardVersionDay => ({
    v: 1,
    day: date,
    version,
    loads,
    crashes,
    expiresAt: 0,
  });
  const judge = (...days: readonly CardVersionDay[]) =>
    judgeCrashes(known(days), { current: '0.1.0', next: '0.2.0' });

  describe('the crashes of next.js and v1.js', () => {
    it('refuse a version that crashes three times as often, and say both rates', () => {
      expect(judge(day('0.1.0', 10_000, 50), day('0.2.0', 1000, 15))).toMatchObject({
        state: 'missing',
        what: 'as few crashes as before: next.js 0.2.0 1.50 % (15 crashes in 1000 loads), v1.js 0.1.0 0.50 % (50 crashes in 10000 loads)',
      });
    });

    it('allow a version that crashes somewhat more often', () => {
      expect(judge(day('0.1.0', 10_000, 50), day('0.2.0', 1000, 14))).toMatchObject({ state: 'ok' });
    });

    it('allow two crashes of next.js where v1.js has none, and refuse three in a thousand', () => {
      expect(judge(day('0.1.0', 9000, 0), day('0.2.0', 1000, 2))).toMatchObject({ state: 'ok' });
      expect(judge(day('0.1.0', 9000, 0), day('0.2.0', 1000, 3))).toMatchObject({ state: 'missing' });
    });

    it('add the days, and leave out other versions', () => {
      const days = [day('0.2.0', 300, 0), day('0.2.0', 300, 0, '2026-11-21'), day('0.0.9', 5, 5)];
      expect(judge(day('0.1.0', 500, 0), ...days)).toMatchObject({
        what: 'crashes: next.js 0.2.0 0.00 % (0 crashes in 600 loads), v1.js 0.1.0 0.00 % (0 crashes in 500 loads)',
      });
    });

    it('allow and refuse nothing below 500 loads of each, and say how many each version has', () => {
      expect(judge(day('0.1.0', 499, 0), day('0.2.0', 20, 20))).toMatchObject({
        state: 'missing',
        what: expect.stringContaining('v1.js 0.1.0 has 499, next.js 0.2.0 has 20') as string,
      });
      expect(judge(day('0.1.0', 5000, 0))).toMatchObject({
        what: expect.stringMatching(/; next\.js 0\.2\.0 has 0$/) as string,
      });
    });

    it('refuse when the counts cannot be read', () => {
      expect(judgeCrashes(unanswered('403'), { current: '0.1.0', next: '0.2.0' })).toMatchObject({
        state: 'missing',
      });
    });
  });
});
