import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { replyChangeMs } from '@busker/core/tip/tip-text';
import type { Tip } from '@busker/core/tip/tip';
import { adasBackend, showScreen } from '../../testing/fake-screen';
import { makeTip } from '../../testing/fakes';

// happy-dom has no layout, so every row has the default height.
Object.defineProperty(HTMLElement.prototype, 'offsetHeight', { configurable: true, get: () => 88 });

afterEach(cleanup);

function show(given: Partial<Tip> = {}) {
  const fake = adasBackend();
  fake.receive(
    makeTip({
      tipId: 'paid',
      fan: { name: 'Zoe', message: null, anonymous: false, country: null },
      ...given,
    }),
  );
  return { fake, ...showScreen('/money/tips?tip=paid', fake) };
}
const button = (name: string) => screen.findByRole('button', { name });
const stored = (fake: ReturnType<typeof adasBackend>) =>
  fake.allTips.value.find(({ tipId }) => tipId === 'paid')?.reply?.text;

// Holds dash-1273, dash-1294.
test('sends a sentence with the fan’s name by one press, once, and shows it', async () => {
  const { fake, user } = show();
  const send = await button('Send “Thank you, Zoe!”');
  fireEvent.click(send);
  fireEvent.click(send);
  expect(await screen.findByText('Thank you, Zoe!', { selector: 'blockquote > bdi' })).toBeDefined();
  expect([stored(fake), fake.timesAsked('reply')]).toEqual(['Thank you, Zoe!', 1]);
  await user.click(await button('Change'));
  await user.type(screen.getByLabelText('Your answer'), ' See you soon.');
  await user.click(await button('Save answer'));
  await vi.waitFor(() => expect(stored(fake)).toBe('Thank you, Zoe! See you soon.'));
});

test('keeps what was typed when the server does not answer, and sends it the next time', async () => {
  const { fake, user } = show();
  fake.failNext('reply', 'api/unreachable');
  await user.type(await screen.findByLabelText('Your answer'), 'Thanks!');
  await user.click(await button('Send answer'));
  expect((await screen.findByRole('alert')).textContent).toContain('The server cannot be reached');
  expect(screen.getByLabelText<HTMLTextAreaElement>('Your answer').value).toBe('Thanks!');
  await user.click(await button('Send answer'));
  await vi.waitFor(() => expect(stored(fake)).toBe('Thanks!'));
});

test('an answer can be changed within its hour, and the change can be cancelled', async () => {
  const { fake, user } = show({ reply: { text: 'Thanks!', at: Date.now() - replyChangeMs / 2 } });
  await user.click(await button('Change'));
  await user.type(screen.getByLabelText('Your answer'), ' Really.');
  await user.click(await button('Cancel'));
  expect(stored(fake)).toBe('Thanks!');
  await user.click(await button('Change'));
  await user.type(screen.getByLabelText('Your answer'), ' Really.');
  await user.click(await button('Save answer'));
  await vi.waitFor(() => expect(stored(fake)).toBe('Thanks! Really.'));
});

test('after an hour an answer can only be removed', async () => {
  const { fake, user } = show({ reply: { text: 'Thanks!', at: Date.now() - replyChangeMs } });
  await user.click(await button('Remove'));
  await vi.waitFor(() => expect(stored(fake)).toBeUndefined());
  expect(screen.queryByRole('button', { name: 'Change' })).toBeNull();
});

test('a tip that is not paid cannot be answered', async () => {
  show({ state: 'failed', contrib: { count: 0, gross: 0, refunded: 0, disputed: 0 } });
  await screen.findByText('What happened');
  expect(screen.queryByLabelText('Your answer')).toBeNull();
});

test('an answer above 500 characters is marked, and cannot be sent', async () => {
  const { user } = show();
  await user.click(await screen.findByLabelText('Your answer'));
  await user.paste('x'.repeat(501));
  expect(await screen.findByText('Use at most 500 characters.')).toBeDefined();
  expect((await button('Send answer')).hasAttribute('disabled')).toBe(true);
});

test('pressed twice, an answer is sent once, and its button is busy', async () => {
  const { fake, user } = show();
  fake.hold('reply');
  await user.type(await screen.findByLabelText('Your answer'), 'Thanks!');
  const send = await button('Send answer');
  fireEvent.click(send);
  fireEvent.click(send);
  await vi.waitFor(() => expect(send.getAttribute('data-loading')).toBe('true'));
  expect(fake.timesAsked('reply')).toBe(1);
});

test('an answer that was stored is shown although the server’s own answer was lost', async () => {
  const { fake, user } = show();
  fake.loseAnswer('reply');
  await user.type(await screen.findByLabelText('Your answer'), 'Thanks!');
  await user.click(await button('Send answer'));
  expect(await screen.findByText('Thanks!', { selector: 'blockquote > bdi' })).toBeDefined();
});
