import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, afterEach, expect, test, beforeEach, vi } from 'vitest';
import fc from 'fast-check';
import { wholeExport } from '@busker/core/account/export-document';
import type { Tip } from '@busker/core/tip/tip';
import type { TipLogEntry } from '@busker/core/money-documents/tip-document';
import { noContribution } from '@busker/core/money/money';
import { stateFilters } from '@busker/core/tip/tip-filter';
import { chooseShortcuts, browserZone } from '../../preferences/preferences';
import type { FakeBackend } from '../../testing/fake-backend';
import { adasBackend, showApp, showScreen } from '../../testing/fake-screen';
import { makeChannel, makeTip, makeUser } from '../../testing/fakes';
import { storyOf, stripePage } from './tip-details';
import {
  countFilters,
  daysOf,
  filterOf,
  filterQuery,
  isBackwards,
  isUnknown,
  periodOf,
  periodsOf,
  receivedTips,
} from './tip-filters';

describe('tips', () => {
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
});

describe('tip filters', () => {
  describe('tip filter', () => {
    // Holds dash-066.
    test('keeps every filter in the address and reads the same from it', () => {
      const date = fc.constantFrom('', '2026-01-01', '2026-11-20');
      const filter = fc.record({
        state: fc.constantFrom(...stateFilters),
        from: date,
        until: date,
        placement: fc.string(),
        search: fc.string(),
      });
      fc.assert(
        fc.property(filter, (given) => {
          const address = new URLSearchParams(filterQuery(given)).toString();
          expect(filterOf(new URLSearchParams(address))).toEqual(given);
        }),
      );
    });

    test('ignores unreadable filters in the address', () => {
      expect(filterOf(new URLSearchParams('state=stolen&from=yesterday&until=2026-02-30'))).toEqual(
        receivedTips,
      );
    });

    test('knows that an address has a filter that is none', () => {
      const unknown = (query: string) => {
        const address = new URLSearchParams(query);
        return isUnknown(address, filterOf(address));
      };
      expect(['state=stolen', 'from=yesterday', 'until=2026-02-30'].filter(unknown)).toHaveLength(3);
      expect(['', 'tip=a', 'state=all&from=2026-01-01&q=x', 'state=received'].filter(unknown)).toEqual([]);
    });

    test('counts a range of days as one filter', () => {
      expect(countFilters(receivedTips)).toBe(0);
      expect(countFilters({ ...receivedTips, state: 'all', from: '2026-01-01', until: '2026-01-31' })).toBe(
        2,
      );
    });
  });

  describe('period', () => {
    test('knows the days of this and last month, also in January and in a leap year', () => {
      expect(daysOf('this-month', '2028-02-10')).toEqual({ from: '2028-02-01', until: '2028-02-29' });
      expect(daysOf('last-month', '2026-01-31')).toEqual({ from: '2025-12-01', until: '2025-12-31' });
      expect(daysOf('this-year', '2026-01-31')).toEqual({ from: '2026-01-01', until: '2026-12-31' });
      expect(daysOf('2024', '2026-01-31')).toEqual({ from: '2024-01-01', until: '2024-12-31' });
    });

    test('offers the years since the account was made, and names the period of chosen days', () => {
      const periods = periodsOf('2026-11-25', 2024);
      expect(periods).toEqual(['all', 'this-month', 'last-month', 'this-year', '2025', '2024', 'custom']);
      const named = (from: string, until: string) => periodOf({ from, until }, periods, '2026-11-25');
      expect(named('', '')).toBe('all');
      expect(named('2026-10-01', '2026-10-31')).toBe('last-month');
      expect(named('2025-01-01', '2025-12-31')).toBe('2025');
      expect(named('2026-10-02', '2026-10-31')).toBe('custom');
      expect(named('2026-10-02', '')).toBe('custom');
    });

    test('says when the last day is before the first', () => {
      expect(isBackwards({ from: '2026-10-02', until: '2026-10-01' })).toBe(true);
      expect(isBackwards({ from: '2026-10-02', until: '' })).toBe(false);
    });
  });
});

