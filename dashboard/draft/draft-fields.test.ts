import { expect, test } from 'vitest';
import { draftKeys } from '../../core/profile/draft';
import { fakeDraft } from '../../core/testing/fakes';
import { discardEdits, draftChanges } from './draft-edit';

const live = fakeDraft({ handle: 'ada' });
const changed = fakeDraft({
  handle: 'grace',
  name: 'Grace',
  bio: 'Compilers.',
  picture: { slot: 'picture-a', generation: '7' },
  links: {},
  look: { ...live.look, radius: live.look.radius + 1 },
  tips: { ...live.tips, on: !live.tips.on },
  arrangement: { ...live.arrangement, cardGoal: !live.arrangement.cardGoal },
  allowedSites: ['https://grace.example'],
  language: 'pl',
});
const kept = new Set(['v', 'revision', 'updatedAt']);
const edited = draftKeys.filter((key) => !kept.has(key));

test.each(edited)('a change of the field %s is listed and can be discarded', (field) => {
  const draft = { ...live, [field]: changed[field] };
  expect(draftChanges(draft, live)).not.toEqual([]);
  expect(discardEdits(draft, live).map(({ path }) => path[0])).toContain(field);
});
