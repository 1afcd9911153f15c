import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, afterEach, expect, test, vi, beforeEach } from 'vitest';
import type { OwnRestriction } from '@busker/core/dashboard-api/moderation-api';
import { fakeChannel, fakeChannels } from '@busker/core/testing/fakes';
import { defaultPreferences } from '@busker/core/account/account-document';
import { noChannels } from '@busker/core/outbox/channel';
import { adasBackend, showApp } from '../testing/fake-screen';
import {
  makePayments,
  makePublished,
  makeRestriction,
  makeTip,
  en,
  makeChannel,
  makeUser,
} from '../testing/fakes';
import { storeCodes, storeFailure } from '../data/failure';
import type { FakeBackend } from '../testing/fake-backend';
import type { ScriptedCall } from '../testing/scripted-call';
import { browserZone } from '../preferences/preferences';

describe('restriction notice', () => {
  afterEach(cleanup);

  const restricted = (given: Partial<OwnRestriction>) => {
    const fake = adasBackend();
    fake.restriction = makeRestriction(given);
    return fake;
  };

  test.each([
    ['limited', 'The host has limited your page', true],
    ['payments-paused', 'The host has paused your tips', true],
    ['hidden', 'Your page is hidden', false],
    ['suspended', 'Your page is suspended', false],
    ['closed', 'Your page is closed', false],
  ] as const)('says what is restricted and why, on every screen: %s', async (state, title, publishes) => {
    const fake = restricted({ state, scope: state === 'limited' ? ['bio'] : [] });
    showApp('/page/profile', fake);
    const notice = await screen.findByRole('status', { name: title });
    expect(notice.textContent).toContain('Reason: The picture is not yours.');
    await screen.findByRole('button', { name: 'Publish' });
    const obstacle = screen.queryByText('The host does not allow this page to be published at the moment.');
    expect(obstacle === null).toBe(publishes);
  });

  test('names the limited picture, and the limited link by its label', async () => {
    showApp('/page/profile', restricted({ state: 'limited', scope: ['picture', 'link:k1'] }));
    const notice = await screen.findByRole('status', { name: 'The host has limited your page' });
    expect(notice.textContent).toContain('your picture and the link “Instagram”');
  });

  test('says when the restriction ends, and that an authority ordered it', async () => {
    const until = Date.UTC(2026, 10, 27, 12);
    showApp('/money/tips', restricted({ state: 'suspended', scope: ['order'], until }));
    const notice = await screen.findByRole('status', { name: 'Your page is suspended' });
    expect(notice.textContent).toContain('An authority has ordered this. Until November 27, 2026');
  });

  test('appears when publishing is refused, even if the profile was not restricted before', async () => {
    const fake = adasBackend();
    const { user } = showApp('/page/profile', fake);
    await user.type(await screen.findByLabelText('Name'), ' King');
    const publish = screen.getByRole('button', { name: 'Publish' });
    fake.restriction = makeRestriction({ state: 'suspended' });
    await user.click(publish);
    expect((await screen.findByRole('alert')).textContent).toContain(
      'The host of this site has restricted this profile.',
    );
    expect(await screen.findByRole('status', { name: 'Your page is suspended' })).toBeDefined();
    await screen.findByText('The host does not allow this page to be published at the moment.');
  });
});

