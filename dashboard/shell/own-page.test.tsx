import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { fakeChannel, fakeChannels } from '../../core/testing/outbox-fakes';
import { adasWorld, showApp } from '../testing/fake-screen';

afterEach(() => {
  cleanup();
  Reflect.deleteProperty(navigator, 'share');
  vi.restoreAllMocks();
});

const sidebar = () => within(screen.getAllByRole('banner')[0] ?? document.body);
async function viewLink(): Promise<HTMLElement> {
  await screen.findAllByRole('banner');
  return sidebar().findByRole('link', { name: 'View my page' });
}

// Holds dash-110.
test.each(['/profile', '/tips', '/payments', '/account'])(
  'the frame links to the published page, in a new tab, on %s',
  async (address) => {
    showApp(address, adasWorld());
    await screen.findByRole('heading', { level: 1 });
    const link = await viewLink();
    expect(link.getAttribute('href')).toMatch(/\/@ada$/);
    expect(link.getAttribute('target')).toBe('_blank');
  },
);

test('an owner who has never published gets no link to a page that does not exist', async () => {
  const world = adasWorld();
  world.published.set(null);
  showApp('/profile', world);
  await screen.findByText('Not published yet');
  expect(screen.queryByRole('link', { name: 'View my page' })).toBeNull();
});

test('copies the address, and says so', async () => {
  const { user } = showApp('/books', adasWorld());
  await viewLink();
  await user.click(sidebar().getByRole('button', { name: 'Copy address' }));
  await sidebar().findByRole('button', { name: 'Address copied' });
  expect(await navigator.clipboard.readText()).toMatch(/\/@ada$/);
});

test('shows the address when the browser refuses to copy', async () => {
  const { user } = showApp('/books', adasWorld());
  await viewLink();
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('refused'));
  await user.click(sidebar().getByRole('button', { name: 'Copy address' }));
  expect((await sidebar().findByRole('alert')).textContent).toMatch(/Copy it yourself: .*\/@ada$/);
});

test('offers the share sheet only where the browser has one', async () => {
  const { user } = showApp('/books', adasWorld());
  await viewLink();
  expect(sidebar().queryByRole('button', { name: 'Share' })).toBeNull();
  const share = vi.fn<() => Promise<void>>(async () => {});
  Object.defineProperty(navigator, 'share', { value: share, configurable: true });
  showApp('/books', adasWorld());
  await viewLink();
  await user.click(sidebar().getByRole('button', { name: 'Share' }));
  expect(share).toHaveBeenCalledWith({ url: expect.stringMatching(/\/@ada$/) as string });
});

test('after publishing, the message has the address as a link, to copy and to share', async () => {
  const world = adasWorld();
  world.published.set(null);
  const { user } = showApp('/profile', world);
  await user.click(await screen.findByRole('button', { name: 'Publish' }));
  const note = (await screen.findByText(/You are live at/)).parentElement ?? document.body;
  expect(within(note).getByRole('link').getAttribute('href')).toMatch(/\/@ada$/);
  within(note).getByRole('button', { name: 'Copy address' });
});

test('after the first publication, the message says that mails are on, and where to change that', async () => {
  const world = adasWorld();
  world.published.set(null);
  world.channels.stored.set(fakeChannels({ mail: fakeChannel({ kind: 'mail', state: 'on' }) }));
  const { user } = showApp('/profile', world);
  await user.click(await screen.findByRole('button', { name: 'Publish' }));
  const note = (await screen.findByText(/You are live at/)).parentElement?.textContent;
  expect(note).toContain('You get an email when somebody tips you. You can change that under Notifications.');
});

test('after the first publication without a mail channel, the message says nothing of mails', async () => {
  const world = adasWorld();
  world.published.set(null);
  const { user } = showApp('/profile', world);
  await user.click(await screen.findByRole('button', { name: 'Publish' }));
  await screen.findByText(/You are live at/);
  expect(screen.queryByText(/You get an email/)).toBeNull();
});
