import type { DomainAnswer } from '@busker/core/domains/domain-api';
import type { OverlayLiveBody } from '@busker/core/dashboard-api/channel-api';
import type { ImportAnswer, SiteCheckAnswer } from '@busker/core/dashboard-api/owner-api';
import { fail, ok, type Result } from '@busker/core/base/result';
import {
  newOverlayLive,
  newOverlaySettings,
  withOverlayChanges,
  type OverlayLive,
  type OwnOverlay,
} from '@busker/core/overlay/overlay';
import type { Backend, OwnerAuth, OwnerOverlay, SiteChecks, OwnerFiles, UploadState } from '../data/backend';
import { Watched, type Answer, type Failure } from '../data/failure';
import { makeUser } from './fakes';
import { signInAnswers, FakeBackend } from './fake-backend';
import { type ScriptedCall } from './scripted-call';
import { inMemoryChannels } from './in-memory-channels';
import { inMemoryMoney } from './in-memory-money';
import { inMemoryModeration } from './in-memory-moderation';
import {
  inMemorySecondFactors,
  inSteps,
  inMemoryMailActions,
  inMemorySignInMethods,
} from './in-memory-sign-in-methods';
import { inMemoryStore } from './in-memory-store';
import { memoryApi } from './memory-api';

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
        fake.changeUser({
          ...(displayName !== undefined && { displayName: displayName || null }),
          ...(photoUrl !== undefined && { photoUrl: photoUrl || null }),
        }),
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
        own((before) => ({ ...before, settings: withOverlayChanges(before.settings, changes) })),
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

const noPage: Omit<ImportAnswer, 'url'> = {
  failure: 'name-not-found',
  name: null,
  bio: null,
  picture: null,
  counts: 'lines',
  links: [],
  refused: [],
  leftOut: 0,
  unnamed: null,
};

/** A domain below a registered one, whose records nobody has set yet. */
export const waitingDomain = (name: string): NonNullable<DomainAnswer['domain']> => ({
  name,
  state: 'waiting',
  url: `https://${name}/`,
  records: [
    { type: 'CNAME', name, label: 'links', values: ['busker.example'], check: 'missing', seen: [] },
    {
      type: 'TXT',
      name: `_busker.${name}`,
      label: '_busker.links',
      values: ['busker=0123456789abcdef0123456789abcdef01234567'],
      check: 'missing',
      seen: [],
    },
  ],
  checkedAt: null,
  brokenSince: null,
  endsAt: null,
  permission: null,
  wallets: null,
});

/** The web in `fake`: `siteCheck` is every page; a link is verified when `linksBack` has it. */
function inMemorySiteChecks(fake: FakeBackend): SiteChecks {
  const asked = <T>(name: ScriptedCall, act: () => Awaited<Answer<T>>) => fake.answer(name, act);
  return {
    checkSite: ({ url }) => asked('checkSite', () => ok({ ...(fake.siteCheck ?? liveSite()), url })),
    importPage: (url) =>
      asked('importPage', () => ok({ ...(fake.importedPage ?? noPage), url: `https://${url}` })),
    importPicture: () => asked('importPicture', () => ok(new Blob(['picture'], { type: 'image/png' }))),
    ownDomain: () => asked('ownDomain', () => ok(fake.domain)),
    wantDomain: (domain) =>
      asked('wantDomain', () => ok((fake.domain = { offered: true, domain: waitingDomain(domain) }))),
    checkDomain: () => asked('checkDomain', () => ok((fake.domain = fake.domainNext ?? fake.domain))),
    giveBackDomain: () => asked('giveBackDomain', () => ok((fake.domain = { offered: true, domain: null }))),
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

/** The whole backend in memory, controlled by `fake`: for tests, stories and rare states. */
export function inMemoryBackend(fake = new FakeBackend()): InMemoryBackend {
  return {
    fake,
    host: 'https://busker.example',
    localMails: fake.localMails,
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
