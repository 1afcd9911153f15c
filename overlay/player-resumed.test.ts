import { describe, expect, it } from 'vitest';
import { InMemorySource } from './testing/in-memory-source';
import { Played } from './testing/played';

const second = 1000;
const minute = 60 * second;

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
