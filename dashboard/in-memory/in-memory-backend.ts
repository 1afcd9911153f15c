import type { OverlayLiveBody } from '../../core/api/channel-api';
import type { DeleteAnswer, SiteCheckAnswer } from '../../core/api/owner-api';
import { faultsOf, fail, ok, type Result } from '../../core/base/result';
import {
  newOverlayLive,
  newOverlaySettings,
  type OverlayLive,
  type OwnOverlay,
} from '../../core/overlay/overlay';
import { parsePublishableDraft } from '../../core/profile/draft';
import { mayPublishIn } from '../../core/profile/standing';
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
import { signInAnswers, InMemoryWorld, type ScriptedCall } from './in-memory-world';
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
export function inMemoryAuth(world: InMemoryWorld): OwnerAuth {
  const answered = signInAnswers(world);
  const current = () => {
    const now = world.session.value;
    return now.kind === 'signed-in' ? now.user : null;
  };

  return {
    watchSession: (onSession) => world.session.watch(onSession),
    comesBack: false,
    get methods() {
      return world.methods;
    },
    openSignInMethods: async () => inMemorySignInMethods(world),
    watchSecondStep: (onStep) => world.step.watch(onStep),
    openSecondFactors: async () => inMemorySecondFactors(world),
    openMailActions: async () => inMemoryMailActions(world),
    speak: (language) => {
      world.spoken = language;
    },
    signIn: (email, password) =>
      inSteps(
        world,
        () =>
          answered('signIn', () =>
            world.passwords.get(email) === password ? undefined : 'auth/invalid-credential',
          ),
        () => world.signInAs(makeUser({ email })),
      ),
    createAccount: (email, password) =>
      answered('createAccount', () => {
        const known = world.passwords.get(email);
        if (known !== undefined && known !== password) {
          world.outbox.push({ kind: 'reset', to: email });
          return 'mailed' as const;
        }
        if (password.length < 6) return 'auth/weak-password';
        if (known === undefined) world.outbox.push({ kind: 'verify', to: email });
        world.passwords.set(email, password);
        world.signInAs(makeUser({ email, emailVerified: known !== undefined }));
        return 'signed-in' as const;
      }),
    sendPasswordReset: (email) =>
      answered('sendPasswordReset', () => void world.outbox.push({ kind: 'reset', to: email })),
    sendVerification: () =>
      answered(
        'sendVerification',
        () => void world.outbox.push({ kind: 'verify', to: current()?.email ?? '' }),
      ),
    role: async () => world.role,
    refresh: () =>
      answered('refresh', () => {
        const user = current();
        if (!user) return 'auth/user-token-expired';
        world.signInAs({ ...user });
        return user;
      }),
    changePassword: (given, next) =>
      answered('changePassword', () => {
        const email = current()?.email ?? '';
        if (world.passwords.get(email) !== given) return 'auth/invalid-credential';
        if (next.length < 6) return 'auth/weak-password';
        world.passwords.set(email, next);
      }),
    changeEmail: (email) =>
      answered('changeEmail', () => {
        if (!world.isFresh) return 'auth/requires-recent-login';
        world.outbox.push({ kind: 'verify', to: email });
      }),
    changeRecord: ({ displayName, photoUrl }) =>
      answered('changeRecord', () =>
        world.changeUser({ displayName: displayName || null, photoUrl: photoUrl || null }),
      ),
    signOut: (reason = 'left') =>
      answered('signOut', () => world.session.set({ kind: 'signed-out', reason })),
  };
}

