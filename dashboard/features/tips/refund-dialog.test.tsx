import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, afterEach, expect, test, vi, beforeEach } from 'vitest';
import fc from 'fast-check';
import type { Tip } from '@busker/core/tip/tip';
import type { ThanksAnswer } from '@busker/core/dashboard-api/owner-api';
import { inMemoryCode } from '../../testing/in-memory-sign-in-methods';
import { adasBackend, showScreen } from '../../testing/fake-screen';
import { makeTip } from '../../testing/fakes';
import { refundable } from './tip-details';
import { withAnswers } from './thank-many';
import {
  lastVisit,
  noTips,
  rememberVisit,
  since,
  visitOf,
  withLatest,
  withOlder,
  withTip,
  type KnownTips,
  type Visit,
} from './use-tip-list';

describe('refund', () => {
  afterEach(cleanup);

  async function openRefund(tip: Tip, before: () => void = () => {}) {
    const fake = adasBackend();
    fake.receive(tip);
    const { user } = showScreen(`/money/tips?tip=${tip.tipId}`, fake);
    const open = await screen.findByRole('button', { name: 'Refund…' });
    before();
    await user.click(open);
    const title = await screen.findByText('Refund this tip');
    const dialog = within(title.closest('section') ?? document.body);
    return { fake, user, dialog };
  }
  const now = (fake: ReturnType<typeof adasBackend>) => fake.allTips.value[0];

  // Holds dash-068.
  test('refunds a part in minor units, and shows the rest', async () => {
    const { fake, user, dialog } = await openRefund(makeTip({ amount: 500 }));
    await user.click(dialog.getByLabelText('Partial'));
    fireEvent.change(dialog.getByLabelText('Amount'), { target: { value: '2' } });
    await user.click(dialog.getByRole('button', { name: 'Refund $2.00' }));
    expect(await screen.findByText('$2.00 is on its way back to the card.')).toBeDefined();
    expect(now(fake)).toMatchObject({ state: 'partially_refunded', refund: { refunded: 200 } });
  });

  test('says that the net amount is the one before refunds', async () => {
    const fees = { estimated: 45, stripe: 45, application: 0, net: 455, settlementCurrency: 'usd' };
    const { user, dialog } = await openRefund(makeTip({ amount: 500, fees }), () =>
      expect(screen.getByText('You receive').nextSibling?.textContent).toBe('$4.55'),
    );
    await user.click(dialog.getByRole('button', { name: 'Refund $5.00' }));
    expect((await screen.findByText('Net before refunds and disputes')).nextSibling?.textContent).toBe(
      '$4.55',
    );
    expect(screen.queryByText('You receive')).toBeNull();
  });

  // Holds dash-2043.
  test('is one dialog in place of the tip, and says what the fan sees and what is lost', async () => {
    const fees = { estimated: 45, stripe: 46, application: 0, net: 454, settlementCurrency: 'usd' };
    const fan = { name: 'Mary', message: 'Bravo', anonymous: false, country: null };
    const { user, dialog } = await openRefund(makeTip({ amount: 500, fees, fan }));
    await waitFor(() => expect(screen.getAllByRole('dialog')).toHaveLength(1));
    const fact = (name: string) => dialog.getByText(name).nextSibling?.textContent;
    expect(fact('What Mary sees')).toBe(
      'The receipt says that you refunded $5.00. Name and message are no longer shown to others.',
    );
    expect(fact('What you lose')).toBe('$0.46: Stripe does not give its fee back.');
    await user.click(dialog.getByLabelText('Partial'));
    fireEvent.change(dialog.getByLabelText('Amount'), { target: { value: '2' } });
    expect(fact('What Mary sees')?.trim()).toBe('The receipt says that you refunded $2.00.');
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText('What happened')).toBeDefined();
  });

  test('who does not want to confirm goes back to the form, and nothing is refunded', async () => {
    const { fake, user, dialog } = await openRefund(makeTip({ amount: 500 }));
    fake.failNext('refund', 'api/recent-sign-in-required');
    await user.click(dialog.getByRole('button', { name: 'Refund $5.00' }));
    await screen.findByText(/Your last sign-in was a while ago/);
    expect(dialog.queryByText('How much')?.closest('form')?.hidden).toBe(true);
    fireEvent.keyDown(dialog.getByLabelText('Password'), { key: 'Escape', code: 'Escape' });
    await waitFor(() => expect(dialog.getByText('How much').closest('form')?.hidden).toBe(false));
    expect(now(fake)?.state).toBe('paid');
  });

  test('refuses more than the rest', async () => {
    const { dialog, user } = await openRefund(makeTip({ amount: 500 }));
    await user.click(dialog.getByLabelText('Partial'));
    fireEvent.change(dialog.getByLabelText('Amount'), { target: { value: '5.01' } });
    expect(dialog.getByText('You can refund at most $5.00.')).toBeDefined();
    expect(dialog.queryByRole('button', { name: 'Refund $5.01' })).toBeNull();
  });

  // Holds pay-115.
  test('suggests fraud as the reason after a bank’s warning, and shows nothing urgent afterwards', async () => {
    const warning = { type: 'made_with_stolen_card', actionable: true, at: 1 };
    const { dialog } = await openRefund(makeTip({ warning }));
    expect(dialog.getByLabelText<HTMLSelectElement>('Reason (for Stripe)').value).toBe('fraudulent');
    const tones = () =>
      screen.getAllByText('Fraud suspected').flatMap((shown) => shown.getAttribute('data-tone') ?? []);
    expect(tones()).toEqual(['bad']);
    cleanup();
    const over = await openRefund(makeTip({ warning: { ...warning, actionable: false } }));
    expect(tones()).toEqual(['plain']);
    expect(over.dialog.getByLabelText<HTMLSelectElement>('Reason (for Stripe)').value).toBe(
      'requested_by_customer',
    );
  });

  async function staleRefund(prepare: (fake: ReturnType<typeof adasBackend>) => void = () => {}) {
    const shown = await openRefund(makeTip({ amount: 500 }));
    prepare(shown.fake);
    shown.fake.failNext('refund', 'api/recent-sign-in-required');
    await shown.user.click(shown.dialog.getByRole('button', { name: 'Refund $5.00' }));
    await screen.findByText(/Your last sign-in was a while ago/);
    // The same dialog, and nothing above it or below.
    await waitFor(() => expect(screen.getAllByRole('dialog')).toHaveLength(1));
    return { ...shown, again: shown.dialog };
  }
  const onlyMethod = (providerId: string, phoneNumber: string | null = null) => ({
    phoneNumber,
    providers: [{ providerId, uid: providerId, email: 'ada@example.com', displayName: null, phoneNumber }],
  });

  test('asks for the password after an old sign-in, then continues with the same refund', async () => {
    const { fake, user, again } = await staleRefund();
    await user.type(again.getByLabelText('Password'), 'busker-demo');
    await user.click(again.getByRole('button', { name: 'Confirm' }));
    await waitFor(() => expect(now(fake)?.state).toBe('refunded'));
  });

  // Holds dash-025.
  test('offers provider, phone or email to owners without a password', async () => {
    const { fake, user, again } = await staleRefund((given) => given.changeUser(onlyMethod('google.com')));
    expect(again.queryByLabelText('Password')).toBeNull();
    await user.click(again.getByRole('button', { name: 'Continue with Google' }));
    await waitFor(() => expect(now(fake)?.state).toBe('refunded'));
  });

  test('sends a code to the owner’s phone', async () => {
    const phone = '+447700900123';
    const { fake, user, again } = await staleRefund((given) => given.changeUser(onlyMethod('phone', phone)));
    await user.click(again.getByRole('button', { name: 'Send the code' }));
    await user.type(await again.findByLabelText('Code'), inMemoryCode);
    await user.click(again.getByRole('button', { name: 'Confirm the code' }));
    await waitFor(() => expect(now(fake)?.state).toBe('refunded'));
  });

  test('emails a link to an owner who signs in with those', async () => {
    const { fake, user, again } = await staleRefund();
    await user.click(again.getByRole('button', { name: 'Email me a link instead' }));
    expect(await again.findByText(/We sent a link to ada@example.com/)).toBeDefined();
    expect(fake.outbox).toEqual([{ kind: 'sign-in', to: 'ada@example.com' }]);
    await user.click(again.getByRole('button', { name: 'I opened the link' }));
    await waitFor(() => expect(now(fake)?.state).toBe('refunded'));
  });

  test('says that the link was not opened while this tab has no new sign-in', async () => {
    const { fake, user, again } = await staleRefund((given) => {
      given.isFresh = false;
    });
    await user.click(again.getByRole('button', { name: 'Email me a link instead' }));
    const opened = await again.findByRole('button', { name: 'I opened the link' });
    await user.click(opened);
    expect(await again.findByText(/The link has not been opened yet/)).toBeDefined();
    expect(now(fake)?.state).toBe('paid');
    fake.isFresh = true;
    await user.click(opened);
    await waitFor(() => expect(now(fake)?.state).toBe('refunded'));
  });

  test('says that the password is wrong, and refunds nothing', async () => {
    const { fake, user, again } = await staleRefund();
    await user.type(again.getByLabelText('Password'), 'guess');
    await user.click(again.getByRole('button', { name: 'Confirm' }));
    expect(await again.findByText('That password is wrong.')).toBeDefined();
    expect(now(fake)?.state).toBe('paid');
  });

  test('keeps a refusal visible in the dialog', async () => {
    const { fake, user, dialog } = await openRefund(makeTip());
    fake.failNext('refund', 'api/refund-unavailable');
    await user.click(dialog.getByRole('button', { name: 'Refund $5.00' }));
    expect(await dialog.findByText('This tip cannot be refunded at the moment.')).toBeDefined();
  });

  test('allows no refund while the bank decides, and none above the rest', () => {
    const dispute = { status: 'open', amount: 500, disputeId: 'dp_1', dueBy: null } as const;
    expect(refundable(makeTip({ dispute }))).toBe(0);
    expect(
      refundable(makeTip({ amount: 500, refund: { status: 'pending', refunded: 100, pending: 150 } })),
    ).toBe(250);
    const payment = { status: 'processing', attempts: 1, lastError: null, succeededAt: null } as const;
    expect(refundable(makeTip({ payment }))).toBe(0);
  });

  test('says that a refund’s answer is missing, and sends the same refund again, also from a new dialog', async () => {
    const { fake, user, dialog } = await openRefund(makeTip({ amount: 500, tipId: 'lost' }));
    await user.click(dialog.getByLabelText('Partial'));
    fireEvent.change(dialog.getByLabelText('Amount'), { target: { value: '2' } });
    fake.loseAnswer('refund');
    await user.click(dialog.getByRole('button', { name: 'Refund $2.00' }));
    await screen.findByText(/we do not know whether \$2.00 was refunded/);
    await user.click(dialog.getByText('Close'));
    await user.click(await screen.findByRole('button', { name: 'Refund…' }));
    await screen.findByText(/The server did not answer/);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('$2.00 is on its way back to the card.')).toBeDefined();
    expect(fake.timesAsked('refund')).toBe(2);
    expect(now(fake)?.refund.refunded).toBe(200);
  });

  test('refunds once after a double click or Enter, and stays open until the answer', async () => {
    const { fake, dialog } = await openRefund(makeTip({ amount: 500 }));
    fake.hold('refund');
    const send = dialog.getByRole('button', { name: 'Refund $5.00' });
    fireEvent.click(send);
    fireEvent.click(send);
    fireEvent.submit(send.closest('form') as HTMLFormElement);
    await waitFor(() => expect(send.getAttribute('data-loading')).toBe('true'));
    fireEvent.keyDown(send, { key: 'Escape', code: 'Escape' });
    expect(screen.getByText('Refund this tip')).toBeDefined();
    expect(fake.timesAsked('refund')).toBe(1);
  });

  test('closes only the dialog with Escape, not the tip below', async () => {
    const { dialog } = await openRefund(makeTip({ amount: 500 }));
    fireEvent.keyDown(dialog.getByText('How much'), { key: 'Escape', code: 'Escape' });
    await waitFor(() => expect(screen.queryByText('Refund this tip')).toBeNull());
    expect(await screen.findByText('What happened')).toBeDefined();
  });

  // Holds dash-1334.
  test('moves the focus to the next step of a refund, and near its button when the dialog has closed by itself', async () => {
    const { user, dialog, fake } = await openRefund(makeTip({ amount: 500 }));
    fake.loseAnswer('refund');
    const on = (name: string) => waitFor(() => expect(document.activeElement?.textContent).toBe(name));
    act(() => dialog.getByRole('button', { name: 'Refund $5.00' }).focus());
    await user.keyboard('{Enter}');
    await on('Try again');
    await user.keyboard('{Enter}');
    const details = (await screen.findByText('Charged')).closest('[role="dialog"]');
    await waitFor(() => expect(details?.contains(document.activeElement)).toBe(true));
    expect(screen.queryByText('Refund…')).toBeNull();
    expect(screen.queryByText('Refund this tip')).toBeNull();
    expect(screen.getByText('$5.00 is on its way back to the card.')).toBeDefined();
  });
});