describe('own page', () => {
  afterEach(() => {
    cleanup();
    Reflect.deleteProperty(navigator, 'share');
    vi.restoreAllMocks();
  });

  const sidebar = () => within(screen.getAllByRole('banner')[0] ?? document.body);
  async function viewLink(): Promise<HTMLElement> {
    await screen.findAllByRole('banner');
    return sidebar().findByRole('link', { name: 'View my page' });
  }

  // Holds dash-110.
  test.each(['/page/profile', '/money/tips', '/settings/payments', '/settings/account'])(
    'the frame links to the published page, in a new tab, on %s',
    async (address) => {
      showApp(address, adasBackend());
      await screen.findByRole('heading', { level: 1 });
      const link = await viewLink();
      expect(link.getAttribute('href')).toMatch(/\/@ada$/);
      expect(link.getAttribute('target')).toBe('_blank');
    },
  );

  test('an owner who has never published gets no link to a page that does not exist', async () => {
    const fake = adasBackend();
    fake.published.set(null);
    showApp('/page/profile', fake);
    await screen.findByText('Not published yet');
    expect(screen.queryByRole('link', { name: 'View my page' })).toBeNull();
  });

  // Holds dash-287.
  test('“Copy address” is an entry of the menu like “View my page”', async () => {
    showApp('/money/books', adasBackend());
    const view = await viewLink();
    const copy = sidebar().getByRole('button', { name: 'Copy address' });
    expect(copy.classList.contains(view.classList[0] ?? '')).toBe(true);
    expect(copy.querySelector('svg')?.getAttribute('width')).toBe(
      view.querySelector('svg')?.getAttribute('width'),
    );
  });

  test('copies the address, and says so', async () => {
    const { user } = showApp('/money/books', adasBackend());
    await viewLink();
    await user.click(sidebar().getByRole('button', { name: 'Copy address' }));
    await sidebar().findByRole('button', { name: 'Address copied' });
    expect(await navigator.clipboard.readText()).toMatch(/\/@ada$/);
  });

  // Holds dash-1119.
  test('views and copies the owner’s own domain while the page is live there', async () => {
    const fake = adasBackend();
    fake.published.set(makePublished({ domain: 'links.ada.example' }));
    const { user } = showApp('/money/books', fake);
    expect((await viewLink()).getAttribute('href')).toBe('https://links.ada.example/');
    await user.click(sidebar().getByRole('button', { name: 'Copy address' }));
    await sidebar().findByRole('button', { name: 'Address copied' });
    expect(await navigator.clipboard.readText()).toBe('https://links.ada.example/');
  });

  test('shows the address when the browser refuses to copy', async () => {
    const { user } = showApp('/money/books', adasBackend());
    await viewLink();
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('refused'));
    await user.click(sidebar().getByRole('button', { name: 'Copy address' }));
    expect((await sidebar().findByRole('alert')).textContent).toMatch(/Copy it yourself: .*\/@ada$/);
  });

  // Holds dash-279.
  test('the screen of the code shares the address by WhatsApp, X and others, which are asked only then', async () => {
    const fake = adasBackend();
    const { user } = showApp('/share/embed', fake);
    const whatsApp = await screen.findByRole('link', { name: 'Share: WhatsApp' });
    expect(whatsApp.getAttribute('href')).toBe('https://wa.me/?text=https%3A%2F%2Fbusker.example%2F%40ada');
    expect(whatsApp.getAttribute('rel')).toBe('noreferrer');
    // The press is what counts here; nothing is loaded.
    whatsApp.addEventListener('click', (event) => event.preventDefault());
    await user.click(whatsApp);
    await waitFor(() => expect(fake.preferences.value?.pageShared).toBe(true));
  });

  test('offers the share sheet only where the browser has one', async () => {
    const { user } = showApp('/money/books', adasBackend());
    await viewLink();
    expect(sidebar().queryByRole('button', { name: 'Share' })).toBeNull();
    const share = vi.fn<() => Promise<void>>(async () => {});
    Object.defineProperty(navigator, 'share', { value: share, configurable: true });
    showApp('/money/books', adasBackend());
    await viewLink();
    await user.click(sidebar().getByRole('button', { name: 'Share' }));
    expect(share).toHaveBeenCalledWith({ url: expect.stringMatching(/\/@ada$/) as string });
  });

  // Holds dash-275.
  test('after publishing, the message has the address as a link, to copy and to share', async () => {
    const fake = adasBackend();
    fake.published.set(null);
    const { user } = showApp('/page/profile', fake);
    await user.click(await screen.findByRole('button', { name: 'Publish' }));
    const note = (await screen.findByText(/You are live at/)).parentElement ?? document.body;
    expect(within(note).getByRole('link', { name: /@ada$/ }).getAttribute('href')).toMatch(/\/@ada$/);
    expect(within(note).getByRole('link', { name: 'Connect your Stripe account' })).toBeDefined();
    within(note).getByRole('button', { name: 'Copy address' });
    // It goes with the screen.
    await user.click(screen.getAllByRole('link', { name: 'Insights' })[0] ?? document.body);
    await waitFor(() => expect(screen.queryByText(/You are live at/)).toBeNull());
  });

  test('after the first publication, the message says that mails are on, and where to change that', async () => {
    const fake = adasBackend();
    fake.published.set(null);
    fake.payments.set(makePayments());
    fake.channels.stored.set(fakeChannels({ mail: fakeChannel({ kind: 'mail', state: 'on' }) }));
    const { user } = showApp('/page/profile', fake);
    await user.click(await screen.findByRole('button', { name: 'Publish' }));
    const note = (await screen.findByText(/You are live at/)).parentElement?.textContent;
    expect(note).toContain(
      'You get an email when somebody tips you. You can change that under Notifications.',
    );
  });

  test('after the first publication without a mail channel, the message says nothing of mails', async () => {
    const fake = adasBackend();
    fake.published.set(null);
    const { user } = showApp('/page/profile', fake);
    await user.click(await screen.findByRole('button', { name: 'Publish' }));
    await screen.findByText(/You are live at/);
    expect(screen.queryByText(/You get an email/)).toBeNull();
  });
});

