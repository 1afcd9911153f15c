import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import type { Draft } from '@busker/core/profile/draft';
import type { DraftEdit } from '../data/backend';
import type { FakeBackend } from '../testing/fake-backend';
import { adasBackend, connect, restoreConnection, showApp } from '../testing/fake-screen';
import { makeDraft, makeLink, makeUser } from '../testing/fakes';
import { fakeLeaving } from '../testing/in-memory-money';
import { removeField, setField, withEdits } from './draft-edit';
import {
  afterView,
  nothingOwn,
  sortUnsent,
  stillLost,
  withOwn,
  withoutWritten,
  UnsentKeeper,
  type PlaceOfUnsent,
} from './unsent-edits';

const keptHere = () =>
  [localStorage, sessionStorage]
    .flatMap((place) => Object.keys(place))
    .filter((key) => key.includes('unsent'));

describe('unsent edits', () => {
  afterEach(() => {
    cleanup();
    restoreConnection();
    localStorage.clear();
  });

  /** A browser whose store has its copy in memory. */
  function forgetfulBackend() {
    const fake = adasBackend();
    fake.copy = 'memory';
    return fake;
  }

  /** A browser whose store has a lasting copy, and a page that is left before an edit is in it. */
  function slowBackend() {
    const fake = adasBackend();
    fake.hold('storeEdit');
    return fake;
  }

  const asGone = () => act(() => void window.dispatchEvent(new Event('pagehide')));

  /** Types a name without a connection, and leaves the page before anything is sent. */
  async function leaveUnsent(fake = forgetfulBackend()) {
    connect(false);
    act(() => fake.online.set(false));
    showApp('/page/profile', fake);
    const name = await screen.findByLabelText('Name');
    fireEvent.change(name, { target: { value: 'Ada Lovelace King' } });
    asGone();
    cleanup();
    expect(fake.serverDraft.value?.name).toBe('Ada Lovelace');
    connect(true);
  }

  // Holds dash-180.
  test.each([
    ['a store that has its copy in memory', forgetfulBackend],
    ['a lasting copy that did not have it yet', slowBackend],
  ])('sends an edit at the next load that was not sent when the page was left: %s', async (_what, left) => {
    await leaveUnsent(left());
    const fake = adasBackend();
    showApp('/page/profile', fake);
    await waitFor(() => expect(fake.serverDraft.value?.name).toBe('Ada Lovelace King'));
    expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Ada Lovelace King');
    await waitFor(() => expect(keptHere()).toEqual([]));
  });

  test('keeps nothing more once a lasting copy has the edit, also without a connection', async () => {
    await leaveUnsent(adasBackend());
    expect(keptHere()).toEqual([]);
  });

  // Holds dash-181.
  test('leaves a field alone that was changed elsewhere meanwhile, and lets the owner choose', async () => {
    await leaveUnsent();
    const fake = forgetfulBackend();
    fake.serverDraft.set(makeDraft({ name: 'Countess of Lovelace', revision: 9 }));
    const { user } = showApp('/page/profile', fake);
    expect(
      await screen.findByRole('region', { name: 'Name was changed elsewhere before your edit was sent' }),
    ).toBeTruthy();
    expect(fake.serverDraft.value?.name).toBe('Countess of Lovelace');
    await user.click(screen.getByRole('button', { name: 'Restore mine' }));
    await waitFor(() => expect(fake.serverDraft.value?.name).toBe('Ada Lovelace King'));
  });

  test('keeps nothing of an owner who signs out', async () => {
    await leaveUnsent();
    const fake = forgetfulBackend();
    act(() => fake.online.set(false));
    connect(false);
    showApp('/page/profile', fake);
    await screen.findByLabelText('Name');
    expect(keptHere()).toHaveLength(1);
    act(() => fake.session.set({ kind: 'signed-out', reason: 'left' }));
    await waitFor(() => expect(keptHere()).toEqual([]));
  });

  const base = makeDraft();
  const name = setField(['name'], 'Ada King');

  test.each([
    ['sends what nobody else changed', name, base, [name], []],
    ['sends nothing that the draft already says', name, makeDraft({ name: 'Ada King' }), [], []],
    ['refuses what was changed elsewhere', name, makeDraft({ name: 'Countess' }), [], [['name']]],
    [
      'refuses a field of a link that was removed elsewhere, and offers the link',
      setField(['links', 'k1', 'label'], 'Photos'),
      makeDraft({ links: {} }),
      [],
      [['links', 'k1']],
    ],
    [
      'forgets the position of a removed link',
      setField(['links', 'k1', 'order'], 9),
      makeDraft({ links: {} }),
      [],
      [],
    ],
    [
      'sends a position that was also changed elsewhere',
      setField(['links', 'k1', 'order'], 9),
      makeDraft({ links: { k1: makeLink({ order: 4 }) } }),
      [setField(['links', 'k1', 'order'], 9)],
      [],
    ],
    [
      'sends an added link',
      setField(['links', 'new'], makeLink()),
      base,
      [setField(['links', 'new'], makeLink())],
      [],
    ],
  ])('%s', (_title, edit, now, send, refused) => {
    const sorted = sortUnsent({ edits: [edit], base }, now);
    expect(sorted.send).toEqual(send);
    expect(sorted.refused.map(({ path }) => path)).toEqual(refused);
  });

  test('offers a removed link with all that was typed into it', () => {
    const edits = [setField(['links', 'k1', 'label'], 'Photos'), setField(['links', 'k1', 'on'], false)];
    const { refused } = sortUnsent({ edits, base }, makeDraft({ links: {} }));
    expect(refused.map(({ restore }) => restore)).toEqual([
      setField(['links', 'k1'], makeLink({ label: 'Photos', on: false })),
    ]);
  });

  /** The locks of a browser: `held` are those of pages that still live. */
  function place(held: Set<string>): () => PlaceOfUnsent {
    const request = async (
      lock: string,
      options: LockOptions | LockGrantedCallback<unknown>,
      work?: LockGrantedCallback<unknown>,
    ) => {
      if (work) return work(held.has(lock) ? null : { name: lock, mode: 'exclusive' });
      held.add(lock);
      if (typeof options === 'function') await options({ name: lock, mode: 'exclusive' });
      held.delete(lock);
      return undefined;
    };
    return () => ({ storage: localStorage, locks: { request: request as LockManager['request'] } });
  }

  test('leaves the edits of another tab alone until that tab is gone', async () => {
    const browser = place(new Set());
    const [here, there] = [new UnsentKeeper('uid-ada', browser), new UnsentKeeper('uid-ada', browser)];
    const release = there.hold();
    there.keep({ edits: [name], base });
    expect(await here.found()).toEqual([]);
    release();
    await Promise.resolve();
    const found = await here.found();
    expect(found.map(({ edits }) => edits)).toEqual([[name]]);
    for (const { taken } of found) taken();
    expect(await here.found()).toEqual([]);
  });

  test('gives nothing to another owner, and ignores an entry that it cannot read', async () => {
    new UnsentKeeper('uid-ada').keep({ edits: [name], base });
    localStorage.setItem('busker-unsent uid-grace x', '{"edits":[{"kind":"set"}]}');
    localStorage.setItem('busker-unsent uid-grace y', 'not JSON');
    expect(await new UnsentKeeper('uid-grace').found()).toEqual([]);
  });
});