describe('refund failure', () => {
  // happy-dom has no layout, so every row has the default height.
  Object.defineProperty(HTMLElement.prototype, 'offsetHeight', { configurable: true, get: () => 88 });

  afterEach(cleanup);

  const failedTip = (reason: string | null) =>
    makeTip({
      tipId: 'failed',
      amount: 1500,
      refund: { status: 'failed', refunded: 0, pending: 0, failure: { amount: 1500, reason } },
    });

  test('shows a failed refund in the list', async () => {
    const fake = adasBackend();
    fake.receive(failedTip('declined'));
    showScreen('/money/tips', fake);
    expect(await screen.findByText('Refund failed')).toBeDefined();
  });

  test.each([
    ['expired_or_canceled_card', 'The card has expired or was cancelled.'],
    ['insufficient_funds', 'Your Stripe balance was too low.'],
    ['a_new_reason', 'No reason was given.'],
    [null, 'No reason was given.'],
  ])('says in the details why a refund failed and what to do: %s', async (reason, why) => {
    const fake = adasBackend();
    fake.receive(failedTip(reason));
    showScreen('/money/tips?tip=failed', fake);
    const note = await screen.findByRole('note', { name: 'The refund of $15.00 failed' });
    expect(note.textContent).toContain(why);
    expect(note.textContent).toContain('The money is back with you');
    expect(screen.getByRole('button', { name: 'Refund…' })).toBeDefined();
  });
});

