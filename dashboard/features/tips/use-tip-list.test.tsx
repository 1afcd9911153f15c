import { cleanup, screen } from '@testing-library/react';
import fc from 'fast-check';
import { describe, afterEach, beforeEach, expect, test } from 'vitest';
import type { Tip } from '@busker/core/tip/tip';
import { adasBackend, showScreen } from '../../testing/fake-screen';
import { makeTip } from '../../testing/fakes';
import {
  lastVisit,
  noTips,
  rememberVisit,
  since,
  visitOf,
  withLatest,
  withOlder,
  withTip,
  type KnownTips,
  type Visit,
} from './use-tip-list';

describe('known tips', () => {
  // Newest first.
  const tips = Array.from({ length: 8 }, (_, at) => makeTip({ createdAt: 1000 - at }));
  const view = (from: number, to: number, more = true) => ({
    tips: tips.slice(from, to),
    more,
    stale: false,
  });
  const ids = (list: readonly { tipId: string }[]) => list.map(({ tipId }) => tipId);

  test('joins the newest and the older pages without a gap', () => {
    const known = withOlder(withLatest(noTips, view(2, 5)), view(5, 8, false));
    expect(ids(known.tips)).toEqual(ids(tips.slice(2)));
    expect(known.more).toBe(false);
  });

  test('keeps tips beyond the listener when newer ones arrive', () => {
    const known = withLatest(withOlder(withLatest(noTips, view(2, 5)), view(5, 8, false)), view(0, 3));
    expect(ids(known.tips)).toEqual(ids(tips));
    expect(known.more).toBe(false);
  });

  test('starts again after cached data', () => {
    const remembered = withLatest(noTips, { ...view(5, 8, false), stale: true });
    expect(ids(withLatest(remembered, view(0, 3)).tips)).toEqual(ids(tips.slice(0, 3)));
  });

  test('starts again where a gap would be', () => {
    const known = withLatest(withLatest(noTips, view(5, 8, false)), view(0, 3));
    expect(ids(known.tips)).toEqual(ids(tips.slice(0, 3)));
    expect(known.more).toBe(true);
  });

  test('takes the higher revision of a tip from either source', () => {
    const [tip] = tips;
    if (!tip) throw new Error('There is a tip');
    const refunded = { ...tip, rev: tip.rev + 1, state: 'refunded' as const };
    const known = withTip(withLatest(noTips, view(0, 3)), refunded);
    expect(known.tips[0]?.state).toBe('refunded');
    expect(withOlder(known, view(0, 3)).tips[0]?.state).toBe('refunded');
  });
});

