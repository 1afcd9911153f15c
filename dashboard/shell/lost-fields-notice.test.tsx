import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, afterEach, expect, test, vi } from 'vitest';
import { emptyBlock } from '@busker/core/blocks/block';
import { emptyDraft } from '@busker/core/profile/draft';
import { removeField, setField } from '../draft/draft-edit';
import { inMemoryStore } from '../testing/in-memory-store';
import type { FakeBackend } from '../testing/fake-backend';
import { adasBackend, showApp } from '../testing/fake-screen';

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
