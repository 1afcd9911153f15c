import type { OverlayLiveBody } from '../../core/dashboard-api/channel-api';
import type { DeleteAnswer, SiteCheckAnswer } from '../../core/dashboard-api/owner-api';
import { faultsOf, fail, ok, type Result } from '../../core/base/result';
import {
  newOverlayLive,
  newOverlaySettings,
  type OverlayLive,
  type OwnOverlay,
} from '../../core/overlay/overlay';
import { parsePublishableDraft } from '../../core/profile/draft';
import { mayPublishIn } from '../../core/moderation/standing';
import { publishedProfile } from '../../core/profile/stored-profile';
import type {
  Backend,
  OwnerApi,
  OwnerAuth,
  OwnerOverlay,
  SiteChecks,
  OwnerFiles,
  UploadState,
} from '../data/backend';
import { Watched, type Answer, type Failure } from '../data/failure';
import { makeUser } from '../testing/fakes';
import { signInAnswers, FakeBackend, type ScriptedCall } from './fake-backend';
import { inMemoryChannels } from './in-memory-channels';
import { fakeLeaving, inMemoryMoney } from './in-memory-money';
import { inMemoryModeration } from './in-memory-moderation';
import {
  inMemoryRecoveryCodes,
  inMemorySecondFactors,
  inSteps,
  inMemoryMailActions,
  inMemorySignInMethods,
} from './in-memory-sign-in-methods';
import { inMemoryStore } from './in-memory-store';

/** Sign-in against a map of passwords. */
export function inMemoryAuth(fake: FakeBackend): OwnerAuth {
  const answered = signInAnswers(fake);
  const current = () => {
    const now = fake.session.value;
    return now.kind === 'signed-in' ? now.user : null;
  };

  return {
    watchSession: (onSession) => fake.session.watch(onSession),
    comesBack: false,
    get methods() {
      return fake.methods;
    },
    openSignInMethods: async () => inMemorySignInMethods(fake),
    watchSecondStep: (onStep) => fake.step.watch(onStep),
    openSecondFactors: async () => inMemorySecondFactors(fake),
    openMailActions: async () => inMemoryMailActions(fake),
    speak: (language) => {
      fake.spoken = language;
    },
    signIn: (email, password) =>
      inSteps(
        fake,
        () =>
          answered('signIn', () =>
            fake.passwords.get(email) === password ? undefined : 'auth/invalid-credential',
          ),
        () => fake.signInAs(makeUser({ email })),
      ),
    createAccount: (email, password) =>
      answered('createAccount', () => {
        const known = fake.passwords.get(email);
        if (known !== undefined && known !== password) {
          fake.outbox.push({ kind: 'reset', to: email });
          return 'mailed' as const;
        }
        if (password.length < 6) return 'auth/weak-password';
        if (known === undefined) fake.outbox.push({ kind: 'verify', to: email });
        fake.passwords.set(email, password);
        fake.signInAs(makeUser({ email, emailVerified: known !== undefined }));
        return 'signed-in' as const;
      }),
    sendPasswordReset: (email) =>
      answered('sendPasswordReset', () => void fake.outbox.push({ kind: 'reset', to: email })),
    sendVerification: () =>
      answered(
        'sendVerification',
        () => void fake.outbox.push({ kind: 'verify', to: current()?.email ?? '' }),
      ),
    role: async () => fake.role,
    refresh: () =>
      answered('refresh', () => {
        const user = current();
        if (!user) return 'auth/user-token-expired';
        fake.signInAs({ ...user });
        return user;
      }),
    changePassword: (given, next) =>
      answered('changePassword', () => {
        const email = current()?.email ?? '';
        if (fake.passwords.get(email) !== given) return 'auth/invalid-credential';
        if (next.length < 6) return 'auth/weak-password';
        fake.passwords.set(email, next);
      }),
    changeEmail: (email) =>
      answered('changeEmail', () => {
        if (!fake.isFresh) return 'auth/requires-recent-login';
        fake.outbox.push({ kind: 'verify', to: email });
      }),
    changeRecord: ({ displayName, photoUrl }) =>
      answered('changeRecord', () =>
        fake.changeUser({ displayName: displayName || null, photoUrl: photoUrl || null }),
      ),
    signOut: (reason = 'left') => answered('signOut', () => fake.session.set({ kind: 'signed-out', reason })),
  };
}

