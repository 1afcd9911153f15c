import { describe, expect, it } from 'vitest';
import { createFaults, type FaultKind } from './http-answer';

describe('faults', () => {
  const cut: FaultKind = { kind: 'cut', when: 'before' };
  const lag: FaultKind = { kind: 'latency', milliseconds: 5 };
  const always = { share: 1, left: null };

  describe('faults', () => {
    it.each([
      ['POST /v1/refunds', true],
      ['POST /v1/*', true],
      ['* /v1/refunds', true],
      ['*', true],
      ['*refunds', true],
      ['GET /v1/refunds', false],
      ['POST /v1/refund', false],
      ['POST /v1/refunds/re_1', false],
      ['OST /v1/refunds', false],
      ['POST .v1.refunds', false],
    ])('on the route %s match a refund: %s', (route, meets) => {
      const faults = createFaults(() => 0);
      faults.add({ route, fault: cut, ...always });
      expect(faults.take('POST', '/v1/refunds')).toEqual(meets ? [cut] : []);
    });

    // Holds pay-175.
    it('apply as often as requested, each with its own counter, and then end', () => {
      const faults = createFaults(() => 0);
      faults.add({ route: '*', fault: cut, share: 1, left: 2 });
      faults.add({ route: 'GET *', fault: lag, ...always });
      expect(faults.take('GET', '/a')).toEqual([cut, lag]);
      expect(faults.list().map(({ left }) => left)).toEqual([1, null]);
      expect(faults.take('POST', '/a')).toEqual([cut]);
      expect(faults.list()).toHaveLength(1);
      expect(faults.take('GET', '/a')).toEqual([lag]);
      faults.clear();
      expect(faults.take('GET', '/a')).toEqual([]);
    });

    // Holds pay-175.
    it('apply at the given rate, and count only the requests that they affect', () => {
      const chances = [0.2, 0.3, 0.29, 0.9];
      const faults = createFaults(() => chances.shift() ?? 1);
      faults.add({ route: '*', fault: cut, share: 0.3, left: 2 });
      const met = Array.from({ length: 4 }, () => faults.take('GET', '/a').length);
      expect(met).toEqual([1, 0, 1, 0]);
    });
  });
});
