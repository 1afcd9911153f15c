import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { connectionQueue } from './socks-link';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const link = { roundTrip: 100, rate: 1_168_000 };
/** What one segment takes on the line: 1460 bytes at this rate. */
const perSegment = 10;

test('every byte arrives, in order, however it was cut', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ minLength: 1, maxLength: 9_000 }), { maxLength: 12 }), (chunks) => {
      const arrived: Buffer[] = [];
      const send = connectionQueue(link, { freeAt: 0 }, (bytes) => arrived.push(bytes));
      for (const chunk of chunks) send(Buffer.from(chunk));
      vi.runAllTimers();
      expect(Buffer.concat(arrived)).toEqual(Buffer.concat(chunks.map((chunk) => Buffer.from(chunk))));
    }),
  );
});

test('a connection begins with ten segments, and waits for their confirmation before it sends more', () => {
  const arrivals: number[] = [];
  const start = performance.now();
  const send = connectionQueue({ ...link, rate: 1e12 }, { freeAt: 0 }, () =>
    arrivals.push(performance.now() - start),
  );
  send(Buffer.alloc(1460 * 12));
  vi.runAllTimers();
  expect(arrivals.map(Math.round)).toEqual([...Array<number>(10).fill(50), 150, 150]);
});

test('connections share the line: two of them take as long as one with both their bytes', () => {
  const line = { freeAt: 0 };
  let last = 0;
  const start = performance.now();
  const deliver = () => (last = performance.now() - start);
  for (const send of [connectionQueue(link, line, deliver), connectionQueue(link, line, deliver)])
    send(Buffer.alloc(1460 * 5));
  vi.runAllTimers();
  expect(Math.round(last)).toBe(10 * perSegment + 50);
});