describe('thanks to many', () => {
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
      sessionStorage.setItem('busker-unsent uid-ada thanks', 'Written meanwhile.');
      fake.failNext('thank', 'api/unreachable');
      await vi.advanceTimersByTimeAsync(5000);
      await vi.advanceTimersByTimeAsync(5000);
      expect(await screen.findByText('1 fan can read your answer now.')).toBeDefined();
      expect(sessionStorage).toHaveLength(1);
    } finally {
      sessionStorage.clear();
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
});

describe('known tips', () => {
  // Newest first.
  const tips = Array.from({ length: 8 }, (_, at) => makeTip({ createdAt: 1000 - at }));
  const view = (from: number, to: number, more = true) => ({
    tips: tips.slice(from, to),
    more,
    stale: false,
  });
  const ids = (list: readonly { tipId: string }[]) => list.map(({ tipId }) => tipId);

  test('joins the newest and the older pages without a gap', () => {
    const known = withOlder(withLatest(noTips, view(2, 5)), view(5, 8, false));
    expect(ids(known.tips)).toEqual(ids(tips.slice(2)));
    expect(known.more).toBe(false);
  });

  test('keeps tips beyond the listener when newer ones arrive', () => {
    const known = withLatest(withOlder(withLatest(noTips, view(2, 5)), view(5, 8, false)), view(0, 3));
    expect(ids(known.tips)).toEqual(ids(tips));
    expect(known.more).toBe(false);
  });

  test('starts again after cached data', () => {
    const remembered = withLatest(noTips, { ...view(5, 8, false), stale: true });
    expect(ids(withLatest(remembered, view(0, 3)).tips)).toEqual(ids(tips.slice(0, 3)));
  });

  test('starts again where a gap would be', () => {
    const known = withLatest(withLatest(noTips, view(5, 8, false)), view(0, 3));
    expect(ids(known.tips)).toEqual(ids(tips.slice(0, 3)));
    expect(known.more).toBe(true);
  });

  test('takes the higher revision of a tip from either source', () => {
    const [tip] = tips;
    if (!tip) throw new Error('There is a tip');
    const refunded = { ...tip, rev: tip.rev + 1, state: 'refunded' as const };
    const known = withTip(withLatest(noTips, view(0, 3)), refunded);
    expect(known.tips[0]?.state).toBe('refunded');
    expect(withOlder(known, view(0, 3)).tips[0]?.state).toBe('refunded');
  });
});