/** Uploads that the test controls: `uploads` holds each running one. */
export function inMemoryFiles(world: InMemoryWorld): OwnerFiles {
  return {
    upload(slot, picture) {
      const total = picture.size;
      const state = new Watched<UploadState>({ kind: 'running', sent: 0, total });
      const failure = world.failureFor('upload');
      if (failure) state.set({ kind: 'failed', failure });
      world.uploads.push({
        slot,
        progress: (share) => state.set({ kind: 'running', sent: Math.round(total * share), total }),
        finish: () => {
          world.files.set(slot, picture);
          state.set({ kind: 'done', generation: String(world.uploads.length) });
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
      const found = world.files.get(slot);
      return found ? ok(found) : fail({ code: 'upload/object-not-found' });
    },
  };
}

const keyOf = (count: number): string => String(count).repeat(40).slice(0, 40);

/** The overlay in `world`, which behaves like the server's. */
function inMemoryOverlay(world: InMemoryWorld): OwnerOverlay {
  const { overlay } = world;
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
      world.answer('makeOverlay', () => {
        if (!world.isFresh) return fail({ code: 'api/recent-sign-in-required' });
        overlay.own.set({
          v: 1,
          key: newKey(),
          createdAt: Date.now(),
          handle: world.published.value?.handle ?? 'ada',
          settings: newOverlaySettings,
          live: newOverlayLive,
        });
        return ok(undefined);
      }),
    change: (changes) =>
      world.answer('changeOverlay', () =>
        own((before) => {
          const given = Object.entries(changes).filter(([, value]) => value !== undefined);
          return { ...before, settings: { ...before.settings, ...Object.fromEntries(given) } };
        }),
      ),
    renewKey: () =>
      world.answer('renewOverlayKey', () => {
        if (!world.isFresh) return fail({ code: 'api/recent-sign-in-required' });
        overlay.alerts.set([]);
        return own((before) => ({ ...before, key: newKey() }));
      }),
    remove: () =>
      world.answer('removeOverlay', () => {
        overlay.own.set(null);
        overlay.alerts.set([]);
        return ok(undefined);
      }),
    act: (wanted) => world.answer('actOnOverlay', () => act(wanted)),
    test: (test) =>
      world.answer('testOverlay', () => {
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

/** The web in `world`: `siteCheck` is every page; a link is verified when `linksBack` has it. */
function inMemorySiteChecks(world: InMemoryWorld): SiteChecks {
  const asked = <T>(name: ScriptedCall, act: () => Awaited<Answer<T>>) => world.answer(name, act);
  return {
    checkSite: ({ url }) => asked('checkSite', () => ok({ ...(world.siteCheck ?? liveSite()), url })),
    verifyLink: (url) =>
      asked('verifyLink', () =>
        ok({
          url,
          outcome: world.linksBack.has(url) ? 'verified' : 'no-link-back',
          linkBack: 'https://busker.example/@ada',
        }),
      ),
    checkLinks: () =>
      asked('checkLinks', () => ok({ checkedAt: Date.now(), links: { ...world.linkStates } })),
    pinnedScript: () =>
      asked('pinnedScript', () =>
        ok({ address: 'https://busker.example/embed/1.2.3/busker.js', integrity: 'sha384-pinned' }),
      ),
    exportProfile: (handle) => asked('exportProfile', () => ok(new Blob([JSON.stringify({ handle })]))),
  };
}

interface InMemoryBackend extends Backend {
  readonly world: InMemoryWorld;
}

function memoryApi(world: InMemoryWorld): OwnerApi {
  return {
    async publish(revision) {
      if (world.isHeld('publish')) return new Promise(() => {});
      const failure = world.failureFor('publish');
      if (failure) return fail(failure);
      if (world.restriction !== null && !mayPublishIn(world.restriction.state))
        return fail({ code: 'api/profile-restricted' });
      const draft = world.serverDraft.value;
      if (!draft) return fail({ code: 'api/draft-not-found' });
      if (draft.revision < revision) return fail({ code: 'api/draft-behind' });
      const parsed = parsePublishableDraft(draft);
      if (!parsed.ok) return fail({ code: 'api/invalid-fields', fields: faultsOf(parsed.problem) });
      if (world.takenHandles.has(draft.handle)) return fail({ code: 'api/handle-taken' });
      const now = Date.now();
      world.published.set(
        publishedProfile(parsed.value, {
          uid: 'uid-ada',
          previous: world.published.value,
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
      world.answer('unpublish', () => {
        const published = world.published.value;
        if (!published) return fail({ code: 'api/profile-not-found' });
        const takenDownAt = published.takenDownAt ?? Date.now();
        world.published.set({ ...published, takenDownAt });
        return ok({ handle: published.handle, takenDownAt });
      }),
    restriction: async () => ok(world.restriction),
    terms: () => world.answer('terms', () => ok(world.terms)),
    seeTerms: (version) =>
      world.answer('seeTerms', () => {
        world.terms = { ...world.terms, seen: version };
        return ok(world.terms);
      }),
    tellMethods: () => world.answer('tellMethods', () => ok(undefined)),
    recoveryCodes: () =>
      world.answer('recoveryCodes', () => {
        const left = world.recoveryCodes.length;
        return ok({ left, madeAt: left === 0 ? null : Date.UTC(2026, 10, 25, 12) });
      }),
    renewRecoveryCodes: () =>
      world.answer('renewRecoveryCodes', () => {
        if (!world.isFresh) return fail({ code: 'api/recent-sign-in-required' });
        world.recoveryCodes = inMemoryRecoveryCodes;
        return ok({ codes: [...inMemoryRecoveryCodes], madeAt: Date.UTC(2026, 10, 25, 12) });
      }),
    recover: (_proof, code) =>
      world.answer('recover', () => {
        if (!world.recoveryCodes.includes(code)) return fail({ code: 'api/recovery-code-wrong' });
        world.recoveryCodes = [];
        world.secondFactors = [];
        return ok(undefined);
      }),
    noteDevice: (device) =>
      world.answer('noteDevice', () => {
        const seen = { browser: 'chrome', system: 'linux', lastSeenAt: Date.now() } as const;
        const own = { id: device, ...seen, signedInAt: Date.UTC(2026, 10, 20, 12) };
        world.devices = [own, ...world.devices.filter(({ id }) => id !== device)];
        return ok({ sessions: [...world.devices] });
      }),
    removeDevice: (device) =>
      world.answer('removeDevice', () => {
        world.devices = world.devices.filter(({ id }) => id !== device);
        return ok(undefined);
      }),
    signOutEverywhere: () =>
      world.answer('signOutEverywhere', () => {
        world.devices = [];
        return ok(undefined);
      }),
    readAppeal: async () => ok(world.appeal),
    async appeal() {
      const failure = world.failureFor('appeal');
      if (failure) return fail(failure);
      world.appeal = { state: 'open', madeAt: Date.now(), answer: null };
      return ok(world.appeal);
    },
    async handleState(handle) {
      if (world.isHeld('handleState')) return new Promise(() => {});
      const failure = world.failureFor('handleState');
      if (failure) return fail(failure);
      if (world.published.value?.handle === handle) return ok('yours');
      return ok(world.takenHandles.has(handle) ? 'taken' : 'free');
    },
    deleteAccount: (handle) =>
      world.answer<DeleteAnswer>('deleteAccount', () => {
        if (!world.isFresh) return fail({ code: 'api/recent-sign-in-required' });
        if (world.published.value && world.published.value.handle !== handle)
          return fail({ code: 'api/invalid-fields', fields: { handle: 'handle-to-confirm' } });
        if (world.hasManyTips) {
          world.leaving.set(fakeLeaving());
          return ok({ deleted: false, ticket: 'ticket-ada' });
        }
        world.published.set(null);
        world.serverDraft.set(null);
        return ok({ deleted: true });
      }),
    deletionOf: async (ticket) =>
      ok(ticket === 'ticket-ada' && world.leaving.value ? world.leaving.value.state : { name: 'unknown' }),
  };
}

/** The whole backend in memory, controlled by `world`: for tests, stories and rare states. */
export function inMemoryBackend(world = new InMemoryWorld()): InMemoryBackend {
  return {
    world,
    host: 'https://busker.example',
    auth: inMemoryAuth(world),
    api: memoryApi(world),
    money: inMemoryMoney(world),
    channels: inMemoryChannels(world),
    overlay: inMemoryOverlay(world),
    siteChecks: inMemorySiteChecks(world),
    openModeration: async () => inMemoryModeration(world),
    openFiles: async () => inMemoryFiles(world),
    async openStore() {
      if (world.isHeld('openStore')) return new Promise(() => {});
      if (world.failureFor('openStore')) throw new Error('The store could not be opened');
      return inMemoryStore(world);
    },
  };
}
