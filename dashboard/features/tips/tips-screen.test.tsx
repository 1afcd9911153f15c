import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { describe, afterEach, expect, test } from 'vitest';
import { makeChannel, makeTip, makeUser } from '../../testing/fakes';
import { adasWorld, showApp, showScreen } from '../../testing/fake-screen';

describe('tips screen', () => {
  afterEach(cleanup);

  // Holds dash-064.
  test('shows a tip when it is paid and announces it to screen readers', async () => {
    const world = adasWorld();
    world.receive(makeTip({ fan: { name: 'Mary', message: null, anonymous: false, country: null } }));
    showApp('/tips', world);
    await screen.findByText('Mary');
    act(() =>
      world.receive(
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
    const world = adasWorld();
    showApp('/embed', world);
    await screen.findByRole('heading', { name: 'Embed' });
    act(() => world.receive(makeTip()));
    const notice = await screen.findByRole('alert');
    expect(notice.textContent).toContain('New tip: $5.00 from Mary');
    expect(screen.getAllByText(/New tip: \$5\.00 from Mary/)).toHaveLength(1);
  });

  // Holds dash-072.
  test('never adds different currencies', async () => {
    const world = adasWorld();
    world.receive(makeTip({ currency: 'usd', amount: 500 }));
    world.receive(makeTip({ currency: 'jpy', amount: 500 }));
    showScreen('/tips', world);
    expect(await screen.findByText('Received in USD')).toBeDefined();
    expect(screen.getByText('Received in JPY')).toBeDefined();
  });

  test('shows the owner the name of a fan hidden from public lists, and says that it is private', async () => {
    const world = adasWorld();
    world.receive(makeTip({ fan: { name: 'Mary', message: 'For you', anonymous: true, country: null } }));
    showScreen('/tips', world);
    expect(await screen.findByText('Mary')).toBeDefined();
    expect(screen.getByText('For you')).toBeDefined();
    expect(screen.getByText('Not public')).toBeDefined();
  });

  test('says "Anonymous" for a hidden fan without a name', async () => {
    const world = adasWorld();
    world.receive(makeTip({ fan: { name: null, message: null, anonymous: true, country: null } }));
    showScreen('/tips', world);
    expect(await screen.findByText('Anonymous')).toBeDefined();
    expect(screen.queryByText('Not public')).toBeNull();
  });

  test('says what to do before the first tip', async () => {
    const { user } = showScreen('/tips', adasWorld());
    await user.click(await screen.findByRole('link', { name: 'Get the embed code' }));
    expect(await screen.findByRole('heading', { name: 'Embed' })).toBeDefined();
  });

  test('says that the list could not be read', async () => {
    const world = adasWorld();
    world.failNext('watchLatest', 'store/permission-denied');
    showScreen('/tips', world);
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Sign in with the account that it belongs to',
    );
  });

  test('keeps what a tip is for in a box of its own direction, which is cut at its own end', async () => {
    const world = adasWorld();
    world.receive(makeTip({ source: { ...makeTip().source, for: 'A piece in the rain' } }));
    showScreen('/tips', world);
    const title = await screen.findByText('A piece in the rain');
    expect(title.localName).toBe('bdi');
    expect(title.parentElement?.textContent).toBe('For A piece in the rain');
  });
});

describe('tell me', () => {
  afterEach(cleanup);

  const worldWithTip = () => {
    const world = adasWorld();
    world.receive(makeTip());
    return world;
  };
  const card = 'Do you want to hear about the next tip?';

  test('offers notifications after the first tip', async () => {
    const { user, whereAmI } = showScreen('/tips', worldWithTip());
    await user.click(await screen.findByRole('link', { name: 'Tell me' }));
    await waitFor(() => expect(whereAmI()).toBe('/notifications'));
  });

  test('is hidden on every device by who says no', async () => {
    const world = worldWithTip();
    const { user } = showScreen('/tips', world);
    await user.click(await screen.findByRole('button', { name: 'No, thanks' }));
    await waitFor(() => expect(world.preferences.value?.tellMeHidden).toBe(true));
    expect(screen.queryByText(card)).toBeNull();
  });

  test('stays when the server does not keep the answer', async () => {
    const world = worldWithTip();
    world.failNext('keepTellMeHidden', 'store/unavailable');
    const { user } = showScreen('/tips', world);
    await user.click(await screen.findByRole('button', { name: 'No, thanks' }));
    expect(await screen.findByRole('alert')).toBeDefined();
    expect(screen.getByText(card)).toBeDefined();
  });

  test.each([
    ['has a channel', true, false],
    ['is a guest', false, true],
  ])('is absent for an owner who %s', async (_who, hasChannel, isGuest) => {
    const world = worldWithTip();
    world.signInAs(makeUser({ isGuest }));
    if (hasChannel) world.channels.put('c', makeChannel());
    showScreen('/tips', world);
    await screen.findAllByText('Mary');
    expect(screen.queryByText(card)).toBeNull();
  });
});