describe('last visit', () => {
  // happy-dom has no layout, so every row has the default height.
  Object.defineProperty(HTMLElement.prototype, 'offsetHeight', { configurable: true, get: () => 88 });

  beforeEach(() => localStorage.clear());
  afterEach(cleanup);

  const paid = (succeededAt: number | null): Pick<Tip, 'payment'> => ({
    payment: { status: 'succeeded', attempts: 1, lastError: null, succeededAt },
  });
  /** A list as the server sends it. */
  const list = (tips: readonly Tip[], more = false): KnownTips => ({
    tips: tips.toSorted((a, b) => b.createdAt - a.createdAt),
    more,
    stale: false,
  });
  const inTheSecond = (tipId: string) => makeTip({ tipId, createdAt: 5000, ...paid(6000) });

  // Holds dash-072.
  test('counts the tips since the last visit, per currency', async () => {
    const before = makeTip({ createdAt: 1000, ...paid(1000), amount: 300 });
    const tips = [
      before,
      makeTip({ createdAt: 2500, ...paid(2500), currency: 'jpy', amount: 500 }),
      makeTip({ createdAt: 3000, ...paid(3000), amount: 700 }),
    ];
    const visit = visitOf(list([before]), 2000);
    expect(since(visit, list(tips))).toEqual({
      count: 2,
      sums: [
        { currency: 'usd', amount: 700 },
        { currency: 'jpy', amount: 500 },
      ],
      mayBeMore: false,
    });
    rememberVisit('uid-ada', visit);
    const fake = adasBackend();
    for (const tip of tips) fake.receive(tip);
    showScreen('/money/tips', fake);
    expect(await screen.findByText(/2 tips, \$7\.00 and ¥500\./)).toBeDefined();
  });

  test('ends a visit when the screen closes, for every tip in the list', async () => {
    const fake = adasBackend();
    fake.receive(inTheSecond('seen'));
    showScreen('/money/tips', fake);
    await screen.findByLabelText('Search');
    cleanup();
    fake.receive(inTheSecond('unseen'));
    showScreen('/money/tips', fake);
    expect(await screen.findByText(/1 tip, \$5\.00\./)).toBeDefined();
  });

  test('counts a tip paid in the second of leaving as new only if it was not in the list', () => {
    const visit = visitOf(list([inTheSecond('seen')]), 6000);
    expect(since(visit, list([inTheSecond('seen'), inTheSecond('unseen')])).count).toBe(1);
  });

  // Holds dash-072.
  test('counts each payment at exactly one visit, whatever is started, paid or reported late in between', () => {
    const tip = fc.record({
      begunBefore: fc.nat(5),
      toldBefore: fc.nat(5),
      createdAt: fc.integer({ min: 1, max: 9000 }),
      second: fc.integer({ min: 1, max: 9 }),
    });
    fc.assert(
      fc.property(fc.array(tip, { maxLength: 40 }), (drawn) => {
        const at = (visit: number) =>
          list(
            drawn.flatMap(({ begunBefore, toldBefore, createdAt, second }, index) =>
              begunBefore > visit
                ? []
                : [
                    makeTip({
                      tipId: `t${index}`,
                      createdAt,
                      ...paid(toldBefore > visit ? null : second * 1000),
                    }),
                  ],
            ),
          );
        const paidIn = ({ tips }: KnownTips) =>
          tips.filter(({ payment }) => payment.succeededAt !== null).length;
        const counted = [1, 2, 3, 4, 5].map(
          (visit) => since(visitOf(at(visit - 1), visit * 1000), at(visit)).count,
        );
        const all = counted.reduce((sum, count) => sum + count, paidIn(at(0)));
        expect(all).toBe(paidIn(at(5)));
      }),
    );
  });

  test('stores the newest tips of a long list by id, and older ones by the last payment', () => {
    const older = Array.from({ length: 80 }, (_, index) =>
      makeTip({ tipId: `o${index}`, createdAt: index + 1, ...paid(index === 0 ? null : 1000) }),
    );
    const visit = visitOf(list(older, true), 2000);
    expect(visit.paid).toHaveLength(50);
    expect(since(visit, list(older, true)).count).toBe(0);
    const slow = { ...older[0], ...paid(9000) } as Tip;
    const now = [slow, ...older.slice(1), makeTip({ tipId: 'new', createdAt: 500, ...paid(1000) })];
    expect(since(visit, list(now, true))).toMatchObject({ count: 2, mayBeMore: false });
  });

  test('says "at least" only when some tips since then are unread', () => {
    const visit = visitOf(list([makeTip({ createdAt: 10 })], true), 2000);
    const many = [makeTip({ createdAt: 30 }), makeTip({ createdAt: 20 })];
    expect(since(visit, list(many, true))).toMatchObject({ count: 2, mayBeMore: true });
    expect(since(visit, list(many)).mayBeMore).toBe(false);
  });

  test('reads the visit of an earlier release, and ignores an unreadable one', () => {
    localStorage.setItem('busker-tips-seen-uid-ada', '2000');
    const old = lastVisit('uid-ada') as Visit;
    const tips = [makeTip({ createdAt: 1, ...paid(2000) }), makeTip({ createdAt: 2, ...paid(2001) })];
    expect({ at: old.at, count: since(old, list(tips)).count }).toEqual({ at: 2000, count: 1 });
    for (const wrong of ['', '{', '"x"', '{"at":1}', '{"at":1,"from":"x","latest":0,"paid":[]}']) {
      localStorage.setItem('busker-tips-seen-uid-ada', wrong);
      expect(lastVisit('uid-ada')).toBeNull();
    }
  });
});
