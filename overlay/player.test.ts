import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AlertQueue } from './queue/alert-queue';
import { InMemorySource, Played } from './testing/played';

const second = 1000;
const minute = 60 * second;

const settled = async () => {
  for (let n = 0; n < 20; n += 1) await Promise.resolve();
};

/** Lets time pass, and what is read meanwhile arrive. */
async function passing(played: Played, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += second) {
    await settled();
    played.timers.pass(second);
  }
}

describe('the player of alerts', () => {
  describe('one alert after another', () => {
    it('is shown for six seconds, with half a second between', () => {
      const played = new Played().open();
      played.arrive(2);
      expect([played.titles, played.now?.kind]).toEqual([['tip1'], 'alert']);
      played.timers.pass(6 * second);
      expect(played.now).toBeNull();
      played.timers.pass(499);
      expect(played.titles).toEqual(['tip1']);
      played.timers.pass(1);
      expect(played.titles).toEqual(['tip1', 'tip2']);
    });

    it('of many, the first ten are shown, and the rest are one sum by currency', () => {
      const played = new Played().open();
      played.arrive(11);
      played.arrive(2, { currency: 'eur', amount: 100 });
      played.timers.pass(10 * minute);
      expect(played.titles.slice(0, 2)).toEqual(['tip1', 'tip2']);
      expect(played.cards.at(-1)).toMatchObject({
        kind: 'sum',
        count: 3,
        sums: [
          { currency: 'usd', amount: 500 },
          { currency: 'eur', amount: 200 },
        ],
      });
      expect([played.cards.length, played.told]).toEqual([11, 13]);
    });

    it('plays the chime at the chosen volume, unless it is muted or 0', () => {
      const played = new Played({ volume: 30 }).open();
      played.arrive();
      played.source.change({ muted: true });
      played.arrive();
      played.timers.pass(minute);
      played.source.change({ muted: false, volume: 0 });
      played.arrive();
      expect([played.titles.length, played.chimes]).toEqual([3, [30]]);
    });

    it('is a line without a sound below the minimum, or nothing, and still counts for the goal', () => {
      for (const below of ['ticker', 'nothing'] as const) {
        const played = new Played({ minimum: { usd: 300 }, below }).open();
        played.arrive(1, { amount: 299 });
        played.arrive(1, { amount: 299, currency: 'eur' });
        played.timers.pass(minute);
        expect([played.titles, played.tickers.map(({ id }) => id), played.chimes.length]).toEqual([
          ['tip2'],
          below === 'ticker' ? ['tip1'] : [],
          1,
        ]);
        expect(played.arrived.map(({ id }) => id)).toEqual(['tip1', 'tip2']);
        played.open();
        played.timers.pass(minute);
        expect(played.tickers).toHaveLength(below === 'ticker' ? 1 : 0);
      }
    });
  });

  describe('what the owner does', () => {
    it('pauses: nothing begins, and nothing is lost', () => {
      const played = new Played({ paused: true }).open();
      played.arrive(2);
      played.timers.pass(30 * minute);
      expect(played.cards).toEqual([]);
      played.source.change({ paused: false });
      played.timers.pass(minute);
      expect(played.titles).toEqual(['tip1', 'tip2']);
    });

    it('skips the alert that is shown, and no other', () => {
      const played = new Played({ skip: 4 }).open();
      played.arrive(2);
      played.source.change({ skip: 5 });
      expect(played.now).toBeNull();
      played.timers.pass(second);
      expect(played.titles).toEqual(['tip1', 'tip2']);
      played.source.change({ volume: 10 });
      expect(played.now).not.toBeNull();
    });

    // Holds out-023.
    it('shows one again with the words that it has now', () => {
      const played = new Played().open();
      const alert = played.alert({ name: null, message: null });
      played.source.put(alert);
      played.timers.pass(minute);
      played.source.put({ ...alert, name: 'Kim', message: 'Hi' });
      played.timers.pass(minute);
      expect(played.titles).toEqual(['tip1']);
      played.source.put(
        played.alert({ id: 'again-1', kind: 'again', of: 'tip1', name: null, message: null }),
      );
      expect(played.now).toMatchObject({ entry: { id: 'again-1', name: 'Kim', message: 'Hi' } });
      played.source.remove('tip1');
      expect(played.now).toBeNull();
      played.source.put(played.alert({ id: 'again-2', kind: 'again', of: 'tip1' }));
      played.timers.pass(minute);
      expect(played.titles).toEqual(['tip1', 'again-1']);
    });

    it('lets alerts go one by one, if they have words', () => {
      const played = new Played({ words: 'approved' }).open();
      const alert = played.alert();
      played.source.put(alert, played.alert({ name: null, message: null }));
      played.timers.pass(40 * minute);
      expect(played.titles).toEqual(['tip2']);
      played.source.put({ ...alert, approvedAt: played.timers.now() });
      expect(played.titles).toEqual(['tip2', 'tip1']);
    });

    it('shows no words at all', () => {
      const played = new Played({ words: 'never' }).open();
      played.arrive();
      expect(played.now).toMatchObject({ entry: { name: null, message: null } });
    });

    // Holds out-077.
    it('has some seconds to hide words or give the money back', () => {
      const played = new Played({ delaySeconds: 20 }).open();
      const [first, other] = [played.alert(), played.alert()];
      played.source.put(first, other);
      played.timers.pass(10 * second);
      played.source.put({ ...first, name: null, message: null });
      played.source.remove(other.id);
      played.timers.pass(9 * second);
      expect(played.cards).toEqual([]);
      played.timers.pass(minute);
      expect(played.titles).toEqual(['tip1']);
      expect(played.cards[0]).toMatchObject({ entry: { name: null, message: null } });
    });

    // Holds tag-183.
    it('shows no amount that the fan hides, also while it is shown, and counts it in no sum', () => {
      const played = new Played({ minimum: { usd: 300 } }).open();
      const alert = played.alert();
      played.source.put(alert);
      played.source.put({ ...alert, amount: null });
      expect(played.now).toMatchObject({ entry: { id: 'tip1', amount: null } });
      played.arrive(1, { amount: null, small: true });
      expect(played.tickers.map(({ id }) => id)).toEqual(['tip2']);
      played.arrive(10);
      played.arrive(2, { amount: null });
      const late = played.alert({ amount: 900 });
      played.source.put(late);
      played.source.put({ ...late, amount: null });
      played.timers.pass(10 * minute);
      expect(played.cards.at(-1)).toMatchObject({ kind: 'sum', count: 3, sums: [] });
    });

    // Holds dash-992.
    it('takes an amount that is hidden later out of the sum on screen, and that of a repetition out of the sum that waits', () => {
      const played = new Played().open();
      played.arrive(11);
      const [first, other] = [played.alert({ amount: 900 }), played.alert({ amount: 200 })];
      const again = { ...played.alert({ amount: 900 }), kind: 'again' as const, of: first.id };
      played.source.put(first, other);
      played.source.put(again);
      played.source.put({ ...first, amount: null });
      while (played.now?.kind !== 'sum') played.timers.pass(second);
      expect(played.now).toMatchObject({ count: 4, sums: [{ currency: 'usd', amount: 700 }] });
      played.source.put({ ...other, amount: null });
      expect(played.now).toMatchObject({ kind: 'sum', count: 4, sums: [{ currency: 'usd', amount: 500 }] });
    });

    it('shows no amount that is hidden while the sum with it is on screen, in a repetition that waits', () => {
      const played = new Played().open();
      played.arrive(11);
      const first = played.alert({ amount: 900 });
      played.source.put(first, played.alert({ amount: 200 }));
      while (played.now?.kind !== 'sum') played.timers.pass(second);
      played.source.put({ ...played.alert({ amount: 900 }), kind: 'again', of: first.id });
      played.source.put({ ...first, amount: null });
      expect(played.now).toMatchObject({ kind: 'sum', sums: [{ currency: 'usd', amount: 700 }] });
      const shown = () => played.now;
      while (shown()?.kind !== 'alert') played.timers.pass(second);
      expect(played.now).toMatchObject({ entry: { of: first.id, amount: null } });
    });

    it('shows no amount and no words that are hidden before their turn in the line below, or in it', () => {
      const played = new Played({ minimum: { usd: 300 } }).open();
      const [first, next] = [played.alert({ amount: 100 }), played.alert({ amount: 200 })];
      played.source.put(first, next);
      const hidden = { name: null, message: null, amount: null, small: true as const };
      played.source.put({ ...first, ...hidden }, { ...next, ...hidden });
      expect(played.tickers.at(-1)).toMatchObject({ id: first.id, name: null, amount: null });
      played.timers.pass(5 * second);
      expect(played.tickers.at(-1)).toMatchObject({ id: next.id, name: null, amount: null });
    });

    // Holds dash-1003.
    it('shows no tip in the line below that was taken back before its turn, or in it', () => {
      const played = new Played({ minimum: { usd: 300 } }).open();
      const [first, next] = [played.alert({ amount: 100 }), played.alert({ amount: 200 })];
      const last = played.alert({ amount: 250 });
      played.source.put(first, next, last);
      played.source.remove(next.id);
      expect(played.ticking).toMatchObject({ id: first.id });
      played.source.remove(first.id);
      expect(played.ticking).toMatchObject({ id: last.id });
      played.source.remove(last.id);
      expect(played.ticking).toBeNull();
      played.timers.pass(minute);
      expect(played.tickers.map(({ id }) => id)).toEqual([first.id, last.id]);
    });

    // Holds dash-1005.
    it('shows nothing of a tip that was hidden or taken back while more than 200 newer ones had pushed it out of what is listened to', async () => {
      const played = new Played({ paused: true }).open();
      const [named, gone] = [played.alert({ amount: 700, name: 'Zoe' }), played.alert()];
      played.source.put(named, gone);
      played.arrive(8);
      const [hidden, back] = [played.alert({ amount: 900 }), played.alert({ amount: 800 })];
      played.source.put(hidden, back);
      played.arrive(250, { amount: 1 });
      played.source.put({ ...named, name: null, amount: null }, { ...hidden, amount: null });
      for (const { id } of [gone, back]) played.source.remove(id);
      played.source.change({ paused: false });
      await passing(played, 3 * minute);
      expect(played.cards[0]).toMatchObject({ entry: { id: named.id, name: null, amount: null } });
      expect(played.titles).not.toContain(gone.id);
      expect(played.cards.at(-1)).toMatchObject({
        kind: 'sum',
        count: 251,
        sums: [{ currency: 'usd', amount: 250 }],
      });
    });

    // Holds dash-1004.
    it('has no amount in the sum that could not be taken out of it any more, of more than 2,000 that wait', () => {
      const queue = new AlertQueue();
      const alert = { kind: 'tip', currency: 'usd', name: null, message: null, livemode: true } as const;
      for (let index = 0; index < 2013; index += 1)
        queue.add({ ...alert, id: `tip${index}`, of: null, amount: index < 13 ? 900 : 1, readyAt: 0 });
      const sum = () => queue.step(0, { showMs: 1, mayBegin: true });
      for (let shown = 0; shown < 10; shown += 1) queue.remove(`tip${shown}`, 0);
      expect(sum()).toMatchObject({ kind: 'sum', count: 2003, sums: [{ currency: 'usd', amount: 2000 }] });
    });

    it('hides words while they are shown', () => {
      const played = new Played().open();
      const alert = played.alert();
      played.source.put(alert);
      played.source.put({ ...alert, name: null, message: null });
      expect(played.now).toMatchObject({ entry: { id: 'tip1', name: null, message: null } });
      expect(played.titles).toEqual(['tip1']);
    });
  });
});

