import { emptyBlock } from '@busker/core/blocks/block';
import { emptyDraft } from '@busker/core/profile/draft';
import { cleanup, screen, waitFor, act, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { removeField, setField } from '../draft/draft-edit';
import type { FakeBackend } from '../testing/fake-backend';
import { adasBackend, showApp } from '../testing/fake-screen';
import { makeUser, makeRestriction } from '../testing/fakes';
import { inMemoryStore } from '../testing/in-memory-store';

describe('terms notice', () => {
  afterEach(cleanup);

  /** Ada signed up on 2 April 2026. */
  function backendWith(version: string | null, seen: string | null = null) {
    const fake = adasBackend();
    fake.terms = { version, seen };
    return fake;
  }

  const title = { name: 'New terms' };

  describe('a new version of the terms', () => {
    test('is announced with its date and a link, until the owner has seen it', async () => {
      const fake = backendWith('2026-11-01');
      const { user } = showApp('/money/books', fake);
      const notice = await screen.findByRole('status', title);
      expect(notice.textContent).toContain('November 1, 2026');
      const link = screen.getByRole('link', { name: 'Read the terms' });
      expect(link.getAttribute('href')).toBe('https://busker.example/legal/terms?lang=en');
      await user.click(screen.getByRole('button', { name: 'I have read them' }));
      await waitFor(() => expect(screen.queryByRole('status', title)).toBeNull());
      expect(fake.terms.seen).toBe('2026-11-01');
    });

    test('stays announced when it could not be stored', async () => {
      const fake = backendWith('2026-11-01', '2026-05-01');
      const { user } = showApp('/money/books', fake);
      fake.failNext('seeTerms', 'api/unreachable');
      await user.click(await screen.findByRole('button', { name: 'I have read them' }));
      expect(await screen.findByRole('alert')).toBeDefined();
      expect(screen.getByRole('status', title)).toBeDefined();
    });

    test.each([
      ['the owner has seen it', '2026-11-01', '2026-11-01'],
      ['the account is newer', '2026-01-01', null],
      ['the terms have no version', null, null],
    ])('is not announced when %s', async (_case, version, seen) => {
      const fake = backendWith(version, seen);
      showApp('/money/books', fake);
      await waitFor(() => expect(fake.timesAsked('terms')).toBe(1));
      expect(screen.queryByRole('status', title)).toBeNull();
    });

    test('is not announced to a guest', async () => {
      const fake = backendWith('2026-11-01');
      fake.signInAs(makeUser({ isGuest: true, email: null }));
      showApp('/money/books', fake);
      expect(await screen.findByRole('heading', { level: 1 })).toBeDefined();
      expect(fake.timesAsked('terms')).toBe(0);
    });
  });
});

afterEach(cleanup);

const suspendedBackend = () => {
  const fake = adasBackend();
  fake.restriction = makeRestriction({ state: 'suspended' });
  return fake;
};

test('an owner objects in the notice, and the notice says that the objection was sent', async () => {
  const fake = suspendedBackend();
  const { user } = showApp('/money/tips', fake);
  await user.click(await screen.findByRole('button', { name: 'Object' }));
  await user.type(await screen.findByLabelText('Why is the decision wrong?'), 'I am Ada.');
  await user.click(screen.getByRole('button', { name: 'Send the objection' }));
  await screen.findByText(/You objected on/);
  expect(fake.appeal.state).toBe('open');
  expect(screen.queryByRole('button', { name: 'Object' })).toBeNull();
});

test('the form shows a refusal, and keeps the typed text, also over a reload', async () => {
  const fake = suspendedBackend();
  fake.failNext('appeal', 'api/appeal-too-late');
  const { user } = showApp('/money/tips', fake);
  await user.click(await screen.findByRole('button', { name: 'Object' }));
  const field = await screen.findByLabelText('Why is the decision wrong?');
  await user.type(field, 'I am Ada.');
  await user.click(screen.getByRole('button', { name: 'Send the objection' }));
  expect((await screen.findByRole('alert')).textContent).toContain('The time for objections is over.');
  expect(field).toHaveProperty('value', 'I am Ada.');
  cleanup();
  const again = showApp('/money/tips', suspendedBackend());
  await again.user.click(await screen.findByRole('button', { name: 'Object' }));
  const kept = await screen.findByLabelText('Why is the decision wrong?');
  expect(kept).toHaveProperty('value', 'I am Ada.');
  sessionStorage.clear();
});

test('an owner reads the answer', async () => {
  const fake = suspendedBackend();
  fake.appeal = { state: 'upheld', madeAt: Date.UTC(2026, 10, 20), answer: 'It stands.' };
  showApp('/money/tips', fake);
  const answer = await screen.findByText('Your objection did not change the decision: It stands.');
  expect(answer.closest('section')?.textContent).toContain('Your page is suspended');
});

describe('lost fields', () => {
  afterEach(cleanup);

  /** Ada changes her name in this tab, and it is saved. */
  async function adaWrote(name: string) {
    const fake = adasBackend();
    const { user } = showApp('/page/profile', fake);
    const field = await screen.findByLabelText('Name');
    await user.clear(field);
    await user.type(field, name);
    await waitFor(() => expect(fake.serverDraft.value?.name).toBe(name));
    return { fake, user, field, otherTab: inMemoryStore(fake) };
  }

  test('the tab whose value was overwritten shows both values and restores its own', async () => {
    const { fake, user, field, otherTab } = await adaWrote('Ada King');
    await otherTab.editDraft([setField(['name'], 'Countess of Lovelace')]);
    const notice = await screen.findByRole('region', { name: 'Name was changed in another tab' });
    expect(notice.textContent).toContain('Ada King');
    expect(notice.textContent).toContain('Countess of Lovelace');
    expect(field).toHaveProperty('value', 'Countess of Lovelace');
    await user.click(within(notice).getByRole('button', { name: 'Restore mine' }));
    await waitFor(() => expect(fake.serverDraft.value?.name).toBe('Ada King'));
    expect(screen.queryByRole('region', { name: 'Name was changed in another tab' })).toBeNull();
  });

  test('keeping the other version closes the notice', async () => {
    const { fake, user, otherTab } = await adaWrote('Ada King');
    await otherTab.editDraft([setField(['name'], 'Countess')]);
    await user.click(await screen.findByRole('button', { name: 'Keep this version' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Restore mine' })).toBeNull());
    expect(fake.serverDraft.value?.name).toBe('Countess');
  });

  // Holds dash-048.
  test('a change of another field merges without a notice', async () => {
    const { fake, otherTab } = await adaWrote('Ada King');
    await otherTab.editDraft([setField(['bio'], 'Short.'), removeField(['links', 'k4'])]);
    await waitFor(() => expect(screen.getByLabelText('Bio')).toHaveProperty('value', 'Short.'));
    expect(screen.queryByRole('button', { name: 'Restore mine' })).toBeNull();
    expect(fake.serverDraft.value?.name).toBe('Ada King');
  });

  // Holds dash-034.
  test('a refused write stays in its field and is sent again', async () => {
    const { fake, user, field } = await adaWrote('Ada King');
    fake.failNext('editDraft', 'store/permission-denied');
    await user.type(field, ' II');
    const again = await screen.findByRole('button', { name: 'Try again' });
    expect(field).toHaveProperty('value', 'Ada King II');
    await user.click(again);
    await waitFor(() => expect(fake.serverDraft.value?.name).toBe('Ada King II'));
  });

  /** Ada edits her Instagram link, which another tab can remove. */
  async function adaOpensALink() {
    const fake = adasBackend();
    const { user } = showApp('/page/profile', fake);
    await user.click(await screen.findByRole('button', { name: /^Edit Instagram/ }));
    const label = screen.getByLabelText('Label');
    return { fake, user, label };
  }
  const linksOf = (fake: FakeBackend) => fake.serverDraft.value?.links ?? {};
  // Named as it was last saved, which depends on the machine's speed.
  const removed = { name: /^The link “Instagram.*” was removed in another tab$/ };

  // Holds dash-049.
  test('a link that another tab removed does not come back as an empty row, and a notice says so', async () => {
    const { fake, user, label } = await adaOpensALink();
    await user.type(label, ' two');
    await inMemoryStore(fake).editDraft([removeField(['links', 'k1'])]);
    const notice = await screen.findByRole('region', removed);
    expect(Object.keys(linksOf(fake))).toEqual(['k2', 'k3', 'k4']);
    expect(screen.queryByLabelText('Label')).toBeNull();
    await user.click(within(notice).getByRole('button', { name: 'Restore' }));
    await waitFor(() => expect(linksOf(fake)['k1']).toMatchObject({ label: 'Instagram two', order: 1 }));
    expect(screen.queryByRole('region', removed)).toBeNull();
  });

  test('only the offline edits of a link removed meanwhile are refused', async () => {
    const { fake, user, label } = await adaOpensALink();
    act(() => fake.online.set(false));
    await user.type(label, ' two');
    await user.type(screen.getByLabelText('Bio'), ' More.');
    await screen.findByText(/will be sent/);
    const draft = fake.serverDraft.value ?? emptyDraft;
    const { k1: _gone, ...links } = draft.links;
    act(() => fake.serverDraft.set({ ...draft, links, revision: draft.revision + 1 }));
    act(() => fake.online.set(true));
    await screen.findByRole('region', removed);
    await waitFor(() => expect(fake.serverDraft.value?.bio).toMatch(/ More\.$/));
    expect(Object.keys(linksOf(fake))).toEqual(['k2', 'k3', 'k4']);
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  test('a block without a title is called by its kind in the notice', async () => {
    const fake = adasBackend();
    const blocks = { b1: { ...emptyBlock('text'), order: 9, text: 'Soon' } };
    fake.serverDraft.set({ ...(fake.serverDraft.value ?? emptyDraft), blocks });
    const { user } = showApp('/page/profile', fake);
    await user.click(await screen.findByRole('button', { name: /^Edit Text/ }));
    await user.type(screen.getByLabelText('Text'), 'er');
    await inMemoryStore(fake).editDraft([removeField(['blocks', 'b1'])]);
    expect(
      await screen.findByRole('region', { name: 'Blocks: Text was removed in another tab' }),
    ).toBeTruthy();
  });

  // Holds dash-1370.
  test.each(['unsaved', 'saved', 'offline'] as const)(
    'a block that another tab removed keeps what was typed into it (%s), and a notice offers it',
    async (stage) => {
      const fake = adasBackend();
      const blocks = { b1: { ...emptyBlock('text'), order: 9, label: 'News', text: 'Soon' } };
      fake.serverDraft.set({ ...(fake.serverDraft.value ?? emptyDraft), blocks });
      const { user } = showApp('/page/profile', fake);
      await user.click(await screen.findByRole('button', { name: /^Edit News/ }));
      if (stage === 'offline') act(() => fake.online.set(false));
      await user.type(screen.getByLabelText('Text'), 'er');
      const stored = () => fake.serverDraft.value?.blocks ?? {};
      const isSaved = () => JSON.stringify(stored()).includes('Sooner');
      await vi.waitUntil(() => stage !== 'saved' || isSaved());
      if (stage === 'offline') await screen.findByText(/will be sent/);
      const draft = fake.serverDraft.value ?? emptyDraft;
      act(() => fake.serverDraft.set({ ...draft, blocks: {}, revision: draft.revision + 1 }));
      act(() => fake.online.set(true));
      const notice = await screen.findByRole('region', { name: 'Blocks: News was removed in another tab' });
      await waitFor(() => expect(screen.queryByLabelText('Text')).toBeNull());
      await user.click(within(notice).getByRole('button', { name: 'Restore' }));
      await waitFor(() => expect(stored()['b1']).toMatchObject({ ...blocks.b1, text: 'Sooner' }));
      expect(screen.queryByRole('region', { name: /removed in another tab/ })).toBeNull();
    },
  );
});
