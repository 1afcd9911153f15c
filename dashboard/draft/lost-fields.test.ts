import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Draft } from '../../core/profile/draft';
import type { DraftEdit } from '../data/backend';
import { makeDraft, makeLink } from '../testing/fakes';
import { removeField, setField, withEdits } from './draft-edit';
import { afterView, nothingOwn, stillLost, withOwn, withoutWritten } from './lost-fields';

const written = (draft: Draft, ...edits: DraftEdit[]): Draft => ({
  ...withEdits(draft, edits),
  revision: draft.revision + 1,
});

/** This tab writes, the store shows it, then another tab writes. */
function lossesOf(mine: DraftEdit, theirs: DraftEdit, start = makeDraft()) {
  const own = withOwn(nothingOwn, [mine]);
  const shown = written(start, mine);
  const first = afterView(own, start, shown);
  const now = written(shown, theirs);
  return { first: first.lost, lost: afterView(first.own, shown, now).lost, now };
}

describe('a field that another tab overwrote', () => {
  test('is reported with both values, and can be restored', () => {
    const { first, lost, now } = lossesOf(setField(['name'], 'Ada K.'), setField(['name'], 'Countess'));
    expect(first).toEqual([]);
    expect(lost).toMatchObject([{ path: ['name'], mine: 'Ada K.', theirs: 'Countess' }]);
    const [field] = lost;
    if (!field) throw new Error('Nothing was lost');
    expect(withEdits(now, [field.restore]).name).toBe('Ada K.');
  });

  test('is not reported until the store has shown this tab’s value: typed text wins', () => {
    const own = withOwn(nothingOwn, [setField(['name'], 'Ad')]);
    const start = makeDraft();
    expect(afterView(own, start, written(start, setField(['name'], 'Countess'))).lost).toEqual([]);
  });

  test('is not reported when this tab’s write was refused and the revision fell', () => {
    const start = makeDraft();
    const own = withOwn(nothingOwn, [setField(['name'], 'Ada K.')]);
    const shown = written(start, setField(['name'], 'Ada K.'));
    const after = afterView(own, start, shown);
    expect(afterView(after.own, shown, start).lost).toEqual([]);
  });

  test('names a removed link, and restores all of it', () => {
    const { lost, now } = lossesOf(setField(['links', 'k1', 'label'], 'Insta'), removeField(['links', 'k1']));
    expect(lost).toMatchObject([{ path: ['links', 'k1'], mine: 'Insta', theirs: undefined, link: 'Insta' }]);
    const [field] = lost;
    if (!field) throw new Error('Nothing was lost');
    expect(withEdits(now, [field.restore]).links['k1']).toEqual(makeLink({ label: 'Insta' }));
  });

  test('restores a removed link with what was typed into it offline', () => {
    const start = makeDraft();
    const added = setField(['links', 'k1'], makeLink());
    const shown = written(start, added);
    const first = afterView(withOwn(nothingOwn, [added]), start, shown);
    const typed = withOwn(first.own, [setField(['links', 'k1', 'label'], 'My pictures')]);
    const now = written(shown, removeField(['links', 'k1']));
    const [field] = afterView(typed, shown, now).lost;
    if (!field) throw new Error('Nothing was lost');
    expect(field.mine).toBe('My pictures');
    expect(withEdits(now, [field.restore]).links['k1']).toEqual(makeLink({ label: 'My pictures' }));
  });

  test('of a link that this tab added is reported alone', () => {
    const { lost } = lossesOf(
      setField(['links', 'k9'], makeLink()),
      setField(['links', 'k9', 'label'], 'Shop'),
    );
    expect(lost).toMatchObject([{ path: ['links', 'k9', 'label'], mine: 'Instagram', theirs: 'Shop' }]);
  });

  test('is not reported for a position in the list, or for another field', () => {
    expect(
      lossesOf(setField(['links', 'k1', 'order'], 9), setField(['links', 'k1', 'order'], 4)).lost,
    ).toEqual([]);
    expect(lossesOf(setField(['name'], 'A'), setField(['bio'], 'B')).lost).toEqual([]);
    expect(lossesOf(removeField(['links', 'k1']), setField(['links', 'k1'], makeLink())).lost).toEqual([]);
  });

  test('is no longer reported after it is edited here, or has its value again', () => {
    const { lost, now } = lossesOf(setField(['name'], 'Ada K.'), setField(['name'], 'Countess'));
    expect(stillLost(lost, now)).toEqual(lost);
    expect(stillLost(lost, written(now, setField(['name'], 'Ada K.')))).toEqual([]);
    expect(withoutWritten(lost, [setField(['name'], 'Third')])).toEqual([]);
    expect(withoutWritten(lost, [setField(['bio'], 'Third')])).toEqual(lost);
  });

  test('is reported if and only if its value differs, whatever the tabs write', () => {
    const edit = fc
      .tuple(fc.constantFrom('name', 'bio', 'handle'), fc.constantFrom('a', 'b', 'c'))
      .map(([field, value]) => setField([field], value));
    fc.assert(
      fc.property(edit, fc.array(edit, { maxLength: 6 }), (mine, others) => {
        let draft = written(makeDraft(), mine);
        let { own } = afterView(withOwn(nothingOwn, [mine]), makeDraft(), draft);
        let lost: readonly { path: readonly string[] }[] = [];
        for (const theirs of others) {
          const now = written(draft, theirs);
          const next = afterView(own, draft, now);
          own = next.own;
          lost = stillLost([...lost, ...next.lost] as typeof next.lost, now);
          draft = now;
        }
        const gone = withEdits(draft, [mine])[mine.path[0] as 'name'] !== draft[mine.path[0] as 'name'];
        expect(lost.map(({ path }) => path)).toEqual(gone ? [mine.path] : []);
      }),
    );
  });
});
