import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { emptyBlock } from '@busker/core/blocks/block';
import { draftKeys, type Draft } from '@busker/core/profile/draft';
import { draftOf, inOrder } from '@busker/core/profile/profile';
import { fakeBlocks, fakeDraft } from '@busker/core/testing/fakes';
import type { DraftEdit } from '../data/backend';
import { moveEntry } from '../features/profile/link-edits';
import { makeDraft, makeLink, makePublished } from '../testing/fakes';
import {
  discardEdits,
  draftChanges,
  mergedEdits,
  removeField,
  setField,
  withEdits,
  asRefused,
  asStage,
  typedEdits,
  withTyped,
  withoutShown,
} from './draft-edit';
import { noHistory, pauseMillis, redo, undo, withRecorded, type DraftHistory } from './use-draft-history';

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

    test('of a block that another tab removed change nothing', () => {
      const draft = makeDraft({ blocks: fakeBlocks });
      const text = (id: string) => withEdits(draft, [setField(['blocks', id, 'text'], 'Hi')]).blocks;
      expect(text('gone')).toEqual(fakeBlocks);
      expect(text('words')['words']).toEqual({ ...fakeBlocks['words'], text: 'Hi' });
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
    const draft = makeDraft();

    test('usually writes one field, so that moves in two tabs merge', () => {
      expect(moveEntry(draft, 'k3', 1)).toHaveLength(1);
      expect(moveEntry(draft, 'k3', 2)).toEqual([]);
    });

    test('puts the link at the given position, however often', () => {
      const step = fc.tuple(fc.constantFrom('k1', 'k2', 'k3', 'k4'), fc.integer({ min: 0, max: 3 }));
      fc.assert(
        fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
          let draft = makeDraft();
          for (const [id, to] of steps) {
            const rest = labels(draft.links).filter((other) => other !== id);
            const wanted = [...rest.slice(0, to), id, ...rest.slice(to)];
            draft = withEdits(draft, moveEntry(draft, id, to));
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
    blocks: fakeBlocks,
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

describe('draft history', () => {
  // Holds dash-964.
  test('takes added links back although the store gives each a null for what was not written', () => {
    const draft = makeDraft();
    const link = { url: 'https://a.example', label: 'A', order: 9, on: true };
    const added = ['k8', 'k9'].map((id) => setField(['links', id], link));
    const history = withRecorded(noHistory, draft, added, null);
    const stored = { ...link, from: null, until: null, group: null, sign: null };
    const now = withEdits(
      draft,
      ['k8', 'k9'].map((id) => setField(['links', id], stored)),
    );
    expect(undo(history, now)).toMatchObject({
      kept: [],
      edits: [removeField(['links', 'k9']), removeField(['links', 'k8'])],
    });
    const renamed = withEdits(now, [setField(['links', 'k8', 'label'], 'B')]);
    expect(undo(history, renamed)?.kept).toHaveLength(1);
  });

  interface Desk {
    readonly draft: Draft;
    readonly history: DraftHistory;
  }

  const begun: Desk = { draft: makeDraft(), history: noHistory };

  const after = (
    { draft, history }: Desk,
    edits: readonly DraftEdit[],
    typedAt: number | null = null,
  ): Desk => ({
    draft: withEdits(draft, edits),
    history: withRecorded(history, draft, edits, typedAt),
  });

  function step(desk: Desk, way: typeof undo): Desk & { readonly kept: number } {
    const next = way(desk.history, desk.draft);
    if (next === null) return { ...desk, kept: 0 };
    return { draft: withEdits(desk.draft, next.edits), history: next.history, kept: next.kept.length };
  }

  const typed = (words: readonly string[], gap: number): Desk =>
    words.reduce((desk, word, at) => after(desk, [setField(['name'], word)], at * gap), begun);

  const another = (edits: readonly DraftEdit[], desk: Desk): Desk => ({
    ...desk,
    draft: withEdits(desk.draft, edits),
  });

  const text = fc.string({ maxLength: 4 });
  const linkId = fc.constantFrom('k1', 'k2', 'k9');
  type Act = (draft: Draft) => readonly DraftEdit[];
  const act: fc.Arbitrary<Act> = fc.oneof(
    fc
      .tuple(
        fc.constantFrom(['name'], ['bio'], ['look', 'accent'], ['tips', 'goal', 'title'], ['tips', 'note']),
        text,
      )
      .map(([path, value]): Act => () => [setField(path, value)]),
    fc.tuple(linkId, fc.constantFrom('label', 'url', 'group'), text).map(
      ([id, field, value]): Act =>
        ({ links }) =>
          Object.hasOwn(links, id) ? [setField(['links', id, field], value)] : [],
    ),
    linkId.map((id): Act => () => [removeField(['links', id])]),
    fc.tuple(linkId, text).map(([id, label]): Act => () => [setField(['links', id], makeLink({ label }))]),
    fc.tuple(linkId, fc.nat(5)).map(
      ([id, to]): Act =>
        (draft) =>
          moveEntry(draft, id, to),
    ),
    fc
      .tuple(fc.constantFrom('picture-a', 'picture-b'), fc.nat(1000))
      .map(([slot, at]): Act => () => [setField(['picture'], { slot, generation: `g${at}` })]),
    fc.constant<Act>(() => [setField(['picture'], null)]),
  );
  /** With pauses that do and do not begin a new step; null = an edit of its own. */
  const acts = fc.array(
    fc.record({ act, pause: fc.constantFrom(0, pauseMillis + 1), isTyped: fc.boolean() }),
    {
      maxLength: 30,
    },
  );

  function through(given: readonly { act: Act; pause: number; isTyped: boolean }[]): Desk {
    let now = 0;
    return given.reduce((desk, { act: edits, pause, isTyped }) => {
      now += pause;
      return after(desk, edits(desk.draft), isTyped ? now : null);
    }, begun);
  }

  const isPictureAct = ({ act: edits }: { act: Act }) =>
    edits(begun.draft).some(({ path }) => path[0] === 'picture');

  describe('undo', () => {
    test('after any edits returns the first draft, and redo the last', () => {
      fc.assert(
        fc.property(acts, (given) => {
          // An upload overwrites earlier ones; that has tests of its own.
          const end = through(given.filter((each) => !isPictureAct(each)));
          let desk: Desk = end;
          const steps = end.history.done.length;
          for (let count = 0; count < steps; count += 1) desk = step(desk, undo);
          expect(desk.draft).toEqual(begun.draft);
          expect(undo(desk.history, desk.draft)).toBeNull();
          for (let count = 0; count < steps; count += 1) desk = step(desk, redo);
          expect(desk.draft).toEqual(end.draft);
          expect(redo(desk.history, desk.draft)).toBeNull();
        }),
      );
    });

    test('after any edits and undos is taken back by redo', () => {
      fc.assert(
        fc.property(acts, fc.nat(10), (given, back) => {
          let desk = through(given);
          for (let count = 0; count < back; count += 1) desk = step(desk, undo);
          const before = desk.history.done.length;
          fc.pre(before > 0);
          const once = step(desk, undo);
          expect(once.kept).toBe(0);
          expect(step(once, redo).draft).toEqual(desk.draft);
          expect(step(once, redo).history.done).toHaveLength(before);
        }),
      );
    });

    test('brings back no upload whose bytes were overwritten', () => {
      fc.assert(
        fc.property(acts, (given) => {
          const newest = new Map<string, string>();
          let desk = begun;
          for (const { act: edits } of given) {
            const now = edits(desk.draft);
            desk = after(desk, now);
            for (const edit of now)
              if (edit.kind === 'set' && edit.path[0] === 'picture' && edit.value !== null) {
                const { slot, generation } = edit.value as { slot: string; generation: string };
                newest.set(slot, generation);
              }
          }
          while (undo(desk.history, desk.draft) !== null) {
            desk = step(desk, undo);
            const { picture } = desk.draft;
            const isOverwritten =
              picture !== null &&
              picture !== begun.draft.picture &&
              (newest.get(picture.slot) ?? picture.generation) !== picture.generation;
            expect(isOverwritten).toBe(false);
          }
        }),
      );
    });

    test('takes typing without a pause in one field back at once', () => {
      const desk = step(typed(['A', 'Ad', 'Ada'], pauseMillis), undo);
      expect(desk.draft).toEqual(begun.draft);
      expect(typed(['A', 'Ad'], pauseMillis + 1).history.done).toHaveLength(2);
    });

    test('has nothing to take back after typing that ended where it began', () => {
      expect(typed(['A', begun.draft.name], 10).history).toEqual(noHistory);
    });

    test('of another edit forgets what could be redone', () => {
      const undone = step(typed(['A', 'B'], 5000), undo);
      expect(undone.history.undone).toHaveLength(1);
      expect(after(undone, [setField(['bio'], 'New')]).history.undone).toEqual([]);
    });

    test('takes a discard back, with all its links', () => {
      const discard = [
        removeField(['links', 'k1']),
        setField(['links', 'k2'], makeLink()),
        setField(['bio'], ''),
      ];
      expect(step(after(begun, discard), undo).draft).toEqual(begun.draft);
    });
  });

  describe('after another tab’s edit', () => {
    test('undo leaves the field that it changed, takes back the others, and goes on with the step before', () => {
      const mine = after(after(begun, [setField(['bio'], 'Mine')]), [
        setField(['name'], 'Mine'),
        setField(['links', 'k1', 'label'], 'Mine'),
      ]);
      const desk = step(another([setField(['name'], 'Theirs')], mine), undo);
      expect(desk.kept).toBe(1);
      expect(desk.draft.name).toBe('Theirs');
      expect(desk.draft.links['k1']).toEqual(begun.draft.links['k1']);
      expect(step(desk, undo).draft.bio).toBe(begun.draft.bio);
      expect(step(desk, redo).draft).toEqual({ ...mine.draft, name: 'Theirs' });
    });

    test('undo keeps edits of other fields', () => {
      const mine = after(begun, [setField(['name'], 'Mine')]);
      const desk = step(another([setField(['bio'], 'Theirs')], mine), undo);
      expect(desk.draft).toEqual({ ...begun.draft, bio: 'Theirs' });
    });

    test('undo writes no field of a link that was removed, and does not bring the link back', () => {
      const mine = after(begun, [setField(['links', 'k1', 'label'], 'Mine')]);
      const desk = step(another([removeField(['links', 'k1'])], mine), undo);
      expect([desk.kept, desk.draft.links['k1']]).toEqual([1, undefined]);
    });

    test('undo does not remove a link that was edited since it was added', () => {
      const mine = after(begun, [setField(['links', 'k9'], makeLink())]);
      const desk = step(another([setField(['links', 'k9', 'label'], 'Theirs')], mine), undo);
      expect([desk.kept, desk.draft.links['k9']?.label]).toEqual([1, 'Theirs']);
    });
  });

  describe('an upload', () => {
    const picture = (slot: string, generation: string) => setField(['picture'], { slot, generation });

    test('that overwrote another takes its place in the history', () => {
      const desk = [picture('picture-a', '1'), picture('picture-b', '2'), picture('picture-b', '3')].reduce(
        (before, edit) => after(before, [edit]),
        begun,
      );
      const back = step(desk, undo);
      expect(back.draft.picture).toEqual({ slot: 'picture-a', generation: '1' });
      expect(step(back, redo).draft.picture).toEqual({ slot: 'picture-b', generation: '3' });
    });

    test('into the slot of a removed link leaves that link without a picture when it comes back', () => {
      const sign = (generation: string) => ({ kind: 'picture', slot: 'link-01', generation }) as const;
      const shown = after(begun, [setField(['links', 'k1', 'sign'], sign('1'))]);
      const removed = after(shown, [removeField(['links', 'k1'])]);
      const other = after(removed, [setField(['links', 'k2', 'sign'], sign('2'))]);
      const desk = step(step(other, undo), undo);
      expect(desk.draft.links['k1']).toEqual({ ...begun.draft.links['k1'], sign: null });
    });

    test('into the slot of a removed block leaves that block without a picture when it comes back', () => {
      const upload = (generation: string) => ({ slot: 'link-01', generation }) as const;
      const shown = after(begun, [
        setField(['blocks', 'p1'], { ...emptyBlock('picture'), picture: upload('1') }),
        setField(['blocks', 'p2'], emptyBlock('picture')),
      ]);
      const removed = after(shown, [removeField(['blocks', 'p1'])]);
      const other = after(removed, [setField(['blocks', 'p2', 'picture'], upload('2'))]);
      const desk = step(step(other, undo), undo);
      expect(desk.draft.blocks['p1']).toEqual(emptyBlock('picture'));
    });
  });
});
