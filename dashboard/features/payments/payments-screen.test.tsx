import { parseAmount } from '@busker/core/amounts/parse-amount';
import { currencies } from '@busker/core/money/money';
import { ownMethodTypes, type OwnMethodType, type MethodState } from '@busker/core/payments/methods';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { plainAmount } from '../../form/amount-field';
import type { FakeBackend } from '../../testing/fake-backend';
import { adasBackend, showScreen } from '../../testing/fake-screen';
import { makeDraft, makePayments, makeTip } from '../../testing/fakes';
import { countries, countryChoices } from './connect-form';
import { siteOrigin, wordsIn } from './payments-screen';
import { accountStatus, leave, requirementWords } from './status-panel';

describe('payments screen', () => {
  let left: string[] = [];
  beforeEach(() => {
    left = [];
    vi.spyOn(leave, 'to').mockImplementation((url) => void left.push(url));
  });
  afterEach(() => {
    cleanup();
    vi.restoreAllMocks();
  });

  function withPayments(given: Parameters<typeof makePayments>[0] = {}): FakeBackend {
    const fake = adasBackend();
    fake.payments.set(makePayments(given));
    return fake;
  }
  const tips = (fake: FakeBackend) => fake.serverDraft.value?.tips;

  // Holds dash-078, dash-272.
  test('opens Stripe with the chosen country', async () => {
    const fake = adasBackend();
    const { user } = showScreen('/settings/payments', fake);
    // The browser's language says en-US, but nobody has chosen yet.
    expect(await screen.findByLabelText('Country')).toHaveProperty('value', '');
    expect(screen.getByRole('button', { name: 'Continue at Stripe' })).toHaveProperty('disabled', true);
    await user.selectOptions(screen.getByLabelText('Country'), 'AT');
    await user.click(screen.getByRole('button', { name: 'Continue at Stripe' }));
    await waitFor(() => expect(left).toEqual(['https://connect.stripe.example/setup/1']));
    expect(fake.payments.value?.country).toBe('AT');
  });

  // Holds dash-271.
  test('says that the page takes tips, with its address, its copy and a tip to oneself, until the first one', async () => {
    const fake = withPayments();
    const { user } = showScreen('/settings/payments', fake);
    const panel = within(await screen.findByRole('region', { name: 'Your page takes tips' }));
    expect(panel.getByRole('link', { name: 'View my page' }).getAttribute('href')).toMatch(/\/@ada$/);
    expect(panel.getByRole('link', { name: 'Send yourself a first tip' }).getAttribute('href')).toMatch(
      /\/@ada\/tip$/,
    );
    await user.click(panel.getByRole('button', { name: 'Copy address' }));
    expect(await navigator.clipboard.readText()).toMatch(/\/@ada$/);
    fake.receive(makeTip());
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Your page takes tips' })).toBeNull());
  });

  test('an owner who has not published is led to the page once the account is ready', async () => {
    const fake = withPayments();
    fake.published.set(null);
    showScreen('/settings/payments', fake);
    const panel = within(await screen.findByRole('region', { name: 'Your account can receive tips' }));
    expect(panel.getByRole('link', { name: 'Go to my page' }).getAttribute('href')).toBe(
      '/page/profile#set-up',
    );
  });

  // Holds dash-079.
  test('lists what Stripe still needs, and until when', async () => {
    showScreen(
      '/settings/payments',
      withPayments({
        cardPayments: 'restricted',
        requirements: ['individual.verification.document', 'external_account'],
        requirementsDueAt: Date.UTC(2026, 11, 1, 12),
      }),
    );
    expect(await screen.findByText('A photo of an identity document')).toBeDefined();
    expect(screen.getByText('The bank account for your payouts')).toBeDefined();
    expect(screen.getByText(/Answer by December 1, 2026/)).toBeDefined();
  });

  // Holds dash-078.
  test('refreshes the status once after returning from Stripe, and cleans the address', async () => {
    const fake = withPayments({ cardPayments: 'pending' });
    fake.hold('refreshPayments');
    const { whereAmI } = showScreen('/settings/payments?back=1', fake);
    expect(await screen.findByText(/Checking your status with Stripe/)).toBeDefined();
    await waitFor(() => expect(whereAmI()).toBe('/settings/payments'));
    expect(left).toEqual([]);
  });

  test('opens a new link automatically when the old one was used', async () => {
    showScreen('/settings/payments?again=1', withPayments({ cardPayments: 'restricted' }));
    await waitFor(() => expect(left).toHaveLength(1));
  });

  // Holds dash-084.
  test('keeps a refusal by Stripe visible', async () => {
    const fake = withPayments({ cardPayments: 'restricted' });
    fake.failNext('connect', 'api/service-unavailable');
    const { user } = showScreen('/settings/payments', fake);
    await user.click(await screen.findByRole('button', { name: 'Answer at Stripe' }));
    // The frame has an alert too: no tips can arrive.
    const panel = await screen.findByRole('region', { name: 'Your Stripe account' });
    expect((await within(panel).findByRole('alert')).textContent).toContain('not available right now');
  });

  // Two answers at once could hide a refusal.
  test('asks Stripe one thing at a time', async () => {
    const fake = withPayments({ cardPayments: 'restricted' });
    fake.hold('refreshPayments');
    showScreen('/settings/payments?back=1', fake);
    const connect = await screen.findByRole('button', { name: 'Answer at Stripe' });
    await waitFor(() => expect(connect).toHaveProperty('disabled', true));
    expect(screen.getByRole('button', { name: 'Check again' })).toHaveProperty('disabled', true);
  });

  test('can be asked again when the owner comes from Stripe’s page by the browser’s Back', async () => {
    const { user } = showScreen('/settings/payments', withPayments({ cardPayments: 'restricted' }));
    await user.click(await screen.findByRole('button', { name: 'Answer at Stripe' }));
    await waitFor(() => expect(left).toHaveLength(1));
    const check = screen.getByRole('button', { name: 'Check again' });
    expect(check).toHaveProperty('disabled', true);
    act(() => void window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })));
    expect(check).toHaveProperty('disabled', false);
  });

  // Holds dash-080.
  test('stores amounts in minor units, and no unreadable input', async () => {
    const fake = withPayments();
    showScreen('/page/amounts', fake);
    const field = await screen.findByLabelText('Suggested amount 2');
    fireEvent.change(field, { target: { value: '7.50' } });
    await waitFor(() => expect(tips(fake)?.presets).toEqual([300, 750, 1000]));
    fireEvent.change(field, { target: { value: '7.5x' } });
    expect(screen.getByText(/Enter an amount, for example/)).toBeDefined();
    fireEvent.change(field, { target: { value: '0.10' } });
    expect(screen.getByText('The smallest possible tip is $1.00.')).toBeDefined();
    expect(tips(fake)?.presets).toEqual([300, 750, 1000]);
  });

  // Holds dash-080.
  test('uses the default again when a limit is cleared', async () => {
    const fake = withPayments();
    showScreen('/page/amounts', fake);
    const field = await screen.findByLabelText('Largest tip');
    fireEvent.change(field, { target: { value: '50' } });
    await waitFor(() => expect(tips(fake)?.max).toBe(5000));
    fireEvent.change(field, { target: { value: '' } });
    await waitFor(() => expect(tips(fake)?.max).toBeNull());
  });

  // Holds dash-081.
  test('shows what the owner keeps of each tip, and the cost of an undone one', async () => {
    showScreen('/settings/payments', withPayments());
    const table = within(await screen.findByRole('table', { name: 'What you keep of a tip' }));
    const row = within(table.getByRole('row', { name: /^\$5\.00/ }));
    expect(row.getAllByRole('cell').map((cell) => cell.textContent)).toEqual(['$0.45', '$4.55', '$5.46']);
    showScreen('/page/thanks', withPayments());
    expect(await screen.findByText(/an undone tip of \$3\.00 costs you about \$0\.39/)).toBeDefined();
  });

  // Holds dash-081.
  test('estimates nothing without a known fee', async () => {
    showScreen('/settings/payments', withPayments({ country: 'BR', feesCountry: null, currency: 'brl' }));
    expect(await screen.findByText(/We do not know the fee for your country/)).toBeDefined();
    const cover = screen.getByLabelText(/^Let fans cover the costs/);
    expect([cover.matches(':checked'), cover.matches(':disabled')]).toEqual([false, true]);
  });

  // Holds dash-940.
  test('hides the amounts on the wall, and offers it only where there is a wall', async () => {
    const fake = withPayments();
    const { user } = showScreen('/page/thanks', fake);
    const wall = await screen.findByLabelText(/^Let your page and your cards show the wall/);
    expect(screen.queryByLabelText(/^Hide the amount/)).toBeNull();
    await user.click(wall);
    await user.click(screen.getByLabelText(/^Hide the amount of each tip/));
    await waitFor(() => expect(tips(fake)).toMatchObject({ showWall: true, hideAmounts: true }));
  });

  // Holds pay-921.
  test('asks for amounts and goal after a change of the currency, and converts nothing', async () => {
    const fake = withPayments({ currency: 'eur' });
    const goal = { label: 'An accordion', amount: 10_000 };
    const chosen = { presets: [700], goal, currency: 'usd' as const };
    const draft = makeDraft();
    fake.serverDraft.set({ ...draft, tips: { ...draft.tips, ...chosen } });
    const { user } = showScreen('/page/thanks', fake);
    const alert = within(await screen.findByRole('alert', { name: 'Your account now takes EUR, not USD' }));
    expect(alert.getByText(/\$100\.00/)).toBeDefined();
    expect(screen.queryByText(/€100/)).toBeNull();
    await user.click(alert.getByRole('button', { name: 'Choose in EUR' }));
    await waitFor(() => expect(tips(fake)).toMatchObject({ presets: null, goal: null, currency: 'eur' }));
    expect(await screen.findByLabelText(/^Show a goal/)).toHaveProperty('checked', false);
  });

  // Holds dash-956.
  test('amounts and goal are prepared before there is an account, and asked for again when it has another currency', async () => {
    const fake = adasBackend();
    fake.payments.set(null);
    const { user } = showScreen('/page/amounts', fake);
    const currency = await screen.findByLabelText<HTMLSelectElement>('Currency of your tips');
    expect(currency.value).toBe('');
    expect(screen.queryByLabelText('Smallest tip')).toBeNull();
    await user.selectOptions(currency, 'Euro (EUR)');
    fireEvent.change(await screen.findByLabelText('Smallest tip'), { target: { value: '3' } });
    await waitFor(() => expect(tips(fake)).toMatchObject({ currency: 'eur', min: 300 }));
    act(() => fake.payments.set(makePayments({ currency: 'eur' })));
    expect(screen.queryByLabelText('Currency of your tips')).toBeNull();
    expect(screen.getByLabelText('Smallest tip')).toHaveProperty('value', '3');
    act(() => fake.payments.set(makePayments({ currency: 'usd' })));
    expect(await screen.findByRole('alert', { name: 'Your account now takes USD, not EUR' })).toBeDefined();
    cleanup();

    fake.payments.set(null);
    const goal = showScreen('/page/thanks', fake);
    await goal.user.click(await screen.findByLabelText(/^Show a goal/));
    await waitFor(() => expect(tips(fake)?.goal).toEqual({ label: '', amount: 30_000 }));
    // Nothing is converted: another currency begins anew.
    await goal.user.selectOptions(screen.getByLabelText('Currency of your tips'), 'Japanese Yen (JPY)');
    await waitFor(() => expect(tips(fake)).toMatchObject({ currency: 'jpy', min: null, goal: null }));
  });

  // Holds dash-956.
  test('a planned currency without an amount gives way to that of the account with the first amount', async () => {
    const fake = adasBackend();
    fake.payments.set(null);
    const { user } = showScreen('/page/amounts', fake);
    await user.selectOptions(await screen.findByLabelText('Currency of your tips'), 'Euro (EUR)');
    await waitFor(() => expect(tips(fake)).toMatchObject({ currency: 'eur' }));
    act(() => fake.payments.set(makePayments({ currency: 'usd' })));
    fireEvent.change(await screen.findByLabelText('Smallest tip'), { target: { value: '3' } });
    await waitFor(() => expect(tips(fake)).toMatchObject({ currency: 'usd', min: 300 }));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByLabelText('Smallest tip')).toHaveProperty('value', '3');
  });

  // Holds pay-930.
  test('a first amount says in which currency it is, so that it is asked again when the account has another one before it is published', async () => {
    const fake = adasBackend();
    fake.payments.set(makePayments({ currency: 'usd' }));
    showScreen('/page/amounts', fake);
    fireEvent.change(await screen.findByLabelText('Smallest tip'), { target: { value: '100' } });
    await waitFor(() => expect(tips(fake)).toMatchObject({ currency: 'usd', min: 10_000 }));
    act(() => fake.payments.set(makePayments({ currency: 'eur' })));
    expect(await screen.findByRole('alert', { name: 'Your account now takes EUR, not USD' })).toBeDefined();
    expect(tips(fake)).toMatchObject({ currency: 'usd', min: 10_000 });
  });

  // Holds dash-924.
  test('says that a goal has its sum, and begins the next one', async () => {
    const fake = withPayments();
    const goal = { label: 'An accordion', amount: 10_000 };
    const draft = makeDraft();
    fake.serverDraft.set({ ...draft, tips: { ...draft.tips, goal } });
    if (fake.published.value)
      fake.published.set({ ...fake.published.value, tips: { ...fake.published.value.tips, goal } });
    fake.totals.set({ usd: { count: 3, gross: 12_800, refunded: 0, disputed: 0 } });
    const { user } = showScreen('/page/thanks', fake);
    await screen.findByText('Reached: $128.00 of $100.00');
    await user.click(screen.getByRole('button', { name: 'Set the next goal' }));
    await waitFor(() => expect(tips(fake)?.goal).toEqual({ label: '', amount: 10_000 }));
    expect(screen.queryByText(/^Reached/)).toBeNull();
  });

  // Holds dash-082.
  test('stores allowed sites as origins, each once', async () => {
    const fake = withPayments();
    const { user } = showScreen('/settings/sites', fake);
    const field = await screen.findByLabelText('Site');
    for (const typed of ['blog.example.com/about?x=1', 'https://blog.example.com', 'not a site']) {
      await user.clear(field);
      await user.type(field, typed);
      await user.click(screen.getByRole('button', { name: 'Add site' }));
    }
    expect(fake.serverDraft.value?.allowedSites).toEqual(['https://blog.example.com']);
    expect(screen.getByText('Enter the site like this: https://example.com.')).toBeDefined();
  });

  // Holds web-007, dash-083.
  test('registers a domain for wallets and shows the status of each wallet', async () => {
    const fake = withPayments();
    const { user } = showScreen('/settings/sites', fake);
    await user.type(await screen.findByLabelText('Domain'), 'https://ada.example/notes');
    await user.click(screen.getByRole('button', { name: 'Register domain' }));
    expect(await screen.findByText('Apple Pay: on')).toBeDefined();
    expect(fake.sites.map(({ domain }) => domain)).toEqual(['ada.example']);
  });

  test('maps every account to its status', () => {
    const now = 1000;
    expect(accountStatus(null, now)).toBe('none');
    expect(accountStatus(makePayments({ disconnectedAt: 1 }), now)).toBe('gone');
    expect(accountStatus(makePayments({ pausedUntil: 1001 }), now)).toBe('paused');
    expect(accountStatus(makePayments({ pausedUntil: 999 }), now)).toBe('active');
    expect(accountStatus(makePayments({ cardPayments: 'restricted', pausedUntil: 1001 }), now)).toBe(
      'restricted',
    );
  });

  test('reads an origin from pasted addresses, and from nothing else', () => {
    expect(siteOrigin(' Blog.Example.com/a?b ')).toBe('https://blog.example.com');
    expect(siteOrigin('http://localhost:3000/x')).toBe('http://localhost:3000');
    expect(siteOrigin('javascript:alert(1)')).toBeNull();
    expect(siteOrigin('file:///etc/passwd')).toBeNull();
    expect(siteOrigin('word')).toBeNull();
  });

  test('stores each blocked word once, whatever separates them', () => {
    expect(wordsIn(' spam \n\nfree money, spam;x ')).toEqual(['spam', 'free money', 'x']);
  });
});

