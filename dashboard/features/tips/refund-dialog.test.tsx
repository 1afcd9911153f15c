import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, afterEach, expect, test } from 'vitest';
import type { Tip } from '@busker/core/tip/tip';
import { inMemoryCode } from '../../testing/in-memory-sign-in-methods';
import { adasBackend, showScreen } from '../../testing/fake-screen';
import { makeTip } from '../../testing/fakes';
import { refundable } from './tip-details';

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
