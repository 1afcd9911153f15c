import { describe, expect, test } from 'vitest';
import { emptyDraft } from '../../core/profile/draft';
import { pictureSlots } from '../../core/pictures/picture-slots';
import { makeDraft, makeLink, makePayments, makePublished, makeUser } from '../testing/fakes';
import { doneSteps, type SetUpSources } from './use-set-up';

describe('set up steps', () => {
  const newOwner: SetUpSources = {
    owner: makeUser({ emailVerified: false }),
    draft: emptyDraft,
    published: null,
    payments: null,
    seen: false,
    hasTip: false,
    now: Date.UTC(2026, 10, 20),
  };
  const done = (given: Partial<SetUpSources>) => [...doneSteps({ ...newOwner, ...given })];
  const picture = { slot: pictureSlots[0], generation: '1' } as const;

  test('a new owner has done nothing', () => {
    expect(done({})).toEqual([]);
  });

  test.each<[name: string, given: Partial<SetUpSources>, steps: readonly string[]]>([
    ['a confirmed email', { owner: makeUser() }, ['account']],
    ['a phone number without email', { owner: makeUser({ email: null, emailVerified: false }) }, ['account']],
    ['a guest', { owner: makeUser({ isGuest: true, email: null }) }, []],
    ['a name without picture', { draft: { ...emptyDraft, name: 'Ada' } }, []],
    ['a name and a picture', { draft: { ...emptyDraft, name: 'Ada', picture } }, ['about']],
    ['a link', { draft: { ...emptyDraft, links: { k1: makeLink() } } }, ['link']],
    ['a link that is off', { draft: { ...emptyDraft, links: { k1: makeLink({ on: false }) } } }, []],
    ['a published page', { published: makePublished() }, ['publish']],
    ['an account under review', { payments: makePayments({ cardPayments: 'pending' }) }, []],
    ['an account that is ready', { payments: makePayments() }, ['payments']],
    ['a view', { seen: true }, ['share']],
    ['a tip', { hasTip: true }, ['share', 'tip']],
  ])('%s is: %j', (_name, given, steps) => {
    expect(done(given)).toEqual(steps);
  });

  test('all steps can be done', () => {
    const all: Partial<SetUpSources> = {
      owner: makeUser(),
      draft: makeDraft({ picture }),
      published: makePublished(),
      payments: makePayments(),
      seen: true,
      hasTip: true,
    };
    expect(done(all)).toHaveLength(7);
  });
});
