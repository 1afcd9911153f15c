import { describe, expect, it } from 'vitest';
import { adasScenario, anotherProcess } from '../testing/ada';
import { InMemoryClock } from '../testing/in-memory-deps';
import { setStanding, wishes } from '../testing/standing';
import { RecentProfiles, type ReadProfile } from './profile-cache';

describe('recent cards', () => {
  const nothing = (clock: InMemoryClock): ReadProfile => ({ card: null, readAt: clock.now() });

  function recent(most?: number) {
    const clock = new InMemoryClock();
    const entries = new RecentProfiles(clock, most);
    const keep = (handle: string) => entries.keep(handle, () => Promise.resolve(nothing(clock)));
    return { clock, cards: entries, keep };
  }

  it('keeps a card for ten seconds, also of a handle that leads nowhere', async () => {
    const { clock, cards: entries, keep } = recent();
    await keep('ada');
    clock.advance(9999);
    expect(entries.find('ada')).toMatchObject({ card: null });
    clock.advance(1);
    expect(entries.find('ada')).toBeUndefined();
  });

  it('keeps a limited number of cards, the newest', async () => {
    const { cards: entries, keep } = recent(3);
    for (const handle of ['a', 'b', 'c', 'b', 'd']) await keep(handle);
    expect(['a', 'b', 'c', 'd'].filter((handle) => entries.find(handle) !== undefined)).toEqual([
      'b',
      'c',
      'd',
    ]);
  });

  it('does not keep a card that changed while it was read', async () => {
    const { clock, cards: entries } = recent();
    await entries.keep('ada', () => {
      entries.forget(['ada']);
      return Promise.resolve(nothing(clock));
    });
    expect(entries.find('ada')).toBeUndefined();
  });

  it('a takedown is seen at once by the instance that carried it out', async () => {
    const scenario = await adasScenario();
    expect((await scenario.call('GET', '/v1/profiles/ada')).status).toBe(200);
    await setStanding(scenario, wishes.suspend);
    expect((await scenario.call('GET', '/v1/profiles/ada')).status).toBe(404);
  });

  it.each([
    '/v1/profiles/ada',
    '/v1/profiles?handles=ada',
    '/@ada',
    '/@ada/badge.svg',
    '/oembed?url=https://busker.test/@ada',
  ])(
    'a takedown by another instance is delayed for no more than the 30 seconds of shared caches: %s',
    async (path) => {
      const scenario = await adasScenario();
      const other = anotherProcess(scenario);
      const takenAt = scenario.deps.clock.now();
      await other.call('GET', path);
      await setStanding(scenario, wishes.suspend);
      const keptUntil = [];
      for (let second = 0; second < 10; second += 1) {
        const answer = await other.call('GET', path);
        const age = /s-maxage=(\d+)/.exec(answer.headers.get('cache-control') ?? '')?.[1];
        if (answer.text.includes('Lovelace'))
          keptUntil.push(scenario.deps.clock.now() - takenAt + Number(age) * 1000);
        scenario.deps.clock.advance(1000);
      }
      expect(keptUntil).toHaveLength(10);
      expect(Math.max(...keptUntil)).toBe(30_000);
      expect((await other.call('GET', path)).text).not.toContain('Lovelace');
    },
  );

  it('a page opened many times within ten seconds reads the store once', async () => {
    const scenario = anotherProcess(await adasScenario());
    const { store } = scenario.deps;
    const before = store.requests;
    for (let at = 0; at < 50; at += 1) {
      await scenario.call('GET', `/v1/profiles/ada?x=${at}`);
      await scenario.call('GET', '/v1/profiles/nobody');
    }
    // One for Ada; two for the unknown handle: its entry and its claim.
    expect(store.requests - before).toBe(3);
  });
});
