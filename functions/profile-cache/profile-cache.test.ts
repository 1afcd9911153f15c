import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { paths } from '@busker/core/documents/documents';
import type { StandingWish } from '@busker/core/moderation/standing';
import { noPayments, type CardPaymentStatus } from '@busker/core/payments/payments-state';
import {
  cacheSlices,
  cardDocument,
  isCurrent,
  makeCachedProfile,
  sameEntry,
  sliceOf,
} from '@busker/core/profile-documents/profile-document';
import { followAccount, markDisconnected } from '../connect/follow-account';
import { purgePictures } from '../moderation/run-admin';
import { foundProfile, lookUpProfile } from '../profiles/published-profile';
import { stored, type Stored } from '../store/store';
import {
  adaDraft,
  adasScenario,
  adaUid,
  anotherProcess,
  bearerOf,
  emptyScenario,
  putDraft,
  signIn,
  setStanding,
  wishes,
  type Scenario,
} from '../testing/ada';
import { InMemoryClock } from '../testing/in-memory-deps';
import { compareCache } from './compare-cache';
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

const day = 24 * 60 * 60_000;
const uids = ['uid-ada', 'uid-eve'] as const;
const handles = ['ada', 'eve', 'lace', 'blue', 'notes', 'loom', 'punch', 'card'] as const;
const weekAhead = (scenario: Scenario) => scenario.deps.clock.now() + 7 * day;

type Step = (scenario: Scenario) => Promise<unknown>;

const publishAs =
  (uid: string, handle: string): Step =>
  (scenario) => {
    const { store } = scenario.deps;
    const revision = store.requests + 1;
    putDraft(scenario.deps, uid, { ...adaDraft, handle, revision });
    signIn(scenario.deps, uid, `token-${uid}`);
    return scenario.call('POST', '/v1/me/publish', { revision }, bearerOf(`token-${uid}`));
  };

const standing =
  (uid: string, wish: (scenario: Scenario) => StandingWish): Step =>
  (scenario) =>
    setStanding(scenario, wish(scenario), { uid });

const connected =
  (uid: string, cardPayments: CardPaymentStatus): Step =>
  ({ deps }) => {
    const state = { accountId: `acct_${uid}`, country: 'US', currency: 'usd', linkPayments: true } as const;
    deps.accounts.states.set(state.accountId, { ...state, cardPayments, requirements: [] });
    return followAccount(deps, uid, state.accountId);
  };

/** Changes a document if it exists, as the code does that pauses tips and that verifies links. */
const changed =
  <T>(doc: Stored<T>, change: (value: T, now: number) => T): Step =>
  ({ deps: { store, clock } }) =>
    store.transaction(async (tx) => {
      const value = await tx.read(doc);
      if (value !== undefined) tx.write(doc, change(value, clock.now()));
    });

const deleted =
  (uid: string): Step =>
  async (scenario) => {
    signIn(scenario.deps, uid, `token-${uid}`);
    const profile = await scenario.deps.store.read(stored.profile(uid));
    return scenario.call(
      'POST',
      '/v1/me/delete',
      { handle: profile?.handle ?? '' },
      bearerOf(`token-${uid}`),
    );
  };

