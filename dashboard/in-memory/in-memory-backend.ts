import type { DeleteAnswer } from '../../core/api/owner-api';
import { parsePublishableDraft } from '../../core/profile/draft';
import { faultsOf } from '../../core/base/problem';
import { mayPublishIn } from '../../core/profile/standing';
import { publishedProfile } from '../../core/profile/stored-profile';
import { fail, ok } from '../../core/base/result';
import type { Backend, OwnerApi } from '../data/backend';
import { inMemoryAuth } from './in-memory-auth';
import { inMemoryChannels } from './in-memory-channels';
import { inMemoryFiles } from './in-memory-files';
import { inMemoryModeration } from './in-memory-moderation';
import { fakeLeaving } from './in-memory-leaving';
import { inMemoryMoney } from './in-memory-money';
import { inMemoryRecoveryCodes } from './in-memory-second-step';
import { inMemoryOverlay } from './in-memory-overlay';
import { inMemorySiteChecks } from './in-memory-site-checks';
import { inMemoryStore } from './in-memory-store';
import { InMemoryWorld } from './in-memory-world';

export interface InMemoryBackend extends Backend {
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