describe('the menu beside the screen', () => {
  afterEach(cleanup);

  const menu = () => screen.getByRole('navigation', { name: 'Main' });
  const linksOfMenu = () => within(menu()).getAllByRole('link').length;

  /** The place and its mouse, with the clock in the hands of the test. */
  async function withMouse() {
    showApp('/page/profile', adasBackend());
    await screen.findByRole('heading', { name: 'Profile', level: 1 });
    const link = within(menu()).getByRole('link', { name: 'Money' });
    vi.useFakeTimers();
    return {
      link,
      enter: () => fireEvent.pointerEnter(link, { pointerType: 'mouse' }),
      leave: () => fireEvent.pointerLeave(link, { pointerType: 'mouse' }),
      pass: (milliseconds: number) => {
        act(() => void vi.advanceTimersByTime(milliseconds));
      },
    };
  }
  afterEach(() => vi.useRealTimers());

  // Holds dash-1022.
  test('a mouse that rests on a place shows its screens, each one click away; the click closes them', async () => {
    const { user, whereAmI } = showApp('/page/profile', adasBackend());
    await screen.findByRole('heading', { name: 'Profile', level: 1 });
    await user.hover(within(menu()).getByText('Money'));
    await user.click(await within(menu()).findByRole('link', { name: 'Books' }));
    await waitFor(() => expect(whereAmI()).toBe('/money/books'));
    expect(linksOfMenu()).toBe(5);
  });

  // Holds dash-1022.
  test('a mouse that only crosses a place shows nothing, and one that slips off for a moment loses nothing', async () => {
    const { enter, leave, pass } = await withMouse();
    enter();
    pass(100);
    expect(linksOfMenu()).toBe(5);
    leave();
    pass(1000);
    expect(linksOfMenu()).toBe(5);
    enter();
    pass(150);
    expect(linksOfMenu()).toBe(10);
    leave();
    pass(100);
    enter();
    pass(1000);
    expect(linksOfMenu()).toBe(10);
    leave();
    pass(150);
    expect(linksOfMenu()).toBe(5);
  });

  // Holds dash-1022.
  test('the screens stay while one of them has the focus, and go with it; Escape gives it back to the place', async () => {
    const { link, enter, leave, pass } = await withMouse();
    const open = () => {
      enter();
      pass(150);
      const books = within(menu()).getByRole('link', { name: 'Books' });
      act(() => books.focus());
      leave();
      pass(1000);
      expect(document.activeElement).toBe(books);
      return books;
    };
    const books = open();
    act(() => books.blur());
    expect(linksOfMenu()).toBe(5);
    open();
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
    expect(linksOfMenu()).toBe(5);
    expect(document.activeElement).toBe(link);
  });

  // Holds dash-1022.
  test('in a low window the screens begin higher, so that the last is on screen', async () => {
    const { enter, pass } = await withMouse();
    const box = { top: 500, height: 200 } as DOMRect;
    vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(box);
    vi.stubGlobal('innerHeight', 600);
    enter();
    pass(150);
    expect(within(menu()).getByRole('link', { name: 'Books' }).parentElement?.style.top).toBe('392px');
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });

  // Holds dash-1022.
  test('a finger that rests on a place slides to one of its screens, or leaves them open for a tap', async () => {
    const { whereAmI } = showApp('/page/profile', adasBackend());
    await screen.findByRole('heading', { name: 'Profile', level: 1 });
    const place = within(menu()).getByRole('link', { name: 'Money' });
    const finger = { pointerType: 'touch' };
    const rest = async () => {
      fireEvent.pointerEnter(place, finger);
      return within(menu()).findByRole('link', { name: 'Books' });
    };
    const under = vi.fn<typeof document.elementFromPoint>(() => place);
    Object.assign(document, { elementFromPoint: under });
    await rest();
    fireEvent.pointerUp(place, finger);
    fireEvent.pointerLeave(place, finger);
    expect(document.activeElement?.textContent).toBe('Tips');
    const books = await rest();
    under.mockReturnValue(books);
    fireEvent.pointerUp(books, finger);
    expect(books.isConnected).toBe(true);
    const asksForMenu = (pointerType: string) =>
      fireEvent(place, new PointerEvent('contextmenu', { bubbles: true, cancelable: true, pointerType }));
    expect(['mouse', 'touch'].map(asksForMenu)).toEqual([true, false]);
    fireEvent.pointerMove(place, finger);
    expect(document.activeElement).toBe(books);
    fireEvent.pointerUp(place, finger);
    await waitFor(() => expect(whereAmI()).toBe('/money/books'));
    expect(linksOfMenu()).toBe(5);
  });

  test('a finger opens the place itself', async () => {
    const { user, whereAmI } = showApp('/page/profile', adasBackend());
    const money = await within(await screen.findByRole('navigation', { name: 'Main' })).findByText('Money');
    await user.pointer([{ keys: '[TouchA]', target: money }]);
    await waitFor(() => expect(whereAmI()).toBe('/money/tips'));
    expect(linksOfMenu()).toBe(5);
  });
});