const anyUid = fc.constantFrom(...uids);
const anyHandle = fc.constantFrom(...handles);
const anyWish = fc.constantFrom<(scenario: Scenario) => StandingWish>(
  () => wishes.restore,
  () => wishes.pause,
  () => wishes.hide,
  () => wishes.suspend,
  () => wishes.close,
  (scenario) => ({ state: 'limited', scope: ['bio', 'link:site'], until: weekAhead(scenario) }),
  (scenario) => ({ state: 'hidden', until: weekAhead(scenario) }),
);

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { arbitrary: fc.tuple(anyUid, anyHandle).map(([uid, handle]) => publishAs(uid, handle)), weight: 5 },
  { arbitrary: fc.tuple(anyUid, anyWish).map(([uid, wish]) => standing(uid, wish)), weight: 3 },
  {
    arbitrary: fc
      .tuple(anyUid, fc.constantFrom('active', 'restricted', 'pending'))
      .map(([uid, status]) => connected(uid, status)),
    weight: 2,
  },
  anyUid.map(
    (uid): Step =>
      ({ deps }) =>
        markDisconnected(deps, { uid, accountId: `acct_${uid}` }),
  ),
  anyUid.map((uid) =>
    changed(stored.payments(uid), (payments, now) => ({ ...payments, pausedUntil: now + 3_600_000 })),
  ),
  anyUid.map((uid) =>
    changed(stored.profile(uid), (profile) => ({ ...profile, verifiedUrls: ['https://ada.example/'] })),
  ),
  anyUid.map(
    (uid): Step =>
      ({ deps }) =>
        purgePictures(deps, uid),
  ),
  anyHandle.map(
    (handle): Step =>
      (scenario) =>
        scenario.call('GET', `/v1/profiles/${handle}`),
  ),
  anyHandle.map(
    (handle): Step =>
      (scenario) =>
        scenario.call('POST', '/v1/tip-sessions', { handle }),
  ),
  anyUid.map(deleted),
  fc.constantFrom(1000, 3_600_000, 4 * day).map((ms): Step => ({ deps }) => {
    deps.clock.advance(ms);
    return Promise.resolve();
  }),
);

function scenarioOfTwo(): Scenario {
  const scenario = emptyScenario();
  for (const uid of uids)
    scenario.deps.store.put(
      paths.payments(uid),
      stored.payments(uid).encode({
        ...noPayments('sandbox', false, 0),
        accountId: `acct_${uid}`,
        currency: 'usd',
        cardPayments: 'active',
      }),
    );
  return scenario;
}

/** Documents of a handle as they are stored now. */
function sourcesOf({ deps }: Scenario, handle: string) {
  const dump = deps.store.dump();
  const at = <T>({ path, decode }: Stored<T>) => (dump[path] === undefined ? undefined : decode(dump[path]));
  const claim = at(stored.handle(handle));
  const uid = claim?.uid ?? 'nobody';
  const [profile, payments] = [at(stored.profile(uid)), at(stored.payments(uid))];
  return { claim, profile, payments, standing: at(stored.standing(uid)) };
}

/** The handles whose stored entry says something else than its sources. */
function wrongEntries(scenario: Scenario): readonly string[] {
  const now = scenario.deps.clock.now();
  const dump = scenario.deps.store.dump();
  return handles.filter((handle) => {
    const fresh = makeCachedProfile(sourcesOf(scenario, handle), now);
    const kept = dump[paths.card(handle)];
    // The handle of an account that was deleted and closed has no entry until somebody asks for it.
    if (kept === undefined) return fresh !== null && fresh.kind === 'shown';
    const entry = cardDocument.decode(kept);
    if (!entry.ok) return true;
    return isCurrent(entry.value, now) && !sameEntry(entry.value, fresh, now);
  });
}

/** A view by a new instance sees what the documents say. */
async function viewsAreRight(scenario: Scenario): Promise<void> {
  for (const handle of handles) {
    const { claim, ...documents } = sourcesOf(scenario, handle);
    const right = claim && foundProfile(scenario.deps, claim, handle, documents);
    const deps = { ...scenario.deps, recentProfiles: new RecentProfiles(scenario.deps.clock) };
    const seen = await lookUpProfile(deps, handle);
    expect(seen.kind).toBe(right?.kind ?? 'unknown');
    if (seen.kind !== 'shown' || right?.kind !== 'shown') continue;
    expect(seen.found.profile).toEqual(right.found.profile);
    expect(right.found.payments ?? {}).toMatchObject(seen.found.payments ?? {});
    expect(seen.found.payments === null).toBe(right.found.payments === null);
  }
}

