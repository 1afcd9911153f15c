import { fakeOverlay } from '../../../core/testing/outbox-fakes';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { adasWorld, showApp } from '../../testing/fake-screen';
import { makeWebhook, makeDraft, makePayments, makeTip } from '../../testing/fakes';
import { de, en, es } from '../../testing/every-text';
import { destinations, panels } from '../../navigation/destinations';
import { chooseShortcuts, shortcuts } from './shortcuts';

beforeEach(() => chooseShortcuts(true));
afterEach(() => {
  cleanup();
  localStorage.clear();
});

const field = () => screen.findByRole('combobox', { name: 'What do you want to do?' });
/** The screen behind the palette has selections with options too. */
const palette = () => within(screen.getByRole('listbox'));
const option = async (name: RegExp | string) =>
  within(await screen.findByRole('listbox')).findByRole('option', { name });

/** The shell adds the keyboard listener. */
const ready = () => screen.findAllByRole('button', { name: 'Search and commands' });

async function opened(world = adasWorld(), address = '/books') {
  const app = showApp(address, world);
  await ready();
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
  await field();
  return { ...app, world };
}

describe('the palette', () => {
  test('opens a screen found by a few letters, with the keyboard alone', async () => {
    const { user, whereAmI } = await opened();
    await user.type(await field(), 'insi');
    await option(/Insights/);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(whereAmI()).toBe('/insights'));
    expect(screen.queryByRole('combobox', { name: 'What do you want to do?' })).toBeNull();
  });

  test('opens the parts of moderation for those who moderate, and for nobody else', async () => {
    const world = adasWorld();
    world.role = 'moderator';
    const { user, whereAmI } = await opened(world);
    await user.type(await field(), 'objections');
    await user.click(await option(/Objections/));
    await waitFor(() => expect(whereAmI()).toBe('/moderation?view=objections'));
    const other = await opened();
    await other.user.type(await field(), 'objections');
    expect(screen.queryByRole('option', { name: /Objections/ })).toBeNull();
  });

  test('opens with its button', async () => {
    const { user } = showApp('/books', adasWorld());
    const [button] = await screen.findAllByRole('button', { name: 'Search and commands' });
    if (button) await user.click(button);
    expect(await field()).toBeDefined();
  });

  test('announces the selected row to screen readers', async () => {
    const { user } = await opened();
    await user.type(await field(), 'tips{ArrowDown}');
    const input = await field();
    const selected = palette().getByRole('option', { selected: true });
    expect(palette().getAllByRole('option').indexOf(selected)).toBe(1);
    expect(selected.hasAttribute('data-selected')).toBe(true);
    expect(input.getAttribute('aria-activedescendant')).toBe(selected.id);
  });

  test('publishes from any screen', async () => {
    const world = adasWorld();
    world.serverDraft.set(makeDraft({ bio: 'New.' }));
    const { user } = await opened(world);
    await user.type(await field(), 'publish');
    await user.click(await option(/Publish/));
    expect(await screen.findByText('Published. Your card is up to date everywhere.')).toBeDefined();
    expect(world.published.value?.bio).toBe('New.');
  });

  test('opens the fields that prevent publishing', async () => {
    const world = adasWorld();
    world.serverDraft.set(makeDraft({ name: '' }));
    const { user, whereAmI } = await opened(world);
    await user.type(await field(), 'publish');
    await user.click(await option(/Publish/));
    await waitFor(() => expect(whereAmI()).toBe('/profile'));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Name')));
  });

  // Holds dash-035.
  test('asks before discarding', async () => {
    const world = adasWorld();
    world.serverDraft.set(makeDraft({ bio: 'New.' }));
    const { user } = await opened(world);
    await user.type(await field(), 'discard');
    await user.click(await option(/Discard/));
    const dialog = await screen.findByRole('dialog', { name: 'Discard all unpublished changes?' });
    expect(world.serverDraft.value?.bio).toBe('New.');
    await user.click(within(dialog).getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(world.serverDraft.value?.bio).toBe(makeDraft().bio));
  });

  // Holds dash-098.
  test('offers no impossible action', async () => {
    const { user } = await opened();
    await user.type(await field(), 'publish');
    await waitFor(() => expect(screen.queryByRole('option', { name: /^Publish/ })).toBeNull());
    expect(screen.queryByRole('option', { name: /^Discard/ })).toBeNull();
  });

  test('copies the embed code', async () => {
    const { user } = await opened();
    await user.type(await field(), 'copy');
    await user.click(await option(/Copy the embed code/));
    expect(await screen.findByText(/Embed code copied/)).toBeDefined();
    expect(await navigator.clipboard.readText()).toContain('<busker-card profile="ada"');
  });

  test('finds links and tips, and searches all tips for other words', async () => {
    const world = adasWorld();
    world.receive(makeTip({ tipId: 'tip-mary', fan: { ...makeTip().fan, name: 'Mary Somerville' } }));
    const { user, whereAmI } = await opened(world);
    await user.type(await field(), 'youtube');
    expect(await option(/YouTube/)).toBeDefined();
    await user.clear(await field());
    await user.type(await field(), 'somer');
    await user.click(await option(/from Mary Somerville/));
    await waitFor(() => expect(whereAmI()).toBe('/tips?tip=tip-mary'));
  });

  test('says that it lists only the newest tips, and opens the search of all tips with the typed words', async () => {
    const world = adasWorld();
    const fan = { ...makeTip().fan, name: 'Mary' };
    for (let count = 0; count < 60; count += 1) world.receive(makeTip({ tipId: `tip-${count}`, fan }));
    const { user, whereAmI } = await opened(world);
    await user.type(await field(), 'mary');
    const all = await option(/Search all tips for “mary”.*only your newest 50 tips/);
    await user.click(all);
    await waitFor(() => expect(whereAmI()).toBe('/tips?q=mary'));
    expect(await screen.findByLabelText('Search')).toHaveProperty('value', 'mary');
  });

  test('switches the language', async () => {
    const { user } = await opened();
    await user.type(await field(), 'deutsch');
    await user.click(await option(/Deutsch/));
    expect(await screen.findByRole('heading', { level: 1, name: de['books.title'] })).toBeDefined();
  });

  test('signs out', async () => {
    const { user, world } = await opened();
    await user.type(await field(), 'sign out');
    await user.click(await option('Sign out'));
    await waitFor(() => expect(world.session.value).toMatchObject({ kind: 'signed-out', reason: 'left' }));
  });
});