describe('payments', () => {
  // Holds dash-079.
  test('lists Stripe’s requirements in words, each once and never empty', () => {
    expect(
      requirementWords([
        'individual.verification.document',
        'individual.verification.additional_document',
        'external_account',
        'something.new',
      ]),
    ).toEqual(['pay.need.document', 'pay.need.bank', 'pay.need.other']);
  });

  test('lists countries by name', () => {
    expect(countryChoices('de').map(({ label }) => label)).toContain('Österreich');
    for (const currency of Object.values(countries)) expect(currencies[currency]).toBeDefined();
  });

  test('formats an amount for a field so that parsing returns the same amount', () => {
    for (const [currency, minorUnits] of [
      ['usd', 546],
      ['jpy', 500],
      ['isk', 15000],
      ['kwd', 1250],
      ['huf', 100050],
      ['usd', 123_456_00],
    ] as const) {
      for (const locale of ['en', 'de', 'fr']) {
        const written = plainAmount({ minorUnits, currency }, locale);
        expect(parseAmount(written, currency, locale)).toEqual({ ok: true, value: { minorUnits, currency } });
      }
    }
  });
});

describe('fan currency', () => {
  afterEach(cleanup);

  const label = /^Let fans pay in their own currency/;

  function show(country: string) {
    const fake = adasBackend();
    fake.payments.set(makePayments({ country }));
    return { fake, ...showScreen('/settings/payments', fake) };
  }

  // Holds dash-155.
  test('an owner lets fans pay in their own currency, and reads before who pays for the exchange', async () => {
    const { fake, user } = show('DE');
    const choice = await screen.findByLabelText(label);
    expect(choice).toHaveProperty('checked', false);
    expect(screen.getByText(/Stripe adds 2 to 4 % for the exchange, which the fan pays/)).toBeDefined();
    await user.click(choice);
    await waitFor(() => expect(fake.serverDraft.value?.tips.fanCurrency).toBe(true));
    await user.click(screen.getByLabelText(label));
    await waitFor(() => expect(fake.serverDraft.value?.tips.fanCurrency).toBe(false));
  });

  // Holds dash-155.
  test('a business in India, for which Stripe does not convert, is not asked', async () => {
    show('IN');
    expect(await screen.findByLabelText(/^Let fans cover the costs/)).toBeDefined();
    expect(screen.queryByLabelText(label)).toBeNull();
  });
});

