import { expect, it } from 'vitest';
import { copiedFields, copiedFrom } from './copied-fields';
import { draftKeys, emptyDraft } from './draft';

const withOwnRules = ['v', 'revision', 'handle', 'picture', 'links', 'updatedAt'] as const;

it('every field of a draft is copied or has a rule of its own', () => {
  expect([...copiedFields, ...withOwnRules].toSorted()).toEqual(draftKeys.toSorted());
});

it('a copy has exactly the copied fields', () => {
  expect(Object.keys(copiedFrom(emptyDraft))).toEqual([...copiedFields]);
});
