import { pauseOf, publishedProfile, type PublicProfile } from '@busker/core/profile/profile';
import type { DeleteAnswer } from '@busker/core/dashboard-api/owner-api';
import { faultsOf, fail, ok } from '@busker/core/base/result';
import { parsePublishableDraft } from '@busker/core/profile/draft';
import { mayPublishIn } from '@busker/core/moderation/standing';
import type { OwnerApi } from '../data/backend';
import type { FakeBackend } from './fake-backend';
import { fakeLeaving } from './in-memory-money';
import { inMemoryRecoveryCodes } from './in-memory-sign-in-methods';

/** The blocks of the page, of which a test sees the pictures. */
const blockPicturesOf = ({ blocks = [] }: PublicProfile): string =>
  blocks
    .map((block) => ('picture' in block && block.picture ? `<img src="${block.picture.src}">` : ''))
    .join('');

export function memoryApi(fake: FakeBackend): OwnerApi {
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
    previewPage: (shown) =>
      fake.answer('previewPage', () =>
        ok({
          html: `<!doctype html><html lang="en"><title>${shown.profile.name}</title><h1>${shown.profile.name}</h1><img src="${shown.profile.picture}"><img src="${shown.profile.cover}"><img src="${shown.profile.backdrop}">${blockPicturesOf(shown.profile)}`,
        }),
      ),
    pauseTips: (request) =>
      fake.answer('pauseTips', () => {
        const published = fake.published.value;
        if (!published) return fail({ code: 'api/profile-not-found' });
        const pause = request === null ? ok(null) : pauseOf(request, Date.now());
        if (!pause.ok) return fail({ code: 'api/invalid-fields', fields: faultsOf(pause.problem) });
        fake.published.set({ ...published, tipPause: pause.value });
        return ok({ pause: pause.value });
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
