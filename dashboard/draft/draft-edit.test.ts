import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { draftKeys } from '../../core/profile/draft';
import { inOrder, draftOf } from '../../core/profile/stored-profile';
import { fakeDraft } from '../../core/testing/fakes';
import { moveLink } from '../features/profile/link-edits';
import { makeDraft, makeLink, makePublished } from '../testing/fakes';
import { discardEdits, draftChanges, mergedEdits, removeField, setField, withEdits } from './draft-edit';
import { asRefused, asStage, typedEdits, withTyped, withoutShown } from './typed-edits';

describe('draft', () => {
  const live = draftOf(makePublished());
  const labels = (links: Parameters<typeof inOrder>[0]) => inOrder(links).map(([id]) => id);

  describe('edits', () => {
    test('change their own field and no other', () => {
      const draft = makeDraft();
      const edited = withEdits(draft, [
        setField(['links', 'k2', 'label'], 'Notes'),
        removeField(['links', 'k1']),
      ]);
      expect(edited.links['k2']).toEqual({ ...draft.links['k2'], label: 'Notes' });
      expect(Object.keys(edited.links)).toEqual(['k2', 'k3', 'k4']);
      expect({ ...edited, links: null }).toEqual({ ...draft, links: null });
    });

    test('of one field replace earlier ones, and removing a link removes the edits of its fields', () => {
      const edits = [
        setField(['name'], 'A'),
        setField(['links', 'k1', 'label'], 'B'),
        setField(['name'], 'C'),
        removeField(['links', 'k1']),
      ];
      expect(mergedEdits(edits)).toEqual([setField(['name'], 'C'), removeField(['links', 'k1'])]);
    });

    test('of a new link are merged into the edit that adds it', () => {
      const edits = [setField(['links', 'k9'], makeLink()), setField(['links', 'k9', 'label'], 'Shop')];
      expect(mergedEdits(edits)).toEqual([setField(['links', 'k9'], makeLink({ label: 'Shop' }))]);
    });

    test('give the same draft merged or unmerged', () => {
      const text = fc
        .constantFrom(['name'], ['bio'], ['links', 'k1', 'label'], ['links', 'k2', 'url'])
        .chain((path) => fc.string().map((value) => setField(path, value)));
      const link = fc.constantFrom(
        removeField(['links', 'k1']),
        removeField(['links', 'k9']),
        setField(['links', 'k2'], makeLink({ label: 'Other' })),
      );
      const edits = fc.array(fc.oneof(text, link));
      fc.assert(
        fc.property(edits, (given) => {
          expect(withEdits(makeDraft(), mergedEdits(given))).toEqual(withEdits(makeDraft(), given));
        }),
      );
    });
  });

  describe('the overlay', () => {
    test('keeps typed text until the store shows it', () => {
      const typed = withTyped([], [setField(['name'], 'New')]);
      const sent = asStage(typed, typedEdits(typed), 'sent');
      expect(withoutShown(sent, makeDraft())).toBe(sent);
      expect(withoutShown(sent, makeDraft({ name: 'New' }))).toEqual([]);
    });

    test('does not replace typed text by an earlier value that was sent before', () => {
      const first = withTyped([], [setField(['name'], 'N')]);
      const sent = asStage(first, typedEdits(first), 'sent');
      const more = withTyped(sent, [setField(['name'], 'Ne')]);
      expect(withoutShown(more, makeDraft({ name: 'N' })).map(({ edit }) => edit)).toEqual([
        setField(['name'], 'Ne'),
      ]);
    });
  });

  describe('a refused write', () => {
    const name = setField(['name'], 'New');

    test('becomes typed text again, even after the store has shown it', () => {
      expect(asRefused([], [name])).toEqual([{ edit: name, stage: 'typed' }]);
    });

    test('does not replace later edits', () => {
      const typed = withTyped([], [setField(['name'], 'Newer')]);
      expect(typedEdits(asRefused(typed, [name]))).toEqual([setField(['name'], 'Newer')]);
      const sent = asStage(typed, typedEdits(typed), 'sent');
      expect(asRefused(sent, [name])).toEqual(sent);
    });

    test('of a new link is sent again together with later changes to it', () => {
      const added = setField(['links', 'k9'], makeLink());
      const typed = withTyped([], [setField(['links', 'k9', 'label'], 'Shop')]);
      expect(typedEdits(asRefused(typed, [added]))).toEqual([
        setField(['links', 'k9'], makeLink({ label: 'Shop' })),
      ]);
    });
  });

  describe('unpublished changes', () => {
    test('are empty after publishing', () => {
      expect(draftChanges(makeDraft(), live)).toEqual([]);
    });

    test('ignore spaces around a text and upper case in a handle', () => {
      expect(draftChanges(makeDraft({ name: ' Ada Lovelace ', handle: '@ADA' }), live)).toEqual([]);
    });

    test('name each kind of change once', () => {
      const links = {
        k1: makeLink({ on: false }),
        k2: makeLink({ url: 'https://x.com/other', label: 'X', order: 9 }),
        k3: makeLink({ url: 'https://www.youtube.com/@ada', label: 'YouTube', order: 3 }),
        k5: makeLink({ label: 'Shop', order: 10 }),
      };
      expect(draftChanges(makeDraft({ bio: 'New', links }), live)).toEqual([
        { kind: 'field', field: 'bio' },
        { kind: 'link', what: 'hidden', label: 'Instagram' },
        { kind: 'link', what: 'edited', label: 'X' },
        { kind: 'link', what: 'added', label: 'Shop' },
        { kind: 'link', what: 'removed', label: 'Monthly letter' },
        { kind: 'order' },
      ]);
    });

    test('are empty after discarding, whatever was changed', () => {
      const changed = makeDraft({ name: 'X', bio: '', links: { z: makeLink() }, handle: 'other' });
      expect(draftChanges(withEdits(changed, discardEdits(changed, live)), live)).toEqual([]);
    });
  });

  describe('moving a link', () => {
    const { links } = makeDraft();

    test('usually writes one field, so that moves in two tabs merge', () => {
      expect(moveLink(links, 'k3', 1)).toHaveLength(1);
      expect(moveLink(links, 'k3', 2)).toEqual([]);
    });

    test('puts the link at the given position, however often', () => {
      const step = fc.tuple(fc.constantFrom('k1', 'k2', 'k3', 'k4'), fc.integer({ min: 0, max: 3 }));
      fc.assert(
        fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
          let draft = makeDraft();
          for (const [id, to] of steps) {
            const rest = labels(draft.links).filter((other) => other !== id);
            const wanted = [...rest.slice(0, to), id, ...rest.slice(to)];
            draft = withEdits(draft, moveLink(draft.links, id, to));
            expect(labels(draft.links)).toEqual(wanted);
          }
        }),
      );
    });
  });
});

describe('draft fields', () => {
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
});