/** Uploads that the test controls: `uploads` holds each running one. */
export function inMemoryFiles(fake: FakeBackend): OwnerFiles {
  return {
    upload(slot, picture) {
      const total = picture.size;
      const state = new Watched<UploadState>({ kind: 'running', sent: 0, total });
      const failure = fake.failureFor('upload');
      if (failure) state.set({ kind: 'failed', failure });
      fake.uploads.push({
        slot,
        progress: (share) => state.set({ kind: 'running', sent: Math.round(total * share), total }),
        finish: () => {
          fake.files.set(slot, picture);
          state.set({ kind: 'done', generation: String(fake.uploads.length) });
        },
      });
      const sent = () => ('sent' in state.value ? state.value.sent : 0);
      return {
        watch: (onState) => state.watch(onState),
        pause: () => state.set({ kind: 'paused', sent: sent(), total }),
        resume: () => state.set({ kind: 'running', sent: sent(), total }),
        cancel: () => state.set({ kind: 'cancelled' }),
      };
    },
    async read(slot) {
      const found = fake.files.get(slot);
      return found ? ok(found) : fail({ code: 'upload/object-not-found' });
    },
  };
}

const keyOf = (count: number): string => String(count).repeat(40).slice(0, 40);

/** The overlay in `fake`, which behaves like the server's. */
function inMemoryOverlay(fake: FakeBackend): OwnerOverlay {
  const { overlay } = fake;
  const own = (act: (own: OwnOverlay) => OwnOverlay): Result<void, Failure> => {
    if (overlay.own.value === null) return fail({ code: 'api/channel-not-found' });
    overlay.own.set(act(overlay.own.value));
    return ok(undefined);
  };
  const newKey = (): string => {
    overlay.keys += 1;
    return keyOf(overlay.keys);
  };
  const live = (part: Partial<OverlayLive>) =>
    own((before) => ({ ...before, live: { ...before.live, ...part } }));

  function act(wanted: OverlayLiveBody): Result<void, Failure> {
    overlay.acts.push('tipId' in wanted ? `${wanted.act} ${wanted.tipId}` : wanted.act);
    switch (wanted.act) {
      case 'pause':
      case 'resume':
        return live({ paused: wanted.act === 'pause' });
      case 'mute':
      case 'unmute':
        return live({ muted: wanted.act === 'mute' });
      case 'skip':
        return own((before) => ({ ...before, live: { ...before.live, skip: before.live.skip + 1 } }));
      case 'again':
        return own((before) => before);
      case 'show':
        overlay.alerts.set(
          overlay.alerts.value.map((alert) =>
            alert.id === wanted.tipId ? { ...alert, approvedAt: alert.at } : alert,
          ),
        );
        return ok(undefined);
    }
  }

  return {
    make: () =>
      fake.answer('makeOverlay', () => {
        if (!fake.isFresh) return fail({ code: 'api/recent-sign-in-required' });
        overlay.own.set({
          v: 1,
          key: newKey(),
          createdAt: Date.now(),
          handle: fake.published.value?.handle ?? 'ada',
          settings: newOverlaySettings,
          live: newOverlayLive,
        });
        return ok(undefined);
      }),
    change: (changes) =>
      fake.answer('changeOverlay', () =>
        own((before) => {
          const given = Object.entries(changes).filter(([, value]) => value !== undefined);
          return { ...before, settings: { ...before.settings, ...Object.fromEntries(given) } };
        }),
      ),
    renewKey: () =>
      fake.answer('renewOverlayKey', () => {
        if (!fake.isFresh) return fail({ code: 'api/recent-sign-in-required' });
        overlay.alerts.set([]);
        return own((before) => ({ ...before, key: newKey() }));
      }),
    remove: () =>
      fake.answer('removeOverlay', () => {
        overlay.own.set(null);
        overlay.alerts.set([]);
        return ok(undefined);
      }),
    act: (wanted) => fake.answer('actOnOverlay', () => act(wanted)),
    test: (test) =>
      fake.answer('testOverlay', () => {
        overlay.acts.push(`test ${test}`);
        return own((before) => before);
      }),
  };
}

