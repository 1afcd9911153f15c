import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { ThanksAnswer } from '@busker/core/dashboard-api/owner-api';
import type { Tip } from '@busker/core/tip/tip';
import { adasBackend, showScreen } from '../../testing/fake-screen';
import { makeTip } from '../../testing/fakes';
import { withAnswers } from './thank-many';

// happy-dom has no layout, so every row has the default height.
Object.defineProperty(HTMLElement.prototype, 'offsetHeight', { configurable: true, get: () => 88 });

afterEach(cleanup);

const fan = (name: string | null): Tip['fan'] => ({ name, message: null, anonymous: false, country: null });
const answered = { text: 'Thanks!', at: 0 };

function show(address = '/money/tips') {
  const fake = adasBackend();
  fake.receive(makeTip({ tipId: 'zoe', fan: fan('Zoe') }));
  fake.receive(makeTip({ tipId: 'nobody', fan: fan(null) }));
  fake.receive(makeTip({ tipId: 'mary', fan: fan('Mary'), reply: answered }));
  return { fake, ...showScreen(address, fake) };
}
const button = (name: string) => screen.findByRole('button', { name });
const tick = (name: RegExp) => screen.findByRole<HTMLInputElement>('checkbox', { name });
const replies = (fake: ReturnType<typeof adasBackend>) =>
  Object.fromEntries(fake.allTips.value.map(({ tipId, reply }) => [tipId, reply?.text ?? null]));

async function choosing(address?: string) {
  const shown = show(address);
  await shown.user.click(await button('Thank many'));
  return shown;
}