describe('nothing missed, nothing twice', () => {
  // Holds out-047.
  it('offline for five minutes with three tips, then shows three alerts in order, once', () => {
    const played = new Played().open();
    played.source.connect(false);
    for (let n = 0; n < 3; n += 1) {
      played.arrive();
      played.timers.pass(100 * second);
    }
    expect([played.connection, played.cards]).toEqual(['offline', []]);
    played.source.connect(true);
    played.source.connect(true);
    played.timers.pass(minute);
    expect(played.titles).toEqual(['tip1', 'tip2', 'tip3']);
  });

  // Holds out-048.
  it('does not repeat the alert in whose middle the page was loaded again, and goes on', () => {
    const played = new Played().open();
    played.arrive(2);
    played.timers.pass(2 * second);
    played.open();
    played.timers.pass(minute);
    expect(played.titles).toEqual(['tip1', 'tip2']);
  });

  // Holds out-049.
  it.each([
    [9, 10, 1],
    [11, 10, 0],
    [1, 0, 0],
    [59, 60, 1],
  ])('opened %i minutes after a tip, with a window of %i, shows %i', (later, replayMinutes, shown) => {
    const played = new Played({ replayMinutes });
    played.arrive();
    played.timers.pass(later * minute);
    played.open();
    played.timers.pass(minute);
    expect(played.cards).toHaveLength(shown);
  });

  it('follows the clock of the server, when the one of the device is an hour wrong', () => {
    const played = new Played();
    played.source.put(played.alert({ at: played.timers.now() + 60 * minute - 5 * minute }));
    played.open(60 * minute);
    expect(played.cards).toHaveLength(1);
  });

  it('shows an alert that was stored late, behind newer ones', () => {
    const played = new Played().open();
    const late = played.alert();
    played.timers.pass(5 * second);
    played.arrive();
    played.timers.pass(5 * second);
    played.source.put(late);
    played.timers.pass(minute);
    expect(played.titles).toEqual(['tip2', 'tip1']);
  });

  it('shows an alert that was taken away and came back once', () => {
    const played = new Played().open();
    const alert = played.alert();
    played.source.put(alert);
    played.source.remove(alert.id);
    expect(played.now).toBeNull();
    played.source.put({ ...alert, at: played.timers.now() });
    played.timers.pass(minute);
    expect(played.titles).toEqual(['tip1']);
  });

  it('waits while the picture is not on the stream, and leaves out what is too old or was shown elsewhere', () => {
    const played = new Played().open();
    played.activate(false);
    played.arrive();
    played.timers.pass(6 * minute);
    played.arrive();
    const elsewhere = played.alert();
    played.source.put(elsewhere);
    played.memory.write(JSON.stringify([[elsewhere.id, played.timers.now()]]));
    played.timers.pass(5 * minute);
    expect(played.cards).toEqual([]);
    played.activate(true);
    played.timers.pass(minute);
    expect(played.titles).toEqual(['tip2']);
  });

  // Holds out-050.
  it('shows nothing more when its key was renewed', () => {
    const played = new Played().open();
    played.arrive(3);
    played.source.revoke();
    played.source.put(played.alert());
    played.timers.pass(10 * minute);
    expect([played.now, played.isRevoked, played.titles, played.timers.open]).toEqual([
      null,
      true,
      ['tip1'],
      0,
    ]);
  });

  it('starts with an unreadable memory, and with a source that cannot page', async () => {
    const played = new Played();
    played.memory.write('{"no":"list"}');
    played.source.older = () => Promise.reject(new Error('away'));
    played.arrive(201);
    played.open();
    await Promise.resolve();
    expect(played.titles).toEqual(['tip2']);
    played.memory.write('no json');
    expect(new Played({}, new InMemorySource(null)).open().isRevoked).toBe(true);
  });
});