describe('account menu', () => {
  afterEach(() => {
    cleanup();
    localStorage.clear();
  });

  // Holds dash-1296.
  test('has the appearances as choices that arrow keys reach', async () => {
    const { user } = showApp('/page/profile', adasBackend());
    await user.click(await screen.findByRole('button', { name: /^Account menu/ }));
    const choices = within(await screen.findByRole('group', { name: 'Appearance' }));
    expect(choices.getByRole('menuitemradio', { name: 'System', checked: true })).toBeDefined();
    const first = choices.getByRole('menuitemradio', { name: 'Light' });
    await waitFor(() => expect(document.activeElement).toBe(first));
    await user.keyboard('{ArrowDown}{Enter}');
    await choices.findByRole('menuitemradio', { name: 'Dark', checked: true });
    expect(document.documentElement.dataset['mantineColorScheme']).toBe('dark');
  });

  test('cuts a long address at its own end, also beside a language of the other direction', async () => {
    showApp('/page/profile', adasBackend());
    const button = within(await screen.findByRole('button', { name: /^Account menu/ }));
    const { dir, dataset } = button.getByText('ada@example.com');
    expect([dir, dataset['truncate']]).toEqual(['auto', 'end']);
  });
});

describe('menus', () => {
  afterEach(cleanup);

  test.each([
    ['/page/profile', /^Account menu/],
    ['/page/profile', 'Add a block'],
    ['/page/profile', 'More for Instagram'],
    ['/settings/notifications', 'More for Email'],
  ])('of a button on %s opens inside the main landmark: %s', async (address, name) => {
    const fake = adasBackend();
    fake.channels.stored.set(fakeChannels({ mail: fakeChannel({ kind: 'mail', label: 'Email' }) }));
    const { user } = showApp(address, fake);
    await user.click(await screen.findByRole('button', { name }));
    expect(within(screen.getByRole('main')).getByRole('menu')).toBeDefined();
  });
});

