import { describe, afterEach, expect, it, vi } from 'vitest';
import type { TipRequest } from '../../core/fan-api/tip-api';
import { httpTips, readTipStatus } from './http-tips';

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

describe('a browser that refuses requests which outlive the page', () => {
  const tip = { tipId: 'tip-1', tipToken: 'token-1' };
  const { tipId } = tip;
  const money = { tipAmount: 500, coverAmount: 0, amount: 500, currency: 'usd' };
  const session = { session: 'signed', currency: 'usd', limits: { min: 100, max: 50_000, step: 1 } };
  const created = { ...tip, ...money, clientSecret: 'pi_1_secret_1' };
  const status = { ...money, tipId, status: 'expired' };
  const backend = httpTips('https://busker.example');
  const request: TipRequest = {
    handle: 'ada',
    tipAmount: 500,
    coverCosts: false,
    total: 500,
    currency: 'usd',
    surface: 'elements',
    clientRequestId: '00000000-0000-4000-8000-000000000001',
    session: 'signed',
  };

  /** A page whose browser refuses such requests, and what it sent: `kept` = it was to outlive the page. */
  function pageThat(refusesKept: boolean, answer: unknown) {
    const sent: { readonly method: string | undefined; readonly kept: boolean }[] = [];
    vi.stubGlobal('fetch', (_address: string, { method, keepalive }: RequestInit) => {
      const kept = keepalive === true;
      sent.push({ method, kept });
      return kept && refusesKept
        ? Promise.reject(new TypeError('Failed to fetch'))
        : Promise.resolve(Response.json(answer));
    });
    return sent;
  }

  afterEach(() => vi.unstubAllGlobals());

  // Holds tag-150.
  it.each([
    ['starts a session', () => backend.startSession('ada', 'in-page', 'en'), session],
    [
      'finds the tip of a payment',
      () => backend.byPayment({ paymentIntent: 'pi_1', clientSecret: 'secret' }),
      { ...tip, handle: 'ada' },
    ],
    ['creates a tip', () => backend.createTip(request), created],
    [
      'changes its amount',
      () => backend.changeAmount(tip, { tipAmount: 500, coverCosts: false, total: 500 }),
      created,
    ],
    ['changes its texts', () => backend.editTip(tip, { name: 'Zoe', message: null }), status],
    ['reads it', () => backend.readTip(tip), status],
  ])('%s with one request, which no browser refuses', async (_does, call, answer) => {
    const sent = pageThat(true, answer);
    expect(await call()).toMatchObject({ ok: true });
    expect(sent).toEqual([expect.objectContaining({ kept: false })]);
  });

  // Holds tag-150.
  it.each([
    ['ends a payment', () => backend.endTip(tip)],
    ['undoes a tip', () => backend.undoTip(tip)],
  ])(
    '%s with a request that outlives the page, and with a usual one where that is refused',
    async (_does, call) => {
      const sent = pageThat(false, status);
      expect(await call()).toMatchObject({ ok: true });
      expect(sent).toEqual([{ method: 'POST', kept: true }]);

      const sentAgain = pageThat(true, status);
      expect(await call()).toMatchObject({ ok: true });
      expect(sentAgain.map(({ kept }) => kept)).toEqual([true, false]);
    },
  );

  it.each([
    ['ends a payment', () => backend.endTip(tip)],
    ['undoes a tip', () => backend.undoTip(tip)],
  ])('%s once where the server refuses it', async (_does, call) => {
    const calls: unknown[] = [];
    vi.stubGlobal('fetch', (address: string) => {
      calls.push(address);
      return Promise.resolve(Response.json({ code: 'undo-unavailable' }, { status: 409 }));
    });
    expect(await call()).toMatchObject({ problem: { code: 'undo-unavailable' } });
    expect(calls).toHaveLength(1);
  });
});