describe('every entry', () => {
  it('each card says the same as its sources after any order of changes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 4, maxLength: 20 }), async (steps) => {
        const scenario = scenarioOfTwo();
        for (const step of steps) {
          await step(scenario);
          expect(wrongEntries(scenario)).toEqual([]);
        }
        await viewsAreRight(scenario);
      }),
      { numRuns: 30 },
    );
  });

  it('each card says the same as its sources after concurrent changes, in any order of their requests', async () => {
    const begun = fc.array(anyStep, { minLength: 1, maxLength: 6 });
    const together = fc.array(anyStep, { minLength: 2, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), begun, together, async (scheduler, first, steps) => {
        const scenario = scenarioOfTwo();
        for (const step of first) await step(scenario);
        scenario.deps.store.pause = () => scheduler.schedule(Promise.resolve());
        await scheduler.waitFor(Promise.all(steps.map((step) => step(scenario))));
        scenario.deps.store.pause = () => Promise.resolve();
        expect(wrongEntries(scenario)).toEqual([]);
        await viewsAreRight(scenario);
      }),
      { numRuns: 30 },
    );
  });
});

describe('compare cards', () => {
  const day = 24 * 60 * 60_000;

  /** Moves the clock to a day on which the entry of Ada is compared; its age then still counts. */
  async function scenarioOnHerDay(): Promise<Scenario> {
    const scenario = await adasScenario();
    const { clock, store } = scenario.deps;
    const today = Math.floor(clock.now() / day) % cacheSlices;
    clock.advance(((sliceOf('ada') - today + cacheSlices) % cacheSlices) * day);
    store.drop(paths.card('ada'));
    scenario.deps.recentProfiles.forgetAll();
    await scenario.call('GET', '/v1/profiles/ada');
    return scenario;
  }

  const entryIn = ({ deps }: Scenario) => cardDocument.decode(deps.store.dump()[paths.card('ada')]);
  const alerts = ({ deps }: Scenario) => deps.lines.filter((line) => line.includes('"card differs"'));

  /** Changes the stored entry directly, so that no code corrects it. */
  function spoil(scenario: Scenario, change: Record<string, unknown>): void {
    const entry = entryIn(scenario);
    if (!entry.ok) throw new Error('There is no card');
    scenario.deps.store.put(paths.card('ada'), { ...cardDocument.encode(entry.value), ...change });
  }

  it('logs nothing about cards that equal their sources', async () => {
    const scenario = await scenarioOnHerDay();
    expect(await compareCache(scenario.deps)).toMatchObject({ checked: 1, changed: 0, missed: 0 });
    expect(alerts(scenario)).toEqual([]);
  });

  it('corrects a card that differs, names the parts in the log, and shows the right one at once', async () => {
    const scenario = await scenarioOnHerDay();
    const right = entryIn(scenario);
    spoil(scenario, { payments: null, isUsed: false });
    scenario.deps.recentProfiles.forgetAll();
    expect((await scenario.call('GET', '/v1/profiles/ada')).json).toMatchObject({
      tips: { state: 'not-ready' },
    });
    spoil(scenario, { payments: null, isUsed: false });
    expect(await compareCache(scenario.deps)).toMatchObject({ checked: 1, changed: 1 });
    expect(alerts(scenario).map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { handle: 'ada', parts: 'isUsed, payments' },
    ]);
    expect(entryIn(scenario)).toEqual(right);
    expect((await scenario.call('GET', '/v1/profiles/ada')).json).toMatchObject({ tips: { state: 'on' } });
  });

  it('removes a card that still shows a profile which the host has taken away, and its wall', async () => {
    const scenario = await scenarioOnHerDay();
    const shown = scenario.deps.store.dump()[paths.card('ada')] ?? {};
    await setStanding(scenario, wishes.suspend);
    scenario.deps.store.put(paths.card('ada'), shown);
    scenario.deps.store.put(paths.wall(adaUid), { v: 1, uid: adaUid });
    await compareCache(scenario.deps);
    expect(alerts(scenario)).toHaveLength(1);
    expect(entryIn(scenario)).toMatchObject({ value: { kind: 'withheld' } });
    expect(scenario.deps.store.dump()[paths.wall(adaUid)]).toBeUndefined();
  });

  it('compares each card once in a hundred days', async () => {
    const scenario = await adasScenario();
    let checked = 0;
    for (let at = 0; at < cacheSlices; at += 1) {
      checked += (await compareCache(scenario.deps)).checked;
      scenario.deps.clock.advance(day);
    }
    expect(checked).toBe(1);
  });
});