describe('tabs', () => {
  afterEach(() => {
    cleanup();
    vi.restoreAllMocks();
  });

  // Holds dash-1297.
  test('scroll to the current one again when the number of what waits has moved it', async () => {
    const fake = adasBackend();
    const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
    showApp('/money/books', fake);
    const tab = await screen.findByRole('link', { name: 'Books' });
    await waitFor(() => expect(scrolled.mock.contexts).toContain(tab));
    scrolled.mockClear();
    act(() => fake.allTips.set([makeTip({ moderation: { state: 'held', reasons: ['web-address'] } })]));
    await screen.findAllByText('1 message waits for your review.');
    await waitFor(() => expect(scrolled.mock.contexts).toContain(tab));
  });
});

describe('channel watch', () => {
  afterEach(cleanup);

  let fake: FakeBackend;
  beforeEach(() => {
    fake = adasBackend();
  });
  const shown = () => screen.findByRole('heading', { level: 1 });

  test('tells the server the language and the zone of the dashboard, once', async () => {
    fake.channels.stored.set({
      ...noChannels,
      zone: 'Asia/Tokyo',
      language: 'ja',
      channels: { c: makeChannel() },
    });
    showApp('/page/profile', fake);
    await waitFor(() => expect(fake.channels.all).toMatchObject({ zone: browserZone(), language: 'en' }));
    fake.channels.put('c', makeChannel({ label: 'Band' }));
    await shown();
    expect(fake.timesAsked('keepQuiet')).toBe(1);
  });

  test('keeps the zone of the account for messages and quiet hours, in whichever browser the owner is', async () => {
    const quiet = { from: 1320, to: 480 };
    fake.preferences.set({ ...defaultPreferences, timeZone: 'Asia/Tokyo' });
    fake.channels.stored.set({
      ...noChannels,
      zone: 'Europe/Berlin',
      language: 'ja',
      quiet,
      channels: { c: makeChannel() },
    });
    showApp('/page/profile', fake);
    await waitFor(() =>
      expect(fake.channels.all).toMatchObject({ zone: 'Asia/Tokyo', language: 'en', quiet }),
    );
  });

  test('does not repeat a refused call', async () => {
    fake.channels.stored.set({ ...noChannels, language: 'ja', channels: { c: makeChannel() } });
    fake.failNext('keepQuiet', 'api/too-many-requests');
    showApp('/page/profile', fake);
    await waitFor(() => expect(fake.timesAsked('keepQuiet')).toBe(1));
    fake.channels.put('c', makeChannel({ label: 'Band' }));
    await shown();
    expect(fake.timesAsked('keepQuiet')).toBe(1);
  });

  test.each([
    ['who has no channel', { language: 'ja', isGuest: false, channels: {} }],
    ['whose language and zone are known', { language: 'en', isGuest: false, channels: { c: makeChannel() } }],
    ['who is a guest', { language: 'ja', isGuest: true, channels: { c: makeChannel() } }],
  ])('says nothing about an owner %s', async (_who, { language, isGuest, channels }) => {
    fake.signInAs(makeUser({ isGuest }));
    fake.channels.stored.set({ ...noChannels, zone: browserZone(), language, channels });
    showApp('/page/profile', fake);
    await shown();
    expect(fake.timesAsked('keepQuiet')).toBe(0);
  });
});