afterEach(cleanup);

// Holds dash-145.
test('offers monthly and yearly tips with their own amounts, and keeps those of the other period', async () => {
  const fake = adasBackend();
  fake.payments.set(makePayments({ livemode: true }));
  const offer = () => fake.serverDraft.value?.tips.monthly;
  const { user } = showScreen('/page/amounts', fake);
  const turnOn = await screen.findByRole('switch', { name: /^Let fans give regularly/ });
  expect(screen.queryByRole('radiogroup', { name: 'What fans can choose' })).toBeNull();
  await user.click(turnOn);
  await waitFor(() => expect(offer()).toMatchObject({ on: true, intervals: ['month'] }));
  const often = within(screen.getByRole('radiogroup', { name: 'What fans can choose' }));
  await user.click(often.getByRole('radio', { name: 'Every month or every year' }));
  await waitFor(() => expect(offer()?.intervals).toEqual(['month', 'year']));
  const year = within(screen.getByRole('group', { name: 'Suggested amounts for a year' }));
  await user.click(year.getByRole('button', { name: 'Remove $60.00' }));
  await waitFor(() => expect(offer()?.presets).toEqual({ month: null, year: [3600, 12_000] }));
  await user.click(often.getByRole('radio', { name: 'Every month' }));
  await waitFor(() =>
    expect(offer()).toMatchObject({ intervals: ['month'], presets: { year: [3600, 12_000] } }),
  );
  expect(screen.queryByRole('group', { name: 'Suggested amounts for a year' })).toBeNull();
  expect(screen.getByText(/From \$1\.00 to \$500\.00 a month, and up to \$6,000\.00 a year/)).toBeDefined();
  expect(screen.getByText(/about 0\.7% more/)).toBeDefined();
  expect(screen.getByRole('link', { name: 'Open Stripe’s settings' })).toBeDefined();
});

