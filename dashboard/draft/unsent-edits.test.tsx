import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { connect, adasWorld, restoreConnection, showApp } from '../testing/fake-screen';
import { makeDraft, makeLink } from '../testing/fakes';
import { setField } from './draft-edit';
import { sortUnsent, UnsentKeeper, type PlaceOfUnsent } from './unsent-edits';

afterEach(() => {
  cleanup();
  restoreConnection();
  localStorage.clear();
});

/** A browser whose store has its copy in memory. */
function forgetfulWorld() {
  const world = adasWorld();
  world.copy = 'memory';
  return world;
}

const asGone = () => act(() => void window.dispatchEvent(new Event('pagehide')));

/** Types a name without a connection, and leaves the page before anything is sent. */
async function leaveUnsent(world = forgetfulWorld()) {
  connect(false);
  act(() => world.online.set(false));
  showApp('/profile', world);
  const name = await screen.findByLabelText('Name');
  fireEvent.change(name, { target: { value: 'Ada Lovelace King' } });
  asGone();
  cleanup();
  expect(world.serverDraft.value?.name).toBe('Ada Lovelace');
  connect(true);
}

// Holds dash-180.
test('sends an edit at the next load that was not sent when the page was left', async () => {
  await leaveUnsent();
  const world = forgetfulWorld();
  showApp('/profile', world);
  await waitFor(() => expect(world.serverDraft.value?.name).toBe('Ada Lovelace King'));
  expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Ada Lovelace King');
  await waitFor(() => expect(Object.keys(localStorage).filter((key) => key.includes('unsent'))).toEqual([]));
});

test('keeps nothing beside a store that keeps unsent edits itself', async () => {
  await leaveUnsent(adasWorld());
  expect(Object.keys(localStorage).filter((key) => key.includes('unsent'))).toEqual([]);
});

// Holds dash-181.
test('leaves a field alone that was changed elsewhere meanwhile, and lets the owner choose', async () => {
  await leaveUnsent();
  const world = forgetfulWorld();
  world.serverDraft.set(makeDraft({ name: 'Countess of Lovelace', revision: 9 }));
  const { user } = showApp('/profile', world);
  expect(
    await screen.findByRole('region', { name: 'Name was changed elsewhere before your edit was sent' }),
  ).toBeTruthy();
  expect(world.serverDraft.value?.name).toBe('Countess of Lovelace');
  await user.click(screen.getByRole('button', { name: 'Restore mine' }));
  await waitFor(() => expect(world.serverDraft.value?.name).toBe('Ada Lovelace King'));
});

test('keeps nothing of an owner who signs out', async () => {
  await leaveUnsent();
  const world = forgetfulWorld();
  act(() => world.online.set(false));
  connect(false);
  showApp('/profile', world);
  await screen.findByLabelText('Name');
  expect(Object.keys(localStorage).some((key) => key.includes('unsent'))).toBe(true);
  act(() => world.session.set({ kind: 'signed-out', reason: 'left' }));
  await waitFor(() => expect(Object.keys(localStorage).filter((key) => key.includes('unsent'))).toEqual([]));
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