describe('shortcuts', () => {
  test.each(destinations)('g $key opens $to', async ({ to, key }) => {
    const { whereAmI } = showApp(to === '/books' ? '/embed' : '/books', adasWorld());
    await ready();
    fireEvent.keyDown(document.body, { key: 'g' });
    fireEvent.keyDown(document.body, { key });
    await waitFor(() => expect(whereAmI()).toBe(to));
  });

  test('/ opens the search of tips', async () => {
    const world = adasWorld();
    world.receive(makeTip());
    const { whereAmI } = showApp('/books', world);
    await ready();
    fireEvent.keyDown(document.body, { key: '/' });
    await waitFor(() => expect(whereAmI()).toBe('/tips'));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Search')));
  });

  // Holds dash-098.
  test('? shows all shortcuts and a switch that turns them off', async () => {
    const { user, whereAmI } = showApp('/books', adasWorld());
    await ready();
    fireEvent.keyDown(document.body, { key: '?' });
    const sheet = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    expect(within(sheet).getAllByRole('term')).toHaveLength(shortcuts.length);
    await user.click(within(sheet).getByRole('switch', { name: 'Single-key shortcuts' }));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    fireEvent.keyDown(document.body, { key: 'g' });
    fireEvent.keyDown(document.body, { key: 't' });
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
    expect(await field()).toBeDefined();
    expect(whereAmI()).toBe('/books');
  });

  // Holds dash-099.
  test('do nothing while the owner types', async () => {
    const { user, whereAmI } = showApp('/profile', adasWorld());
    const name = await screen.findByLabelText('Name');
    await user.type(name, 'g t ? /');
    expect(name).toHaveProperty('value', 'Ada Lovelaceg t ? /');
    expect(whereAmI()).toBe('/profile');
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('a panel’s address', () => {
  const places = Object.entries(panels).flatMap(([to, parts]) =>
    parts.map(([id, heading]) => ({ address: `${to}#${id}`, heading })),
  );

  // Holds dash-100.
  test.each(places)('$address scrolls to its heading', async ({ address, heading }) => {
    const world = adasWorld();
    world.payments.set(makePayments());
    // A webhook has every panel of Notifications.
    world.channels.put('hook', makeWebhook());
    world.overlay.own.set(fakeOverlay());
    showApp(address, world);
    await waitFor(() => expect(document.activeElement?.textContent).toBe(en[heading]));
  });

  test('of a link scrolls to its row', async () => {
    showApp('/profile#link-k3', adasWorld());
    await waitFor(() => expect(document.activeElement?.textContent).toContain('YouTube'));
  });
});

test.each([en, de, es])('the texts name every group and key', (texts) => {
  for (const { text } of shortcuts) expect(texts[text]).toBeTruthy();
});

vi.stubGlobal('open', vi.fn());
