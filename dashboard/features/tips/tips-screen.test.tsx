import { wholeExport } from '@busker/core/account/export-document';
import type { Tip } from '@busker/core/tip/tip';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, afterEach, expect, test, beforeEach, vi } from 'vitest';
import { chooseShortcuts, browserZone } from '../../preferences/preferences';
import type { FakeBackend } from '../../testing/fake-backend';
import { adasBackend, showApp, showScreen } from '../../testing/fake-screen';
import { makeChannel, makeTip, makeUser } from '../../testing/fakes';

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

  // Holds tag-180, tag-183.
  test('says which message is only for the owner, and which amount others do not see', async () => {
    const fake = adasBackend();
    const fan = { name: 'Mary', message: 'For you', anonymous: false, country: null } as const;
    fake.receive(makeTip({ fan: { ...fan, privateMessage: true, hidesAmount: true } }));
    showScreen('/money/tips', fake);
    expect(await screen.findByText('Only for you')).toBeDefined();
    expect(screen.getByText('Amount not public')).toBeDefined();
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

  test.each([
    ['its address here', 'https://busker.example', 'https://busker.example/@ada'],
    ['a domain of its own', 'https://ada.example', 'https://ada.example/'],
  ])(
    'leaves out the title of the owner’s own page, which says nothing of what a tip is for: %s',
    async (_, origin, placement) => {
      const fake = adasBackend();
      const title = 'Ada Lind (@ada)';
      fake.receive(makeTip({ source: { origin, for: title, placement } }));
      fake.receive(makeTip({ source: { origin, for: title, placement: `${origin}/songs` } }));
      showScreen('/money/tips', fake);
      await screen.findByRole('list', { name: 'List of tips' });
      expect(screen.getAllByText(title)).toHaveLength(1);
    },
  );

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

// Holds dash-2051.
test('the details of a tip lead to all tips with the same name', async () => {
  const fake = adasBackend();
  const from = (tipId: string, name: string) =>
    makeTip({ tipId, fan: { name, message: null, anonymous: false, country: null } });
  for (const [tipId, name] of [
    ['tip-a', 'Kim'],
    ['tip-b', 'Kim'],
    ['tip-c', 'Mo'],
  ] as const)
    fake.receive(from(tipId, name));
  const { user, whereAmI } = showScreen('/money/tips?tip=tip-a', fake);
  await user.click(await screen.findByRole('link', { name: 'All tips with this name' }));
  await waitFor(() => expect(whereAmI()).toBe('/money/tips?q=Kim'));
  expect(await screen.findByText('2 tips found')).toBeDefined();
  cleanup();
});

describe('review screen', () => {
  afterEach(cleanup);

  const words = (name: string, message: string, at: number, reason = 'web-address'): Partial<Tip> => ({
    tipId: `tip-${name}`,
    createdAt: at,
    fan: { name, message, anonymous: false, country: null },
    moderation: { state: 'held', reasons: [reason] },
  });
  function waiting(count = 3) {
    const fake = adasBackend();
    for (let at = 3; at < count; at += 1)
      fake.receive(makeTip(words(`Fan${at}`, 'See b.example', 4000 + at)));
    fake.receive(makeTip(words('Zoe', 'Look at shop.example.com', 2000)));
    fake.receive(makeTip(words('Ann', 'You are a twat', 1000, 'blocked-word')));
    fake.receive(makeTip(words('Max', 'Call +49 170 1234567', 3000, 'phone-number')));
    return fake;
  }
  const stateOf = (fake: FakeBackend, name: string) =>
    fake.allTips.value.find(({ tipId }) => tipId === `tip-${name}`)?.moderation.state;
  const press = (key: string) => fireEvent.keyDown(document.body, { key });

  // Holds dash-2041.
  test('shows names and messages one by one, the oldest first, and decides by keyboard', async () => {
    const fake = waiting();
    showApp('/money/review', fake);
    await screen.findByRole('heading', { name: '1 of 3' });
    expect(screen.getByText('Ann')).toBeDefined();
    expect(screen.getByText(/contains a blocked word/)).toBeDefined();
    press('n');
    expect(await screen.findByRole('heading', { name: '2 of 3' })).toBeDefined();
    expect(screen.getByText(/contains a web address/)).toBeDefined();
    press('s');
    await waitFor(() => expect(stateOf(fake, 'Zoe')).toBe('visible'));
    expect(await screen.findByText(/Shown: the message of Zoe\. 2 more wait\./)).toBeDefined();
    await screen.findByRole('heading', { name: '2 of 2' });
    press('h');
    await waitFor(() => expect(stateOf(fake, 'Max')).toBe('hidden'));
    await screen.findByRole('heading', { name: '1 of 1' });
    expect(screen.queryByRole('button', { name: 'Show all' })).toBeNull();
    press('h');
    await waitFor(() => expect(stateOf(fake, 'Ann')).toBe('hidden'));
    expect(await screen.findByText('Nothing waits for you')).toBeDefined();
  });

  // Holds dash-1335.
  test('shows few messages together at one press once all can be read, and takes it back for all', async () => {
    const fake = waiting();
    const { user } = showScreen('/money/review', fake);
    const states = () => ['Ann', 'Zoe', 'Max'].map((name) => stateOf(fake, name));
    const all = await screen.findByRole('button', { name: 'Show all' });
    for (const name of ['Ann', 'Zoe', 'Max']) expect(screen.getByText(name)).toBeDefined();
    fake.failNext('moderate', 'api/unreachable');
    await user.click(all);
    expect(await screen.findByRole('alert')).toBeDefined();
    expect(states()).toEqual(['held', 'held', 'held']);
    await user.click(all);
    expect(await screen.findByText('Shown: the messages of Ann, Zoe, and Max.')).toBeDefined();
    expect(states()).toEqual(['visible', 'visible', 'visible']);
    await user.click(screen.getByRole('button', { name: 'Hide after all' }));
    await waitFor(() => expect(states()).toEqual(['hidden', 'hidden', 'hidden']));
  });

  // Holds dash-1335.
  test('shows no more together than can be read at once', async () => {
    const fake = waiting(11);
    showScreen('/money/review', fake);
    await screen.findByRole('heading', { name: '1 of 11' });
    expect(screen.queryByRole('button', { name: 'Show all' })).toBeNull();
  });

  // Holds dash-2042.
  test('blocks a word of the message, which hides it, and offers to publish', async () => {
    const fake = waiting();
    const { user } = showApp('/money/review', fake);
    await screen.findByText('Ann');
    expect(screen.queryByRole('button', { name: 'Publish' })).toBeNull();
    press('b');
    const dialog = within(await screen.findByRole('dialog', { name: 'Block a word' }));
    expect(dialog.getByLabelText<HTMLInputElement>('Word or phrase').value).toBe('twat');
    await user.click(dialog.getByRole('button', { name: 'Block and hide' }));
    await waitFor(() => expect(stateOf(fake, 'Ann')).toBe('hidden'));
    expect(fake.serverDraft.value?.tips.blockWords).toEqual(['twat']);
    expect(await screen.findByRole('button', { name: 'Publish' })).toBeDefined();
  });

  test('a decision can be taken back, and one that fails stays where it is', async () => {
    const fake = waiting();
    const { user } = showScreen('/money/review', fake);
    fake.failNext('moderate', 'api/unreachable');
    await user.click(await screen.findByRole('button', { name: 'Hide name and message' }));
    expect(await screen.findByRole('alert')).toBeDefined();
    expect(screen.getByText('Ann')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Hide name and message' }));
    await user.click(await screen.findByRole('button', { name: 'Show after all' }));
    await waitFor(() => expect(stateOf(fake, 'Ann')).toBe('visible'));
    expect(screen.getByText('Zoe')).toBeDefined();
  });

  test('the keys do nothing on another screen, nor when single-key shortcuts are off', async () => {
    const fake = waiting();
    chooseShortcuts(false);
    showApp('/money/review', fake);
    await screen.findByText('Ann');
    press('s');
    chooseShortcuts(true);
    showApp('/money/books', fake);
    await screen.findByRole('heading', { name: 'Books', level: 1 });
    press('s');
    expect(stateOf(fake, 'Ann')).toBe('held');
  });
});

beforeEach(() => void vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {}));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

async function openExport(address: string) {
  const fake = adasBackend();
  fake.receive(makeTip());
  const { user, whereAmI } = showScreen(address, fake);
  await user.click(await screen.findByRole('button', { name: 'Export' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Export tips' }));
  const send = () => user.click(dialog.getByRole('button', { name: 'Download' }));
  return { fake, user, dialog, send, whereAmI };
}

test('exports everything when nothing is filtered, as spreadsheets of the language read it', async () => {
  const { fake, send } = await openExport('/money/tips');
  await send();
  await waitFor(() => expect(fake.exportChoices).toEqual([{ ...wholeExport('csv'), zone: browserZone() }]));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Export tips' })).toBeNull());
});

test('exports what the filter shows, with a separator of choice and the decimal sign that fits', async () => {
  const { fake, user, dialog, send } = await openExport(
    '/money/tips?q=mary&from=2026-11-01&until=2026-11-30',
  );
  await user.selectOptions(dialog.getByLabelText('Separator'), 'Semicolon (5,00)');
  await send();
  await waitFor(() =>
    expect(fake.exportChoices).toMatchObject([
      {
        state: 'received',
        search: 'mary',
        from: '2026-11-01',
        until: '2026-11-30',
        separator: 'semicolon',
        decimal: 'comma',
        zone: browserZone(),
      },
    ]),
  );
});

test('does not send a period that ends before it begins, and says why', async () => {
  const { dialog } = await openExport('/money/tips?from=2026-11-10');
  fireEvent.change(dialog.getByLabelText('Until'), { target: { value: '2026-11-01' } });
  expect(dialog.getByText('Choose a day that is not before the first.')).toBeDefined();
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Download' }).disabled).toBe(true);
});

test('the period of the file does not change the list', async () => {
  const { fake, user, dialog, send, whereAmI } = await openExport('/money/tips?state=paid');
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Period' }), 'Last month');
  await user.click(dialog.getByRole('radio', { name: 'JSON' }));
  expect(dialog.queryByLabelText('Separator')).toBeNull();
  await send();
  await waitFor(() => expect(fake.exportChoices).toMatchObject([{ format: 'json', state: 'paid' }]));
  expect(fake.exportChoices[0]?.from).toMatch(/^\d{4}-\d{2}-01$/);
  expect(whereAmI()).toBe('/money/tips?state=paid');
});