// Holds dash-145.
test('has no amounts before the currency is known, and no link to settings that the sandbox does not have', async () => {
  const fake = adasBackend();
  fake.payments.set(null);
  const { user } = showScreen('/page/amounts', fake);
  await user.click(await screen.findByRole('switch', { name: /^Let fans give regularly/ }));
  await screen.findByRole('radiogroup', { name: 'What fans can choose' });
  expect(screen.queryByRole('group', { name: 'Suggested amounts for a month' })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Open Stripe’s settings' })).toBeNull();
});

describe('ways screen', () => {
  afterEach(cleanup);

  const at = '/settings/ways';

  function backendWithAccount(given: Parameters<typeof makePayments>[0] = {}): FakeBackend {
    const fake = adasBackend();
    fake.payments.set(makePayments(given));
    return fake;
  }

  const methodsWith = (states: Partial<Record<OwnMethodType, MethodState>>) =>
    ownMethodTypes.map((type) => ({ type, state: states[type] ?? 'on' }) as const);

  const namesIn = async (label: string) =>
    within(await screen.findByRole('list', { name: label }))
      .getAllByRole('listitem')
      .map((item) => item.firstChild?.textContent);

  // Holds dash-144.
  describe('the ways to pay', () => {
    test('stand under what they are: on, missing, waiting, off', async () => {
      const fake = backendWithAccount();
      fake.ways = methodsWith({
        link: 'missing',
        cashapp: 'waiting',
        google_pay: 'off',
        amazon_pay: 'off',
        ideal: 'other-currency',
        mobilepay: 'other-currency',
        blik: 'other-currency',
      });
      showScreen(at, fake);
      expect((await namesIn('On')).slice(0, 2)).toEqual(['Bank cards', 'Apple Pay']);
      expect(await namesIn('Something is missing')).toEqual(['Link']);
      expect(await namesIn('Stripe is checking')).toEqual(['Cash App Pay']);
      expect(await namesIn('Off')).toEqual(['Google Pay', 'Amazon Pay']);
      expect(screen.getByRole('link', { name: 'See what Stripe needs' }).getAttribute('href')).toBe(
        '/settings/payments',
      );
    });

    test('of other currencies are folded, with the country and what an owner should know', async () => {
      const fake = backendWithAccount();
      fake.ways = methodsWith({
        ideal: 'other-currency',
        mobilepay: 'other-currency',
        blik: 'other-currency',
      });
      const { user } = showScreen(at, fake);
      const others = await screen.findByText('Not with USD');
      expect(others.closest('details')?.open).toBe(false);
      await user.click(others);
      const list = within(await screen.findByRole('list', { name: 'Not with USD' }));
      expect(list.getByText('Used in: Netherlands')).toBeDefined();
      expect(list.getByText('Used in: Denmark, Finland')).toBeDefined();
      expect(list.getByText('Only on Stripe’s own page')).toBeDefined();
      expect(list.getByText(/Has a fee of its own/)).toBeDefined();
    });

    // Holds dash-160.
    test('that only fans with a currency of their own have are under their real state, and marked', async () => {
      const fake = backendWithAccount();
      fake.ways = methodsWith({ twint: 'missing', blik: 'off', wero: 'other-currency' });
      showScreen(at, fake);
      const mark = 'On Stripe’s page, in the fan’s currency';
      const rowOf = async (label: string, name: string) =>
        within(await screen.findByRole('list', { name: label }))
          .getAllByRole('listitem')
          .find((item) => item.firstChild?.textContent === name)?.textContent;
      expect(await rowOf('On', 'iDEAL')).toContain(mark);
      expect(await rowOf('Something is missing', 'TWINT')).toContain(mark);
      expect(await rowOf('Off', 'BLIK')).toContain(mark);
      expect(await rowOf('Off', 'BLIK')).not.toContain('Only on Stripe’s own page');
      expect(await rowOf('On', 'Bank cards')).not.toContain(mark);
      const others = screen.getByText('Not with USD').closest('details');
      expect(others?.textContent).toContain('Wero');
      expect(others?.textContent).not.toContain(mark);
    });

    test('lead to Stripe’s settings from a live account, and nowhere from the sandbox', async () => {
      const fake = backendWithAccount({ livemode: true });
      fake.ways = methodsWith({ twint: 'off' });
      showScreen(at, fake);
      const link = await screen.findByRole('link', { name: 'Ways to pay in Stripe’s settings' });
      expect(link.getAttribute('href')).toBe('https://dashboard.stripe.com/settings/payment_methods');
      cleanup();
      const sandbox = backendWithAccount({ livemode: false });
      sandbox.ways = fake.ways;
      showScreen(at, sandbox);
      expect(await namesIn('Off')).toEqual(['TWINT']);
      expect(screen.queryByRole('link', { name: 'Ways to pay in Stripe’s settings' })).toBeNull();
    });

    // Holds dash-154.
    test('that lack something lead to what Stripe asks and to its settings, and are not among those that are on', async () => {
      const fake = backendWithAccount({ livemode: true, currency: 'chf' });
      fake.ways = methodsWith({ twint: 'missing', p24: 'other-currency' });
      showScreen(at, fake);
      expect(await namesIn('Something is missing')).toEqual(['TWINT']);
      expect(await namesIn('On')).not.toContain('TWINT');
      expect(screen.getByText('Not with CHF').closest('details')?.textContent).toContain('Przelewy24');
      const panel = screen
        .getByText('Stripe needs more from you before fans can pay this way.')
        .closest('section');
      const links = within(panel ?? document.body).getAllByRole('link');
      expect(links.map((link) => link.getAttribute('href'))).toEqual([
        '/settings/payments',
        'https://dashboard.stripe.com/settings/payment_methods',
      ]);
    });

    test('are read again after a failure', async () => {
      const fake = backendWithAccount();
      fake.failNext('ways', 'api/service-unavailable');
      const { user } = showScreen(at, fake);
      await user.click(await screen.findByRole('button', { name: 'Try again' }));
      expect((await namesIn('On'))[0]).toBe('Bank cards');
      expect(fake.timesAsked('ways')).toBe(2);
    });
  });

  describe('an owner without an account', () => {
    test.each([
      ['before the first one', null, 'No ways to pay yet'],
      [
        'after a disconnected one',
        makePayments({ disconnectedAt: 1 }),
        'Your Stripe account is disconnected',
      ],
    ] as const)('is led to Payments %s', async (_, payments, title) => {
      const fake = backendWithAccount();
      fake.payments.set(payments);
      const { user, whereAmI } = showScreen(at, fake);
      expect(await screen.findByText(title)).toBeDefined();
      await user.click(screen.getByRole('link', { name: 'Connect payments' }));
      await waitFor(() => expect(whereAmI()).toBe('/settings/payments'));
      expect(fake.timesAsked('ways')).toBe(0);
    });
  });
});
