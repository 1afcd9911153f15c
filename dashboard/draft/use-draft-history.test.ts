import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Draft } from '../../core/profile/draft';
import type { DraftEdit } from '../data/backend';
import { makeDraft, makeLink } from '../testing/fakes';
import { removeField, setField, withEdits } from './draft-edit';
import { moveLink } from '../features/profile/link-edits';
import { noHistory, pauseMillis, redo, undo, withRecorded, type DraftHistory } from './use-draft-history';

describe('draft history', () => {
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
        ({ links }) =>
          moveLink(links, id, to),
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
  });
});