describe('whatever happens to the player', () => {
  /** Lets the pages of older alerts arrive. */
  const step = fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({ kind: fc.constant('tips' as const), count: fc.integer({ min: 1, max: 14 }) }),
    },
    {
      weight: 4,
      arbitrary: fc.record({ kind: fc.constant('pass' as const), ms: fc.integer({ min: 1, max: 40_000 }) }),
    },
    { weight: 2, arbitrary: fc.constant({ kind: 'offline' as const }) },
    { weight: 3, arbitrary: fc.constant({ kind: 'online' as const }) },
    { weight: 1, arbitrary: fc.constant({ kind: 'reload' as const }) },
    { weight: 1, arbitrary: fc.constant({ kind: 'pause' as const }) },
    { weight: 2, arbitrary: fc.constant({ kind: 'resume' as const }) },
  );
  type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

  async function run(played: Played, next: Step): Promise<void> {
    switch (next.kind) {
      case 'tips':
        played.arrive(next.count);
        break;
      case 'pass':
        played.timers.pass(next.ms);
        break;
      case 'offline':
      case 'online':
        played.source.connect(next.kind === 'online');
        break;
      case 'reload':
        played.open();
        break;
      case 'pause':
      case 'resume':
        played.source.change({ paused: next.kind === 'pause' });
        break;
    }
    await settled();
  }

  // Holds out-078.
  it('shows each alert once, whatever the connection, reloads and pauses do within the replay window', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        const played = new Played({ replayMinutes: 60 }).open();
        let tips = 0;
        for (const next of steps) {
          await run(played, next);
          if (next.kind === 'tips') tips += next.count;
        }
        played.source.connect(true);
        played.source.change({ paused: false });
        await settled();
        played.timers.pass(10 * minute);
        expect(played.told).toBe(tips);
        const single = played.titles.filter((title) => title.startsWith('tip'));
        expect(new Set(single).size).toBe(single.length);
        expect([played.now, played.timers.open]).toEqual([null, 0]);
      }),
      { numRuns: 60 },
    );
  });

  // Holds out-026.
  it.each([1, 50, 500])(
    'of 500 tips in a minute, %i at a time, shows ten cards and sums that are exact',
    async (atOnce) => {
      const played = new Played().open();
      for (let n = 0; n < 500; n += atOnce) {
        played.arrive(Math.min(atOnce, 500 - n), { amount: 100 });
        await settled();
        played.timers.pass((60 * second * atOnce) / 500);
      }
      await passing(played, 10 * minute);
      const amount = played.cards.reduce(
        (sum, card) =>
          sum +
          (card.kind === 'alert'
            ? (card.entry.amount ?? 0)
            : card.sums.reduce((all, each) => all + each.amount, 0)),
        0,
      );
      expect([played.told, amount]).toEqual([500, 50_000]);
      expect(played.cards.length).toBeLessThanOrEqual(12);
    },
  );

  // Holds out-079.
  it('after three hours with a tip every seven seconds and a lost connection every ten minutes, keeps no more than after ten minutes', async () => {
    const played = new Played().open();
    let tips = 0;
    const pass = async (ms: number) => {
      for (let passed = 0; passed < ms; passed += 7 * second) {
        played.arrive();
        tips += 1;
        played.timers.pass(7 * second);
        if (tips % 86 === 0) played.source.connect(false);
        if (tips % 86 === 9) played.source.connect(true);
        await settled();
      }
    };
    await pass(10 * minute);
    const early = played.timers.open;
    await pass(170 * minute);
    played.source.connect(true);
    await settled();
    played.timers.pass(10 * minute);
    expect(played.told).toBe(tips);
    expect(early).toBeLessThanOrEqual(1);
    expect(played.timers.open).toBe(0);
    expect(played.newest).toHaveLength(200);
    // At most 5,000 ids of 24 hours.
    expect(played.memory.text?.length).toBeLessThan(200_000);
  });
});