describe('tip tools', () => {
  // happy-dom has no layout, so every row has the default height.
  Object.defineProperty(HTMLElement.prototype, 'offsetHeight', { configurable: true, get: () => 88 });

  beforeEach(() => localStorage.clear());
  afterEach(cleanup);

  const fan = (name: string, message: string | null = null): Tip['fan'] => ({
    name,
    message,
    anonymous: false,
    country: null,
  });
  // Holds dash-150.
  test('a tip whose payment takes days is on its way, and in no total', async () => {
    const fake = adasBackend();
    const payment = { status: 'processing', attempts: 1, lastError: null, succeededAt: null } as const;
    fake.begin(makeTip({ state: 'processing', payment, contrib: noContribution, fan: fan('Charles') }));
    fake.begin(makeTip({ state: 'expired', fan: fan('Nobody') }));
    showScreen('/money/tips', fake);
    expect(await screen.findByText('Charles')).toBeDefined();
    const row = screen.getAllByRole('listitem').find((item) => item.hasAttribute('aria-posinset'));
    expect(row?.textContent).toContain('On its way');
    expect(screen.queryByText('Received in USD')).toBeNull();
    expect(screen.queryByText('Nobody')).toBeNull();
  });

  // Holds dash-065.
  test('searches all tips, also those not loaded yet', async () => {
    const fake = adasBackend();
    fake.begin(makeTip({ fan: fan('Somerville'), createdAt: 1 }));
    for (let count = 0; count < 400; count += 1) fake.begin(makeTip({ createdAt: 1000 + count }));
    const { whereAmI } = showScreen('/money/tips', fake);
    fireEvent.change(await screen.findByLabelText('Search'), { target: { value: 'somer' } });
    expect(await screen.findByText('Somerville')).toBeDefined();
    await screen.findByText('1 tip found', { exact: false });
    expect(whereAmI()).toBe('/money/tips?q=somer');
  });

  // Holds dash-241.
  test('a search that is too long stays in its field with an error, and the list as it was', async () => {
    const fake = adasBackend();
    fake.begin(makeTip({ fan: fan('Somerville') }));
    const { whereAmI } = showScreen('/money/tips', fake);
    const field = await screen.findByLabelText<HTMLInputElement>('Search');
    fireEvent.change(field, { target: { value: 'x'.repeat(201) } });
    expect(await screen.findByText('Keep this to 200 characters.')).toBeDefined();
    expect(field.value).toHaveLength(201);
    expect(whereAmI()).toBe('/money/tips');
    expect(screen.getByText('Somerville')).toBeDefined();
  });

  // Holds dash-230.
  test('keeps every character of a search that is typed faster than the screen follows', async () => {
    const fake = adasBackend();
    fake.begin(makeTip({ fan: fan('Somerville') }));
    const { whereAmI } = showScreen('/money/tips', fake);
    const field = await screen.findByLabelText<HTMLInputElement>('Search');
    const property = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
    // One after another without a pause, as keys arrive while the page is busy. Each adds to what the field holds then.
    await act(async () => {
      for (const key of 'somer') {
        property?.set?.call(field, field.value + key);
        field.dispatchEvent(new Event('input', { bubbles: true }));
      }
    });
    expect(field.value).toBe('somer');
    await waitFor(() => expect(whereAmI()).toBe('/money/tips?q=somer'));
    fireEvent.click(await screen.findByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(field.value).toBe(''));
  });

  // Holds dash-1272.
  test('says that a filter in the address is none, shows the tips without it, and says nothing once a filter is chosen', async () => {
    const fake = adasBackend();
    fake.receive(makeTip());
    const { user } = showScreen('/money/tips?state=stolen', fake);
    const says = /a filter that Busker does not know/;
    expect((await screen.findByText(says)).getAttribute('role')).toBe('status');
    expect(screen.getByRole('list', { name: 'List of tips' })).toBeDefined();
    await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'a');
    await waitFor(() => expect(screen.queryByText(says)).toBeNull());
  });

  // Holds dash-066.
  test('applies the filter of the address', async () => {
    const fake = adasBackend();
    fake.receive(makeTip({ state: 'refunded', fan: fan('Refunded one') }));
    fake.receive(makeTip({ fan: fan('Paid one') }));
    showScreen('/money/tips?state=refunded', fake);
    expect(await screen.findByText('Refunded one')).toBeDefined();
    expect(screen.queryByText('Paid one')).toBeNull();
    // One filter alone has one button that removes it.
    expect(screen.getByRole('button', { name: 'Remove filter: Refunded' })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull();
  });

  // Holds dash-280.
  test('the filters are behind one button with their number, and each that is set is removed alone', async () => {
    const fake = adasBackend();
    fake.receive(makeTip({ state: 'refunded', fan: fan('Refunded one') }));
    fake.receive(makeTip({ fan: fan('Paid one') }));
    const { user, whereAmI } = showScreen('/money/tips?state=refunded&from=2026-11-02&q=one', fake);
    const opener = await screen.findByRole('button', { name: 'Filters (2 active)' });
    expect(opener.getAttribute('aria-expanded')).toBe('false');
    expect(screen.queryByRole('combobox', { name: 'State' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Remove filter: Refunded' }));
    await waitFor(() => expect(whereAmI()).toBe('/money/tips?q=one&from=2026-11-02'));
    // The pressed button is gone: the focus stays beside it.
    expect(document.activeElement).toBe(opener);
    expect(opener.textContent).toBe('Filters (1 active)');
    expect(screen.getByRole('button', { name: 'Remove filter: From: Nov 2, 2026' })).toBeDefined();
    await user.keyboard('{Enter}');
    expect(opener.getAttribute('aria-expanded')).toBe('true');
    expect(screen.getByRole('combobox', { name: 'State' })).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(whereAmI()).toBe('/money/tips'));
    expect(opener.textContent).toBe('Filters');
  });

  test('shows received and processing tips until another filter is chosen, and says so', async () => {
    const fake = adasBackend();
    fake.receive(makeTip({}));
    showScreen('/money/tips', fake);
    expect(await screen.findByDisplayValue('Received and processing')).toBeDefined();
  });

  test('says that older tips could not be read, and retries on request', async () => {
    const fake = adasBackend();
    fake.begin(makeTip({ fan: fan('Somerville'), createdAt: 1 }));
    for (let count = 0; count < 150; count += 1) fake.begin(makeTip({ createdAt: 1000 + count }));
    fake.failNext('readTips', 'store/unavailable');
    const { user } = showScreen('/money/tips?q=somer', fake);
    await screen.findByRole('alert');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Somerville')).toBeDefined();
  });

  // Holds dash-073.
  test('keeps only visible rows in the page', async () => {
    const fake = adasBackend();
    for (let count = 0; count < 100; count += 1) fake.receive(makeTip({ fan: fan(`Fan ${count}`) }));
    showScreen('/money/tips', fake);
    await screen.findByText('Fan 99');
    const rows = screen.getAllByRole('listitem').filter((row) => row.hasAttribute('aria-posinset'));
    expect(rows.length).toBeLessThan(60);
    expect(rows[0]?.getAttribute('aria-setsize')).toBe('100');
  });

  // Holds dash-070.
  test('shows and hides a tip’s name and message', async () => {
    const fake = adasBackend();
    const moderation = { state: 'held', reasons: ['web-address'] } as const;
    const tip = makeTip({ moderation, fan: fan('Mary', 'buy at www.spam.example') });
    fake.receive(tip);
    const { user } = showScreen(`/money/tips?tip=${tip.tipId}`, fake);
    expect(await screen.findByText(/The name or the message contains a web address/)).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Show name and message' }));
    await waitFor(() => expect(fake.allTips.value[0]?.moderation.state).toBe('visible'));
    await user.click(await screen.findByRole('button', { name: 'Hide name and message' }));
    await waitFor(() => expect(fake.allTips.value[0]?.moderation.state).toBe('hidden'));
  });

  // Holds dash-069.
  test('says until when a dispute must be answered', async () => {
    const fake = adasBackend();
    const dueBy = new Date(2026, 11, 1, 12).getTime();
    const tip = makeTip({
      state: 'disputed',
      dispute: { status: 'open', amount: 500, disputeId: 'dp_1', dueBy },
      mode: 'connect',
    });
    fake.receive(tip);
    showScreen(`/money/tips?tip=${tip.tipId}`, fake);
    expect(await screen.findByText(/Answer by December 1, 2026 at/)).toBeDefined();
    expect(stripePage(tip, 'dispute')).toBe('https://dashboard.stripe.com/test/disputes/dp_1');
    expect(stripePage({ ...tip, mode: 'sandbox' }, 'dispute')).toBeNull();
  });

  // Holds dash-067.
  test('lists the events of a tip, not the repeated checks', () => {
    const place = (state: TipLogEntry['to']['state']) => ({ payment: 'succeeded' as const, state });
    const entry = (rev: number, given: Partial<TipLogEntry>): TipLogEntry => ({
      v: 1,
      rev,
      cause: 'webhook',
      eventId: null,
      from: place('paid'),
      to: place('paid'),
      delta: { count: 0, gross: 0, refunded: 0, disputed: 0 },
      at: rev * 10,
      ...given,
    });
    const story = storyOf(
      [
        entry(3, { cause: 'moderation' }),
        entry(1, { from: null, cause: 'create', to: place('pending') }),
        entry(2, { from: place('pending') }),
        entry(4, { cause: 'poll' }),
        entry(6, { to: place('refunded'), cause: 'refund' }),
      ],
      [
        {
          v: 1,
          requestId: 'r1',
          amount: 500,
          reason: 'duplicate',
          by: 'owner',
          status: 'succeeded',
          stripeRefundId: 're_1',
          failureReason: null,
          keyRound: 0,
          keptErrorAt: null,
          createdAt: 50,
          updatedAt: 60,
        },
      ],
    );
    expect(story.map((moment) => (moment.kind === 'state' ? moment.state : moment.kind))).toEqual([
      'pending',
      'paid',
      'cause',
      'refund',
      'refunded',
    ]);
  });
});