/** A page without problems. */
export const liveSite = (given: Partial<SiteCheckAnswer> = {}): SiteCheckAnswer => ({
  url: 'https://ada.example/',
  status: 200,
  failure: null,
  found: 'card',
  otherHandles: [],
  script: 'here',
  policies: [],
  permissionsLine: null,
  live: true,
  ...given,
});

/** The web in `fake`: `siteCheck` is every page; a link is verified when `linksBack` has it. */
function inMemorySiteChecks(fake: FakeBackend): SiteChecks {
  const asked = <T>(name: ScriptedCall, act: () => Awaited<Answer<T>>) => fake.answer(name, act);
  return {
    checkSite: ({ url }) => asked('checkSite', () => ok({ ...(fake.siteCheck ?? liveSite()), url })),
    verifyLink: (url) =>
      asked('verifyLink', () =>
        ok({
          url,
          outcome: fake.linksBack.has(url) ? 'verified' : 'no-link-back',
          linkBack: 'https://busker.example/@ada',
        }),
      ),
    checkLinks: () => asked('checkLinks', () => ok({ checkedAt: Date.now(), links: { ...fake.linkStates } })),
    pinnedScript: () =>
      asked('pinnedScript', () =>
        ok({ address: 'https://busker.example/embed/1.2.3/busker.js', integrity: 'sha384-pinned' }),
      ),
    exportProfile: (handle) => asked('exportProfile', () => ok(new Blob([JSON.stringify({ handle })]))),
  };
}

interface InMemoryBackend extends Backend {
  readonly fake: FakeBackend;
}

