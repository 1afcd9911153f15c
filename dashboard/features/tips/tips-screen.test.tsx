import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { describe, afterEach, expect, test } from 'vitest';
import { makeChannel, makeTip, makeUser } from '../../testing/fakes';
import { adasBackend, showApp, showScreen } from '../../testing/fake-screen';

describe('tips screen', () => {
  afterEach(cleanup);

  // Holds dash-064.
  test('shows a tip when it is paid and announces it to screen readers', async () => {
    const fake = adasBackend();
    fake.receive(makeTip({ fan: { name: 'Mary', message: null, anonymous: false, country: null } }));
    showApp('/money/tips', fake);
    await screen.findByText('Mary');
    act(() =>
      fake.receive(
        makeTip({
          amount: 1000,
          fan: { name: 'Charles', message: 'Bravo', anonymous: false, country: null },
        }),
      ),
    );
    expect(screen.getByText('Charles')).toBeDefined();
    expect(screen.getByText('New tip: $10.00 from Charles: Bravo')).toBeDefined();
    expect(screen.getByText('$15.00')).toBeDefined();
  });

  // Holds dash-064.
  test('announces a tip once, also on other screens', async () => {
    const fake = adasBackend();
    showApp('/share/embed', fake);
    await screen.findByRole('heading', { name: 'Embed' });
    act(() => fake.receive(makeTip()));
    const notice = await screen.findByRole('alert');
    expect(notice.textContent).toContain('New tip: $5.00 from Mary');
    expect(screen.getAllByText(/New tip: \$5\.00 from Mary/)).toHaveLength(1);
  });

  // Holds dash-072.
  test('never adds different currencies', async () => {
    const fake = adasBackend();
    fake.receive(makeTip({ currency: 'usd', amount: 500 }));
    fake.receive(makeTip({ currency: 'jpy', amount: 500 }));
    showScreen('/money/tips', fake);
    expect(await screen.findByText('Received in USD')).toBeDefined();
    expect(screen.getByText('Received in JPY')).toBeDefined();
  });

  test('shows the owner the name of a fan hidden from public lists, and says that it is private', async () => {
    const fake = adasBackend();
    fake.receive(makeTip({ fan: { name: 'Mary', message: 'For you', anonymous: true, country: null } }));
    showScreen('/money/tips', fake);
    expect(await screen.findByText('Mary')).toBeDefined();
    expect(screen.getByText('For you')).toBeDefined();
    expect(screen.getByText('Not public')).toBeDefined();
  });

  test('says "Anonymous" for a hidden fan without a name', async () => {
    const fake = adasBackend();
    fake.receive(makeTip({ fan: { name: null, message: null, anonymous: true, country: null } }));
    showScreen('/money/tips', fake);
    expect(await screen.findByText('Anonymous')).toBeDefined();
    expect(screen.queryByText('Not public')).toBeNull();
  });

  test('says what to do before the first tip', async () => {
    const { user } = showScreen('/money/tips', adasBackend());
    await user.click(await screen.findByRole('link', { name: 'Get the embed code' }));
    expect(await screen.findByRole('heading', { name: 'Embed' })).toBeDefined();
  });

  test('says that the list could not be read', async () => {
    const fake = adasBackend();
    fake.failNext('watchLatest', 'store/permission-denied');
    showScreen('/money/tips', fake);
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Sign in with the account that it belongs to',
    );
  });

  test('keeps what a tip is for in a box of its own direction, which is cut at its own end', async () => {
    const fake = adasBackend();
    fake.receive(makeTip({ source: { ...makeTip().source, for: 'A piece in the rain' } }));
    showScreen('/money/tips', fake);
    const title = await screen.findByText('A piece in the rain');
    expect(title.localName).toBe('bdi');
    expect(title.parentElement?.textContent).toBe('For A piece in the rain');
  });
});

describe('tell me', () => {
  afterEach(cleanup);

  const backendWithTip = () => {
    const fake = adasBackend();
    fake.receive(makeTip());
    return fake;
  };
  const card = 'Do you want to hear about the next tip?';

  test('offers notifications after the first tip', async () => {
    const { user, whereAmI } = showScreen('/money/tips', backendWithTip());
    await user.click(await screen.findByRole('link', { name: 'Tell me' }));
    await waitFor(() => expect(whereAmI()).toBe('/settings/notifications'));
  });

  test('is hidden on every device by who says no', async () => {
    const fake = backendWithTip();
    const { user } = showScreen('/money/tips', fake);
    await user.click(await screen.findByRole('button', { name: 'No, thanks' }));
    await waitFor(() => expect(fake.preferences.value?.tellMeHidden).toBe(true));
    expect(screen.queryByText(card)).toBeNull();
  });

  test('stays when the server does not keep the answer', async () => {
    const fake = backendWithTip();
    fake.failNext('keepTellMeHidden', 'store/unavailable');
    const { user } = showScreen('/money/tips', fake);
    await user.click(await screen.findByRole('button', { name: 'No, thanks' }));
    expect(await screen.findByRole('alert')).toBeDefined();
    expect(screen.getByText(card)).toBeDefined();
  });

  test.each([
    ['has a channel', true, false],
    ['is a guest', false, true],
  ])('is absent for an owner who %s', async (_who, hasChannel, isGuest) => {
    const fake = backendWithTip();
    fake.signInAs(makeUser({ isGuest }));
    if (hasChannel) fake.channels.put('c', makeChannel());
    showScreen('/money/tips', fake);
    await screen.findAllByText('Mary');
    expect(screen.queryByText(card)).toBeNull();
  });
});