// Holds dash-985.
test('an owner ticks tips, sees what the first three read and who is told, and sends it once', async () => {
  const { fake, user } = await choosing();
  fake.waitingFans = 1;
  await user.click(await tick(/Zoe/));
  await user.click(await tick(/Someone/));
  expect(await screen.findByText('2 tips chosen')).toBeDefined();
  await user.click(await button('Write…'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Thank many' }));
  const field = dialog.getByLabelText<HTMLTextAreaElement>('Your answer');
  expect(field.value).toBe('Thank you, {name}!');
  await user.click(dialog.getByRole('button', { name: 'Insert the amount' }));
  // A closed dialog loses no word.
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await user.click(await button('Write…'));
  await user.click(await button('See who is told'));
  expect(await dialog.findByText('2 fans read it on their receipts.')).toBeDefined();
  expect(
    dialog.getByText(/^1 of them asked to be told and gets a notification. 1 is not told/),
  ).toBeDefined();
  expect(dialog.getByText('Thank you, Zoe!$5.00', { selector: 'blockquote > bdi' })).toBeDefined();
  expect(dialog.getByText('Thank you, friend!$5.00', { selector: 'blockquote > bdi' })).toBeDefined();
  expect(replies(fake)).toEqual({ zoe: null, nobody: null, mary: 'Thanks!' });
  const send = dialog.getByRole('button', { name: 'Send to 2 fans' });
  fireEvent.click(send);
  fireEvent.click(send);
  expect(await dialog.findByText('2 fans can read your answer now.')).toBeDefined();
  expect(fake.timesAsked('thank')).toBe(2);
  await user.click(dialog.getByRole('button', { name: 'Done' }));
  expect(replies(fake)).toEqual({
    zoe: 'Thank you, Zoe!$5.00',
    nobody: 'Thank you, friend!$5.00',
    mary: 'Thanks!',
  });
  expect(screen.queryByRole('group', { name: 'Thank many' })).toBeNull();
  expect(await screen.findAllByText('Answered')).toHaveLength(3);
});

test.each([
  ['/money/tips', '2 tips chosen'],
  ['/money/tips?q=zoe', '1 tip chosen'],
])(
  'all that the list shows at %s are chosen in one press, without those that have an answer',
  async (at, said) => {
    const { user } = await choosing(at);
    await user.click(await button('Choose all shown'));
    expect(await screen.findByText(said)).toBeDefined();
    expect((await tick(/Zoe/)).checked).toBe(true);
  },
);

test('a tip that is not paid cannot be chosen, nor one whose answer is older than an hour', async () => {
  const { fake } = await choosing('/money/tips?state=all');
  fake.receive(
    makeTip({
      tipId: 'failed',
      fan: fan('Charles'),
      state: 'failed',
      contrib: { count: 0, gross: 0, refunded: 0, disputed: 0 },
    }),
  );
  expect((await tick(/Charles/)).disabled).toBe(true);
  expect((await tick(/Mary/)).disabled).toBe(true);
  expect((await tick(/Zoe/)).disabled).toBe(false);
});

test('what was typed stays when the server does not answer, and the next press sends it', async () => {
  const { fake, user } = await choosing();
  await user.click(await tick(/Zoe/));
  await user.click(await button('Write…'));
  await user.click(await button('See who is told'));
  fake.failNext('thank', 'api/unreachable');
  await user.click(await button('Send to 1 fan'));
  expect((await screen.findByRole('alert')).textContent).toContain('The server cannot be reached');
  await user.click(await button('Back'));
  expect(screen.getByLabelText<HTMLTextAreaElement>('Your answer').value).toBe('Thank you, {name}!');
  await user.click(await button('See who is told'));
  await user.click(await button('Send to 1 fan'));
  expect(await screen.findByText('1 fan can read your answer now.')).toBeDefined();
});

// Holds dash-986.
test('an answer that is lost on its way is asked for again by the next press, and the fan has one answer', async () => {
  const { fake, user } = await choosing();
  const revOf = () => fake.allTips.value.find(({ tipId }) => tipId === 'zoe')?.rev;
  const rev = revOf() ?? 0;
  await user.click(await tick(/Zoe/));
  await user.click(await button('Write…'));
  await user.click(await button('See who is told'));
  await button('Send to 1 fan');
  fake.loseAnswer('thank');
  await user.click(await button('Send to 1 fan'));
  expect((await screen.findByRole('alert')).textContent).toContain('took too long');
  await user.click(await button('Send to 1 fan'));
  expect(await screen.findByText('1 fan can read your answer now.')).toBeDefined();
  expect(revOf()).toBe(rev + 1);
});

// Holds dash-986.
test('asks on how far the sending is when an answer about it is lost', async () => {
  const { fake, user } = await choosing();
  await user.click(await tick(/Zoe/));
  await user.click(await button('Write…'));
  await user.click(await button('See who is told'));
  const send = await button('Send to 1 fan');
  const left = { answered: 0, late: 0, unpaid: 0, gone: 0 };
  const taken: ThanksAnswer = {
    state: 'sending',
    told: 1,
    done: 0,
    notified: 0,
    mailed: 0,
    unnoticed: 1,
    left,
    samples: [],
  };
  vi.spyOn(fake.thanked, 'get').mockReturnValueOnce(taken);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  try {
    await user.click(send);
    expect(await screen.findByText(/0 of 1/)).toBeDefined();
    fake.failNext('thank', 'api/unreachable');
    await vi.advanceTimersByTimeAsync(5000);
    await vi.advanceTimersByTimeAsync(5000);
    expect(await screen.findByText('1 fan can read your answer now.')).toBeDefined();
  } finally {
    vi.useRealTimers();
    vi.restoreAllMocks();
  }
});

// Holds dash-1001.
test('says how many were not told because the host hid the page, apart from those that were answered meanwhile', async () => {
  const { fake, user } = await choosing();
  await user.click(await tick(/Zoe/));
  await user.click(await button('Write…'));
  await user.click(await button('See who is told'));
  const left = { answered: 0, late: 0, unpaid: 0, gone: 0 };
  const counts = { told: 4, done: 1, barred: 2, notified: 0, mailed: 0, unnoticed: 4 };
  vi.spyOn(fake.thanked, 'get').mockReturnValueOnce({ state: 'sent', ...counts, left, samples: [] });
  await user.click(await button('Send to 1 fan'));
  expect(await screen.findByText('1 tip was answered or given back in the meantime.')).toBeDefined();
  expect(screen.getByText(/^2 answers were not written, because the host/)).toBeDefined();
  vi.restoreAllMocks();
});

// Holds dash-1002.
test('the list has for each fan the text that they read, and nothing while the server does not say who has none', () => {
  const zoe = makeTip({ tipId: 'zoe', fan: fan('Zoe') });
  const paid = [zoe, makeTip({ tipId: 'mary', fan: fan('Mary'), reply: answered })];
  const rest = { requestId: 'r', tips: ['zoe', 'mary'], nameless: 'friend', again: false, send: true };
  const body = { ...rest, text: 'Thank you, {name}, for {amount}!' };
  const replyTexts = (done: number) =>
    withAnswers(paid, body, { told: 1, done }, 'de').map(({ tipId, reply }) => [tipId, reply?.text]);
  expect(replyTexts(1)).toEqual([['zoe', 'Thank you, Zoe, for 5,00 $!']]);
  expect(replyTexts(0)).toEqual([]);
});

test('a placeholder that nobody has is named at its field', async () => {
  const { fake, user } = await choosing();
  await user.click(await tick(/Zoe/));
  await user.click(await button('Write…'));
  fake.failNext('thank', 'api/invalid-fields', { text: 'placeholder-unknown:{nmae}' });
  await user.click(await button('See who is told'));
  expect(await screen.findByText('Nothing can be put in for {nmae}.')).toBeDefined();
});

test('Cancel leaves the list as it was, with the focus on the button that began', async () => {
  const { user } = await choosing();
  await user.click(await tick(/Zoe/));
  await user.click(await button('Cancel'));
  expect(screen.queryByRole('checkbox')).toBeNull();
  expect(document.activeElement).toBe(await button('Thank many'));
  await user.click(await button('Thank many'));
  expect((await tick(/Zoe/)).checked).toBe(false);
});