function memoryApi(fake: FakeBackend): OwnerApi {
  return {
    async publish(revision) {
      if (fake.isHeld('publish')) return new Promise(() => {});
      const failure = fake.failureFor('publish');
      if (failure) return fail(failure);
      if (fake.restriction !== null && !mayPublishIn(fake.restriction.state))
        return fail({ code: 'api/profile-restricted' });
      const draft = fake.serverDraft.value;
      if (!draft) return fail({ code: 'api/draft-not-found' });
      if (draft.revision < revision) return fail({ code: 'api/draft-behind' });
      const parsed = parsePublishableDraft(draft);
      if (!parsed.ok) return fail({ code: 'api/invalid-fields', fields: faultsOf(parsed.problem) });
      if (fake.takenHandles.has(draft.handle)) return fail({ code: 'api/handle-taken' });
      const now = Date.now();
      fake.published.set(
        publishedProfile(parsed.value, {
          uid: 'uid-ada',
          previous: fake.published.value,
          picture: null,
          linkPictures: [],
          now,
        }),
      );
      return ok({
        handle: draft.handle,
        url: `https://busker.example/@${draft.handle}`,
        publishedAt: now,
        revision: draft.revision,
      });
    },
    unpublish: () =>
      fake.answer('unpublish', () => {
        const published = fake.published.value;
        if (!published) return fail({ code: 'api/profile-not-found' });
        const takenDownAt = published.takenDownAt ?? Date.now();
        fake.published.set({ ...published, takenDownAt });
        return ok({ handle: published.handle, takenDownAt });
      }),
    restriction: async () => ok(fake.restriction),
    terms: () => fake.answer('terms', () => ok(fake.terms)),
    seeTerms: (version) =>
      fake.answer('seeTerms', () => {
        fake.terms = { ...fake.terms, seen: version };
        return ok(fake.terms);
      }),
    tellMethods: () => fake.answer('tellMethods', () => ok(undefined)),
    recoveryCodes: () =>
      fake.answer('recoveryCodes', () => {
        const left = fake.recoveryCodes.length;
        return ok({ left, madeAt: left === 0 ? null : Date.UTC(2026, 10, 25, 12) });
      }),
    renewRecoveryCodes: () =>
      fake.answer('renewRecoveryCodes', () => {
        if (!fake.isFresh) return fail({ code: 'api/recent-sign-in-required' });
        fake.recoveryCodes = inMemoryRecoveryCodes;
        return ok({ codes: [...inMemoryRecoveryCodes], madeAt: Date.UTC(2026, 10, 25, 12) });
      }),
    recover: (_proof, code) =>
      fake.answer('recover', () => {
        if (!fake.recoveryCodes.includes(code)) return fail({ code: 'api/recovery-code-wrong' });
        fake.recoveryCodes = [];
        fake.secondFactors = [];
        return ok(undefined);
      }),
    noteDevice: (device) =>
      fake.answer('noteDevice', () => {
        const seen = { browser: 'chrome', system: 'linux', lastSeenAt: Date.now() } as const;
        const own = { id: device, ...seen, signedInAt: Date.UTC(2026, 10, 20, 12) };
        fake.devices = [own, ...fake.devices.filter(({ id }) => id !== device)];
        return ok({ sessions: [...fake.devices] });
      }),
    removeDevice: (device) =>
      fake.answer('removeDevice', () => {
        fake.devices = fake.devices.filter(({ id }) => id !== device);
        return ok(undefined);
      }),
    signOutEverywhere: () =>
      fake.answer('signOutEverywhere', () => {
        fake.devices = [];
        return ok(undefined);
      }),
    readAppeal: async () => ok(fake.appeal),
    async appeal() {
      const failure = fake.failureFor('appeal');
      if (failure) return fail(failure);
      fake.appeal = { state: 'open', madeAt: Date.now(), answer: null };
      return ok(fake.appeal);
    },
    async handleState(handle) {
      if (fake.isHeld('handleState')) return new Promise(() => {});
      const failure = fake.failureFor('handleState');
      if (failure) return fail(failure);
      if (fake.published.value?.handle === handle) return ok('yours');
      return ok(fake.takenHandles.has(handle) ? 'taken' : 'free');
    },
    deleteAccount: (handle) =>
      fake.answer<DeleteAnswer>('deleteAccount', () => {
        if (!fake.isFresh) return fail({ code: 'api/recent-sign-in-required' });
        if (fake.published.value && fake.published.value.handle !== handle)
          return fail({ code: 'api/invalid-fields', fields: { handle: 'handle-to-confirm' } });
        if (fake.hasManyTips) {
          fake.leaving.set(fakeLeaving());
          return ok({ deleted: false, ticket: 'ticket-ada' });
        }
        fake.published.set(null);
        fake.serverDraft.set(null);
        return ok({ deleted: true });
      }),
    deletionOf: async (ticket) =>
      ok(ticket === 'ticket-ada' && fake.leaving.value ? fake.leaving.value.state : { name: 'unknown' }),
  };
}

/** The whole backend in memory, controlled by `fake`: for tests, stories and rare states. */
export function inMemoryBackend(fake = new FakeBackend()): InMemoryBackend {
  return {
    fake,
    host: 'https://busker.example',
    auth: inMemoryAuth(fake),
    api: memoryApi(fake),
    money: inMemoryMoney(fake),
    channels: inMemoryChannels(fake),
    overlay: inMemoryOverlay(fake),
    siteChecks: inMemorySiteChecks(fake),
    openModeration: async () => inMemoryModeration(fake),
    openFiles: async () => inMemoryFiles(fake),
    async openStore() {
      if (fake.isHeld('openStore')) return new Promise(() => {});
      if (fake.failureFor('openStore')) throw new Error('The store could not be opened');
      return inMemoryStore(fake);
    },
  };
}
