import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  cardDocument,
  isCurrent,
  makeCachedProfile,
  sameEntry,
} from '../../core/profile-documents/card-document';
import { paths } from '../../core/documents/documents';
import { noPayments, type CardPaymentStatus } from '../../core/payments/payments-state';
import type { StandingWish } from '../../core/moderation/standing';
import { followAccount, markDisconnected } from '../connect/follow-account';
import { stored, type Stored } from '../store/store';
import { adaDraft, bearerOf, emptyScenario, putDraft, signIn, type Scenario } from '../testing/ada';
import { setStanding, wishes } from '../testing/standing';
import { foundProfile, lookUpProfile } from '../profiles/published-profile';
import { purgePictures } from '../moderation/run-admin';
import { RecentProfiles } from './profile-cache';

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
