import { describe, afterEach, expect, it, vi } from 'vitest';
import { readTipStatus } from './http-tips';

describe('read tip answers', () => {
  const money = { amount: 500, tipAmount: 500, coverAmount: 0, currency: 'usd' };
  const paid = { tipId: 't1', status: 'paid', ...money, receiptUrl: 'https://busker.example/t/t1' };

  afterEach(() => vi.useRealTimers());

  it.each([
    ['an hour fast', 3_600_000],
    ['right', 0],
    ['ten minutes slow', -600_000],
  ])('converts the undo time to the fan’s clock when it is %s', (_, wrongBy) => {
    const now = Date.UTC(2026, 10, 22, 9);
    vi.useFakeTimers({ now: now + wrongBy });
    const status = readTipStatus({ ...paid, undoUntil: now + 600_000, now });
    expect((status?.undoUntil ?? 0) - Date.now()).toBe(600_000);
  });

  it('keeps the undo time when the server does not send its own, and null when there is none', () => {
    expect(readTipStatus({ ...paid, undoUntil: 5 })?.undoUntil).toBe(5);
    expect(readTipStatus({ ...paid, undoUntil: null, now: 5 })?.undoUntil).toBeNull();
  });

  // Holds pay-230.
  it('reads within how many days an undone tip is back, and 0 where the server names no time', () => {
    expect(readTipStatus({ ...paid, refundDays: 7 })?.refundDays).toBe(7);
    for (const refundDays of [undefined, 0, 'soon'])
      expect(readTipStatus({ ...paid, refundDays })?.refundDays).toBe(0);
  });
});
