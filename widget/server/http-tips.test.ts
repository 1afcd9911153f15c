import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TipRequest } from '@busker/core/fan-api/tip-api';
import { httpCounter } from './http-counter';
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
    [
      'changes its texts',
      () =>
        backend.editTip(tip, {
          name: 'Zoe',
          message: null,
          anonymous: false,
          privateMessage: true,
          hideAmount: true,
        }),
      status,
    ],
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

describe('the counter of views and clicks', () => {
  const host = 'https://busker.test';
  const click = { handle: 'ada', kind: 'click', link: 'k' } as const;
  const view = { handle: 'ada', kind: 'view' } as const;
  const requests: [address: string, init: { readonly body: string }][] = [];
  const bodies = () => requests.map(([, { body }]) => JSON.parse(body) as object);

  /** What the browser says of the page; then it says that this changed. */
  function shows(now: { hidden?: boolean; prerendering?: boolean }, change?: string): void {
    Object.defineProperty(document, 'hidden', { configurable: true, value: now.hidden ?? false });
    Object.defineProperty(document, 'prerendering', { configurable: true, value: now.prerendering ?? false });
    if (change) document.dispatchEvent(new Event(change));
  }

  beforeEach(() => {
    vi.useFakeTimers();
    requests.length = 0;
    vi.stubGlobal('fetch', (...given: (typeof requests)[number]) => {
      requests.push(given);
      return Promise.reject(new Error('offline'));
    });
  });
  afterEach(() => {
    for (const name of ['hidden', 'prerendering']) Reflect.deleteProperty(document, name);
    document.documentElement.removeAttribute('data-turbo-preview');
    history.replaceState(null, '', '/');
    vi.useRealTimers();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  // Holds tag-108.
  it('counts by a request that outlives the page and is no ping, and ignores its error', async () => {
    const beacon = vi.fn<() => boolean>();
    vi.stubGlobal('navigator', { sendBeacon: beacon });
    httpCounter()(host, click);
    await Promise.resolve();
    expect(requests).toEqual([
      [
        'https://busker.test/v1/events',
        { method: 'POST', body: JSON.stringify({ events: [click] }), keepalive: true, credentials: 'omit' },
      ],
    ]);
    expect(beacon).not.toHaveBeenCalled();
  });

  // Holds tag-107.
  it.each([
    ['drawn ahead of a visit', { prerendering: true, hidden: true }, 'prerenderingchange'],
    ['drawn ahead, in a browser that calls it visible', { prerendering: true }, 'prerenderingchange'],
    ['in a tab that is not shown', { hidden: true }, 'visibilitychange'],
  ])('a page %s counts no view; once it is seen, it counts one', (_name, before, change) => {
    shows(before);
    httpCounter()(host, view);
    vi.advanceTimersByTime(60_000);
    window.dispatchEvent(new Event('pagehide'));
    expect(requests).toEqual([]);
    shows({}, change);
    shows({ hidden: true }, 'visibilitychange');
    shows({}, 'visibilitychange');
    vi.advanceTimersByTime(60_000);
    expect(bodies()).toEqual([{ events: [view] }]);
  });

  // Holds tag-107.
  it('a view that was seen is counted although the tab is hidden when the page goes', () => {
    httpCounter()(host, view);
    shows({ hidden: true }, 'visibilitychange');
    window.dispatchEvent(new Event('pagehide'));
    expect(bodies()).toEqual([{ events: [view] }]);
  });

  /** The entry of the browser's history that the page is in; undefined where the browser does not say. */
  function isIn(key: string | undefined): void {
    vi.stubGlobal('navigation', key && { currentEntry: { key } });
  }
  const loadedForAReturn = () =>
    vi.stubGlobal('performance', { getEntriesByType: () => [{ type: 'back_forward' }] });
  /** Everything that is counted from now on. */
  const collected = () => {
    vi.advanceTimersByTime(60_000);
    return requests.splice(0).flatMap(([, { body }]) => (JSON.parse(body) as { events: object[] }).events);
  };

  // Holds tag-107.
  it('a return in the history counts no second view, and its clicks count', () => {
    loadedForAReturn();
    const count = httpCounter();
    count(host, view);
    count(host, click);
    expect(collected()).toEqual([click]);
  });

  // Holds tag-142.
  it.each([
    ['entries of the history', 'entry-'],
    ['addresses alone', undefined],
  ])('an application that loaded for a return counts the pages after it, by %s', (_name, entries) => {
    const go = (to: string) => {
      isIn(entries && entries + to);
      history.replaceState(null, '', `/${to}`);
    };
    go('first');
    loadedForAReturn();
    const count = httpCounter();
    count(host, view);
    expect(collected()).toEqual([]);
    go('second');
    count(host, view);
    expect(collected()).toEqual([view]);
  });

  // Holds tag-142.
  it("an application's own return counts no second view, a link to the same address does", () => {
    const count = httpCounter();
    const seen = (entry: string) => {
      isIn(entry);
      count(host, view);
      return collected();
    };
    expect(seen('first')).toEqual([view]);
    expect(seen('second')).toEqual([view]);
    expect(seen('first')).toEqual([]);
    expect(seen('third')).toEqual([view]);
  });

  // Holds tag-142.
  it('a card that is drawn again on its page counts once, cards of two places or owners count each', () => {
    const count = httpCounter();
    const placed = { ...view, placement: 'footer' };
    const other = { ...view, handle: 'grace' };
    for (const one of [view, placed, other, view, placed, other]) count(host, one);
    expect(collected()).toEqual([view, placed, other]);
  });

  // Holds tag-107.
  it('a preview out of the cache, which the true page replaces, counts no view', () => {
    document.documentElement.setAttribute('data-turbo-preview', '');
    httpCounter()(host, view);
    vi.advanceTimersByTime(60_000);
    expect(requests).toEqual([]);
  });

  it.each([
    ['https://social.example/profile?id=7', location.origin, 'social.example'],
    [`${location.origin}/@grace`, location.origin, undefined],
    ['', location.origin, undefined],
    ['https://social.example/', 'https://busker.test', undefined],
  ])('after %s, a card of %s says that the visitor came from %s', (referrer, to, from) => {
    vi.spyOn(document, 'referrer', 'get').mockReturnValue(referrer);
    httpCounter()(to, click);
    expect(requests).toMatchObject([
      [`${to}/v1/events`, { body: JSON.stringify({ from, events: [click] }) }],
    ]);
  });
});