describe('guest leaves', () => {
  afterEach(cleanup);

  async function guestSignsOut() {
    const fake = adasBackend();
    fake.changeUser({ isGuest: true, email: null, emailVerified: false, providers: [] });
    const { user, whereAmI } = showApp('/page/profile', fake);
    await user.click(await screen.findByRole('button', { name: /^Account menu/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Sign out' }));
    const dialog = await screen.findByRole('dialog', { name: 'Sign out and lose what you made?' });
    return { fake, user, whereAmI, dialog: within(dialog) };
  }

  test('asks a guest before signing out, and leads to what keeps their work', async () => {
    const { fake, user, whereAmI, dialog } = await guestSignsOut();
    expect(fake.session.value.kind).toBe('signed-in');
    await user.click(dialog.getByRole('link', { name: 'Keep my work' }));
    // The router shows the next page in a transition, so a busy machine needs a moment.
    await waitFor(() => expect(whereAmI()).toBe('/settings/account'));
    expect(fake.session.value.kind).toBe('signed-in');
  });

  test('signs a guest out who confirms it', async () => {
    const { fake, user, dialog } = await guestSignsOut();
    await user.click(dialog.getByRole('button', { name: 'Sign out anyway' }));
    expect(await screen.findByRole('heading', { name: 'Sign in to Busker' })).toBeDefined();
    expect(fake.session.value.kind).toBe('signed-out');
  });
});

describe('reading again', () => {
  afterEach(() => {
    cleanup();
    Reflect.deleteProperty(navigator, 'onLine');
  });

  function filled(): FakeBackend {
    const fake = adasBackend();
    fake.payments.set(makePayments());
    fake.receive(makeTip({ tipId: 'one' }));
    return fake;
  }

  test.each<[ScriptedCall, string, RegExp]>([
    ['watchDraft', '/page/profile', /^Links$/],
    ['watchLatest', '/money/tips', /^State$/],
    ['watchTip', '/money/tips?tip=one', /^What happened$/],
    ['watchLog', '/money/tips?tip=one', /^Nothing|^No /],
    ['watchInsights', '/insights', /^Views$/],
    ['watchPayments', '/settings/payments', /^What it costs$/],
    ['watchPublished', '/share/embed', /^Embed code$/],
  ])('a failed %s can be retried in place', async (call, address, there) => {
    const fake = filled();
    fake.failNext(call, 'store/unavailable');
    const { user } = showApp(address, fake);
    const [again] = await screen.findAllByRole('button', { name: 'Try again' });
    await user.click(again as HTMLElement);
    expect((await screen.findAllByText(there)).length).toBeGreaterThan(0);
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  // The server's totals are shown until the list has come.
  test('failed totals can be retried in place', async () => {
    const fake = filled();
    fake.hold('watchLatest');
    fake.failNext('watchTotals', 'store/unavailable');
    const { user } = showApp('/money/tips', fake);
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Received in USD')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  // Holds dash-095.
  test('without cached data a screen shows neither an empty list nor zero', async () => {
    Object.defineProperty(navigator, 'onLine', { value: false, configurable: true });
    const fake = adasBackend();
    fake.online.set(false);
    showApp('/money/tips', fake);
    expect(await screen.findByText('Waiting for a connection')).toBeDefined();
    expect(screen.queryByText('Your first tip will appear here')).toBeNull();
    fake.receive(makeTip());
    showApp('/insights', fake);
    expect(await screen.findByText('Waiting for a connection')).toBeDefined();
    expect(screen.queryByText('Link clicks')).toBeNull();
  });
});

describe('store refusals', () => {
  afterEach(cleanup);

  // Holds dash-093.
  test.each(storeCodes)('the store’s status %s has its own sentence and a next step', async (name) => {
    const fake = adasBackend();
    fake.failNext('watchDraft', `store/${name}`);
    showApp('/page/profile', fake);
    expect((await screen.findByRole('alert')).textContent).toContain(en[`failure.store/${name}`]);
    expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined();
  });

  // Holds dash-094.
  test('a terminated client and a time-out differ from other failures', () => {
    const terminated = new Error('The client has already been terminated.');
    expect(storeFailure(Object.assign(terminated, { code: 'failed-precondition' })).code).toBe(
      'store/client-terminated',
    );
    expect(storeFailure({ code: 'deadline-exceeded' }).code).toBe('store/deadline-exceeded');
  });
});
