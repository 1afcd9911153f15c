import { describe, expect, test } from 'vitest';
import { emptyDraft } from '@busker/core/profile/draft';
import { makeDraft, makeLink, makePayments, makePublished, makeUser } from '../testing/fakes';
import { doneSteps, type SetUpSources } from './use-set-up';

describe('set up steps', () => {
  const newOwner: SetUpSources = {
    owner: makeUser({ emailVerified: false }),
    draft: emptyDraft,
    published: null,
    payments: null,
    shared: false,
    hasTip: false,
    now: Date.UTC(2026, 10, 20),
  };
  const done = (given: Partial<SetUpSources>) => [...doneSteps({ ...newOwner, ...given })];

  test('a new owner has done nothing', () => {
    expect(done({})).toEqual([]);
  });

  test.each<[name: string, given: Partial<SetUpSources>, steps: readonly string[]]>([
    ['a confirmed email', { owner: makeUser() }, ['account']],
    ['a phone number without email', { owner: makeUser({ email: null, emailVerified: false }) }, ['account']],
    ['a guest', { owner: makeUser({ isGuest: true, email: null }) }, []],
    ['a name without a handle', { draft: { ...emptyDraft, name: 'Ada' } }, []],
    [
      'a name and a handle without a picture',
      { draft: { ...emptyDraft, name: 'Ada', handle: 'ada' } },
      ['about'],
    ],
    ['a link', { draft: { ...emptyDraft, links: { k1: makeLink() } } }, ['link']],
    ['a link that is off', { draft: { ...emptyDraft, links: { k1: makeLink({ on: false }) } } }, []],
    ['a published page', { published: makePublished() }, ['publish']],
    ['an account under review', { payments: makePayments({ cardPayments: 'pending' }) }, []],
    ['an account that is ready', { payments: makePayments() }, ['payments']],
    ['an address that was copied, or a card that was seen', { shared: true }, ['share']],
    ['a tip', { hasTip: true }, ['share', 'tip']],
  ])('%s is: %j', (_name, given, steps) => {
    expect(done(given)).toEqual(steps);
  });

  test('all steps can be done', () => {
    const all: Partial<SetUpSources> = {
      owner: makeUser(),
      draft: makeDraft(),
      published: makePublished(),
      payments: makePayments(),
      shared: true,
      hasTip: true,
    };
    expect(done(all)).toHaveLength(7);
  });
});
