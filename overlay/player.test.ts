import { describe, expect, it } from 'vitest';
import { Played } from './testing/played';

const second = 1000;
const minute = 60 * second;

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
    played.source.put(played.alert({ id: 'again-1', kind: 'again', of: 'tip1', name: null, message: null }));
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

  it('hides words while they are shown', () => {
    const played = new Played().open();
    const alert = played.alert();
    played.source.put(alert);
    played.source.put({ ...alert, name: null, message: null });
    expect(played.now).toMatchObject({ entry: { id: 'tip1', name: null, message: null } });
    expect(played.titles).toEqual(['tip1']);
  });
});