describe('last visit', () => {
  // happy-dom has no layout, so every row has the default height.
  Object.defineProperty(HTMLElement.prototype, 'offsetHeight', { configurable: true, get: () => 88 });

  beforeEach(() => localStorage.clear());
  afterEach(cleanup);

  const paid = (succeededAt: number | null): Pick<Tip, 'payment'> => ({
    payment: { status: 'succeeded', attempts: 1, lastError: null, succeededAt },
  });
  /** A list as the server sends it. */
  const list = (tips: readonly Tip[], more = false): KnownTips => ({
    tips: tips.toSorted((a, b) => b.createdAt - a.createdAt),
    more,
    stale: false,
  });
  const inTheSecond = (tipId: string) => makeTip({ tipId, createdAt: 5000, ...paid(6000) });

  // Holds dash-072.
  test('counts the tips since the last visit, per currency', async () => {
    const before = makeTip({ createdAt: 1000, ...paid(1000), amount: 300 });
    const tips = [
      before,
      makeTip({ createdAt: 2500, ...paid(2500), currency: 'jpy', amount: 500 }),
      makeTip({ createdAt: 3000, ...paid(3000), amount: 700 }),
    ];
    const visit = visitOf(list([before]), 2000);
    expect(since(visit, list(tips))).toEqual({
      count: 2,
      sums: [
        { currency: 'usd', amount: 700 },
        { currency: 'jpy', amount: 500 },
      ],
      mayBeMore: false,
    });
    rememberVisit('uid-ada', visit);
    const fake = adasBackend();
    for (const tip of tips) fake.receive(tip);
    showScreen('/money/tips', fake);
    expect(await screen.findByText(/2 tips, \$7\.00 and ¥500\./)).toBeDefined();
  });

  test('ends a visit when the screen closes, for every tip in the list', async () => {
    const fake = adasBackend();
    fake.receive(inTheSecond('seen'));
    showScreen('/money/tips', fake);
    await screen.findByLabelText('Search');
    cleanup();
    fake.receive(inTheSecond('unseen'));
    showScreen('/money/tips', fake);
    expect(await screen.findByText(/1 tip, \$5\.00\./)).toBeDefined();
  });

  test('counts a tip paid in the second of leaving as new only if it was not in the list', () => {
    const visit = visitOf(list([inTheSecond('seen')]), 6000);
    expect(since(visit, list([inTheSecond('seen'), inTheSecond('unseen')])).count).toBe(1);
  });

  // Holds dash-072.
  test('counts each payment at exactly one visit, whatever is started, paid or reported late in between', () => {
    const tip = fc.record({
      begunBefore: fc.nat(5),
      toldBefore: fc.nat(5),
      createdAt: fc.integer({ min: 1, max: 9000 }),
      second: fc.integer({ min: 1, max: 9 }),
    });
    fc.assert(
      fc.property(fc.array(tip, { maxLength: 40 }), (drawn) => {
        const at = (visit: number) =>
          list(
            drawn.flatMap(({ begunBefore, toldBefore, createdAt, second }, index) =>
              begunBefore > visit
                ? []
                : [
                    makeTip({
                      tipId: `t${index}`,
                      createdAt,
                      ...paid(toldBefore > visit ? null : second * 1000),
                    }),
                  ],
            ),
          );
        const paidIn = ({ tips }: KnownTips) =>
          tips.filter(({ payment }) => payment.succeededAt !== null).length;
        const counted = [1, 2, 3, 4, 5].map(
          (visit) => since(visitOf(at(visit - 1), visit * 1000), at(visit)).count,
        );
        const all = counted.reduce((sum, count) => sum + count, paidIn(at(0)));
        expect(all).toBe(paidIn(at(5)));
      }),
    );
  });

  test('stores the newest tips of a long list by id, and older ones by the last payment', () => {
    const older = Array.from({ length: 80 }, (_, index) =>
      makeTip({ tipId: `o${index}`, createdAt: index + 1, ...paid(index === 0 ? null : 1000) }),
    );
    const visit = visitOf(list(older, true), 2000);
    expect(visit.paid).toHaveLength(50);
    expect(since(visit, list(older, true)).count).toBe(0);
    const slow = { ...older[0], ...paid(9000) } as Tip;
    const now = [slow, ...older.slice(1), makeTip({ tipId: 'new', createdAt: 500, ...paid(1000) })];
    expect(since(visit, list(now, true))).toMatchObject({ count: 2, mayBeMore: false });
  });

  test('says "at least" only when some tips since then are unread', () => {
    const visit = visitOf(list([makeTip({ createdAt: 10 })], true), 2000);
    const many = [makeTip({ createdAt: 30 }), makeTip({ createdAt: 20 })];
    expect(since(visit, list(many, true))).toMatchObject({ count: 2, mayBeMore: true });
    expect(since(visit, list(many)).mayBeMore).toBe(false);
  });

  test('reads the visit of an earlier release, and ignores an unreadable one', () => {
    localStorage.setItem('busker-tips-seen-uid-ada', '2000');
    const old = lastVisit('uid-ada') as Visit;
    const tips = [makeTip({ createdAt: 1, ...paid(2000) }), makeTip({ createdAt: 2, ...paid(2001) })];
    expect({ at: old.at, count: since(old, list(tips)).count }).toEqual({ at: 2000, count: 1 });
    for (const wrong of ['', '{', '"x"', '{"at":1}', '{"at":1,"from":"x","latest":0,"paid":[]}']) {
      localStorage.setItem('busker-tips-seen-uid-ada', wrong);
      expect(lastVisit('uid-ada')).toBeNull();
    }
  });
});
