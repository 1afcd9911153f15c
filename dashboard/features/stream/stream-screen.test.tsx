import { act, cleanup, renderHook, screen, within } from '@testing-library/react';
import { describe, afterEach, expect, test, vi } from 'vitest';
import { fakeAlert, fakeOverlay } from '@busker/core/testing/fakes';
import type { FakeBackend } from '../../testing/fake-backend';
import { adasBackend, restoreConnection, showScreen } from '../../testing/fake-screen';
import { makePayments, makeUser } from '../../testing/fakes';
import { useRenewed } from './address-panel';

describe('stream screen', () => {
  afterEach(() => {
    cleanup();
    restoreConnection();
  });

  const key = 'a'.repeat(40);

  function open(prepare: (fake: FakeBackend) => void = () => {}) {
    const fake = adasBackend();
    fake.payments.set(makePayments());
    fake.overlay.own.set(fakeOverlay({}, { key }));
    prepare(fake);
    return { fake, ...showScreen('/share/stream', fake) };
  }

  const address = async () =>
    (await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Secret address' })).value;

  // Holds out-080.
  test('the secret address is covered until the owner asks for it, and each view has its own', async () => {
    const { user } = open();
    expect(await address()).not.toContain(key);
    await user.click(screen.getByRole('button', { name: 'Copy the address' }));
    expect(await navigator.clipboard.readText()).toBe(`https://busker.example/o#${key}`);
    await user.click(screen.getByRole('button', { name: 'Show the address' }));
    expect(await address()).toBe(`https://busker.example/o#${key}`);
    await user.click(screen.getByText('Big screen'));
    expect(await address()).toBe(`https://busker.example/o?view=screen#${key}`);
    await user.click(screen.getByRole('button', { name: 'Hide the address' }));
    expect(await address()).not.toContain(key);
  });

  // Holds dash-1025.
  test('an owner without one makes the address after a recent sign-in, and it is copied', async () => {
    const { user, fake } = open((before) => {
      before.overlay.own.set(null);
      before.isFresh = false;
    });
    await user.click(await screen.findByRole('button', { name: 'Make the address' }));
    await user.type(await screen.findByLabelText(/Password/), 'busker-demo');
    await user.click(screen.getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByRole('heading', { name: 'Secret address' })).toBeDefined();
    expect(fake.timesAsked('makeOverlay')).toBe(2);
    expect(await screen.findByText(/^The address is made and copied\./)).toBeDefined();
    expect(await navigator.clipboard.readText()).toBe(
      `https://busker.example/o#${fake.overlay.own.value?.key}`,
    );
  });

  test('guests, and owners without a page, read what they need first', async () => {
    open((fake) => fake.signInAs(makeUser({ isGuest: true })));
    expect(await screen.findByRole('link', { name: 'Add a way to sign in' })).toBeDefined();
    open((fake) => fake.published.set(null));
    expect(await screen.findByText(/Publish your profile first/)).toBeDefined();
  });

  // Holds out-081.
  test('a new address comes only after a question, and so does its end', async () => {
    const { user, fake } = open();
    await user.click(await screen.findByRole('button', { name: 'New address' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'New address' }));
    expect(fake.overlay.own.value?.key).toBe(key);
    await user.click(dialog.getByRole('button', { name: 'New address' }));
    expect(await screen.findByText('The address is new. Put it into OBS and on your tablet.')).toBeDefined();
    expect(fake.overlay.own.value?.key).not.toBe(key);
    await user.click(screen.getByRole('button', { name: 'Remove the address' }));
    const last = within(await screen.findByRole('dialog', { name: 'Remove the address' }));
    await user.click(last.getByRole('button', { name: 'Remove the address' }));
    expect(await screen.findByRole('button', { name: 'Make the address' })).toBeDefined();
  });

  // Holds out-082.
  test('during a stream the owner pauses, mutes, skips, tests, shows what waits, and repeats', async () => {
    const { user, fake } = open((before) => {
      before.overlay.own.set(fakeOverlay({ words: 'approved' }, { key }));
      before.overlay.alerts.set([
        fakeAlert({ id: 'new', name: 'Kim', amount: 700 }),
        fakeAlert({ id: 'old', name: null, approvedAt: 5 }),
        fakeAlert({ id: 'test', kind: 'test' }),
      ]);
    });
    await user.click(await screen.findByRole('button', { name: 'Pause' }));
    expect(await screen.findByText('Paused. New tips wait, and appear when you resume.')).toBeDefined();
    await user.click(await screen.findByRole('button', { name: 'Resume' }));
    await user.click(await screen.findByRole('button', { name: 'Mute' }));
    await screen.findByRole('button', { name: 'Unmute' });
    await user.click(screen.getByRole('button', { name: 'Skip this alert' }));
    await user.click(screen.getByRole('button', { name: '20 at once' }));
    await user.click(await screen.findByRole('button', { name: /Show: .*Kim.*, .*7\.00/ }));
    await user.click(await screen.findByRole('button', { name: /Show again: .*Kim/ }));
    await user.click(screen.getByRole('button', { name: /Show again: .*Somebody/ }));
    expect(fake.overlay.acts).toEqual([
      'pause',
      'resume',
      'mute',
      'skip',
      'test burst',
      'show new',
      'again new',
      'again old',
    ]);
  });

  // Holds dash-940.
  test('settings show at once, and a refused one is taken back', async () => {
    const { user, fake } = open();
    await user.click(await screen.findByText('Bubble'));
    await user.selectOptions(screen.getByLabelText('Wait before an alert'), '30 seconds');
    await user.selectOptions(screen.getByLabelText('Names and messages'), 'Never appear');
    await user.click(screen.getByLabelText(/^Hide the amount of each tip/));
    await user.type(screen.getByLabelText('Smallest tip with an alert (USD)'), '2.50');
    await user.tab();
    await expect
      .poll(() => fake.overlay.own.value?.settings)
      .toMatchObject({
        look: 'bubble',
        delaySeconds: 30,
        words: 'never',
        hideAmounts: true,
        minimum: { usd: 250 },
      });
    fake.failNext('changeOverlay', 'api/unreachable');
    await user.selectOptions(screen.getByLabelText('Smaller tips'), 'Nothing');
    expect(await screen.findByRole('alert')).toBeDefined();
    expect(screen.getByLabelText<HTMLSelectElement>('Smaller tips').value).toBe('ticker');
  });

  test('a setting that another device changed is shown, with a time that is not in the list', async () => {
    const { fake } = open();
    const seconds = await screen.findByLabelText<HTMLSelectElement>('Time on screen');
    expect(seconds.value).toBe('6');
    act(() => fake.overlay.own.set(fakeOverlay({ seconds: 7 }, { key })));
    expect(screen.getByLabelText<HTMLSelectElement>('Time on screen').value).toBe('7');
  });
});

describe('use renewed', () => {
  afterEach(cleanup);

  const show = () => {
    const tell = vi.fn<() => void>();
    const hook = renderHook(({ key }) => useRenewed(key, tell), { initialProps: { key: 'old' } });
    return { tell, hook, arrive: () => hook.rerender({ key: 'new' }) };
  };

  // Holds out-081.
  test('says that the address is new only when the field has it, whichever comes first', () => {
    const late = show();
    act(() => late.hook.result.current.begin());
    act(() => late.hook.result.current.end());
    expect(late.tell).not.toHaveBeenCalled();
    late.arrive();
    expect(late.tell).toHaveBeenCalledTimes(1);

    const early = show();
    act(() => early.hook.result.current.begin());
    early.arrive();
    expect(early.tell).not.toHaveBeenCalled();
    act(() => early.hook.result.current.end());
    expect(early.tell).toHaveBeenCalledTimes(1);
  });

  test('says nothing when another device has made the new address', () => {
    const { tell, arrive } = show();
    arrive();
    expect(tell).not.toHaveBeenCalled();
  });
});