describe('lost fields', () => {
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
      const { lost, now } = lossesOf(
        setField(['links', 'k1', 'label'], 'Insta'),
        removeField(['links', 'k1']),
      );
      expect(lost).toMatchObject([
        { path: ['links', 'k1'], mine: 'Insta', theirs: undefined, entry: 'Insta' },
      ]);
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
});

describe('kept edits', () => {
  afterEach(() => {
    cleanup();
    localStorage.clear();
  });

  type User = ReturnType<typeof showApp>['user'];

  async function signInAgain(user: User, email = 'ada@example.com') {
    await user.type(await screen.findByLabelText('Email'), email);
    await user.type(screen.getByLabelText('Password'), 'busker-demo');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
  }

  /** The last letters have not reached the store when the session ends. */
  async function endsWhileTyping(fake: FakeBackend, reason: 'user-token-expired' | 'left') {
    const app = showApp('/page/profile', fake);
    const name = await screen.findByLabelText('Name');
    // In one event, so that even a slow machine does not store it halfway.
    act(() => {
      fireEvent.change(name, { target: { value: 'Ada Lovelace King' } });
      fake.session.set({ kind: 'signed-out', reason });
    });
    return app;
  }

  // Holds dash-050.
  test('keeps an edit when the session expires, and sends it after the owner signs in again', async () => {
    const fake = adasBackend();
    const { user, whereAmI } = await endsWhileTyping(fake, 'user-token-expired');
    await waitFor(() => expect(whereAmI()).toBe('/sign-in?next=%2Fpage%2Fprofile'));
    // A reload of the sign-in screen takes nothing either.
    expect(keptHere()).toHaveLength(1);
    await signInAgain(user);
    await waitFor(() => expect(screen.queryByLabelText('Name')).toHaveProperty('value', 'Ada Lovelace King'));
    await waitFor(() => expect(fake.serverDraft.value?.name).toBe('Ada Lovelace King'));
  });

  test('does not give an edit to another person who signs in, but still to its owner', async () => {
    const fake = adasBackend();
    const { whereAmI } = await endsWhileTyping(fake, 'user-token-expired');
    await waitFor(() => expect(whereAmI()).toContain('/sign-in'));
    const before = fake.serverDraft.value?.name;
    expect(before).toBe('Ada Lovelace');
    fake.signInAs(makeUser({ uid: 'uid-grace', email: 'grace@example.com' }));
    expect(await screen.findByLabelText('Name')).toHaveProperty('value', before);
    act(() => fake.signInAs(makeUser()));
    await waitFor(() => expect(screen.queryByLabelText('Name')).toHaveProperty('value', 'Ada Lovelace King'));
  });

  // Holds dash-031.
  test('keeps nothing when the owner signs out', async () => {
    const fake = adasBackend();
    sessionStorage.setItem('busker-unsent uid-ada answer t1', 'Not sent yet.');
    const { whereAmI } = await endsWhileTyping(fake, 'left');
    await waitFor(() => expect(whereAmI()).toBe('/sign-in'));
    const before = fake.serverDraft.value?.name;
    expect(before).toBe('Ada Lovelace');
    expect(keptHere()).toEqual([]);
    fake.signInAs(makeUser());
    expect(await screen.findByLabelText('Name')).toHaveProperty('value', before);
  });

  test('keeps nothing of a deleted account, whose screens were gone before its end', async () => {
    const fake = adasBackend();
    sessionStorage.setItem('busker-unsent uid-ada objection', 'Not sent yet.');
    localStorage.setItem('busker-unsent uid-grace page', 'Of another owner.');
    fake.leaving.set(fakeLeaving({ name: 'running', step: 'books', done: 1, total: 2 }));
    showApp('/page/profile', fake);
    await screen.findByRole('heading', { name: 'Your account is being deleted' });
    act(() => fake.leaving.set(fakeLeaving({ name: 'done' })));
    await screen.findByText(/Your account has been deleted/);
    expect(keptHere()).toEqual(['busker-unsent uid-grace page']);
  });
});
