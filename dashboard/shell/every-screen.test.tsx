import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { movedAddress, movedScreens } from '../navigation/addresses';
import { destinations, moderationScreen, places } from '../navigation/destinations';
import type { FakeBackend } from '../testing/fake-backend';
import { adasBackend, showApp, showScreen } from '../testing/fake-screen';
import { makePayments, makeTip } from '../testing/fakes';
import type { ScriptedCall } from '../testing/scripted-call';

afterEach(cleanup);

const titles: Readonly<Record<string, readonly [title: string, place: string, tab: string | null]>> = {
  '/page/profile': ['Profile', 'Page', 'Profile'],
  '/page/amounts': ['Amounts', 'Page', 'Amounts'],
  '/page/thanks': ['Goal, wall and thanks', 'Page', 'Goal, wall and thanks'],
  '/money/tips': ['Tips', 'Money', 'Tips'],
  '/money/review': ['Review', 'Money', 'Review'],
  '/money/monthly': ['Monthly fans', 'Money', 'Monthly fans'],
  '/money/payouts': ['Balance and payouts', 'Money', 'Payouts'],
  '/money/books': ['Books', 'Money', 'Books'],
  '/insights': ['Insights', 'Insights', null],
  '/share/embed': ['Embed', 'Share', 'Embed'],
  '/share/kit': ['Gig kit', 'Share', 'Gig kit'],
  '/share/stream': ['Stream and big screen', 'Share', 'Stream'],
  '/settings/account': ['Account', 'Settings', 'Account'],
  '/settings/payments': ['Payments', 'Settings', 'Payments'],
  '/settings/ways': ['Ways to pay', 'Settings', 'Ways to pay'],
  '/settings/sites': ['Sites', 'Settings', 'Sites'],
  '/settings/domain': ['Domain', 'Settings', 'Domain'],
  '/settings/notifications': ['Notifications', 'Settings', 'Notifications'],
  '/moderation': ['Moderation', 'Settings', 'Moderation'],
};

function moderatingAda() {
  const fake = adasBackend();
  fake.payments.set(makePayments());
  fake.role = 'moderator';
  return fake;
}
const menu = () => within(screen.getByRole('navigation', { name: 'Main' }));
const tabs = (place: string) => within(screen.getByRole('navigation', { name: place }));

test('the table of this test has every screen', () => {
  expect(Object.keys(titles)).toEqual([...destinations, moderationScreen].map(({ to }) => to));
});

// The tests of each screen show it alone (showScreen). Here each is in the whole app.
// Holds dash-190, dash-250.
test.each(Object.entries(titles).map(([address, words]) => [address, ...words] as const))(
  '%s shows "%s", marked in the menu as %s and in its tabs as %s, and two presses lead there',
  async (address, title, place, tab) => {
    const { whereAmI, user } = showApp(address, moderatingAda());
    const heading = await screen.findByRole('heading', { level: 1, name: title });
    expect(screen.getByRole('main').contains(heading)).toBe(true);
    await waitFor(() => expect(document.title).toBe(`${title} · Busker`));
    const marked = tab === null ? 'page' : 'true';
    await waitFor(() =>
      expect(menu().getByRole('link', { name: place }).getAttribute('aria-current')).toBe(marked),
    );
    expect(menu().getAllByRole('link')).toHaveLength(5);
    const row = screen.queryByRole('navigation', { name: place });
    expect(row?.querySelector('[aria-current="page"]')?.textContent ?? null).toBe(tab);
    expect(whereAmI()).toBe(address);

    const [other, otherTitle] = place === 'Money' ? ['Insights', 'Insights'] : ['Money', 'Tips'];
    await user.click(menu().getByRole('link', { name: other }));
    // A press during the change of screens would end it, and the focus would stay.
    await screen.findByRole('heading', { level: 1, name: otherTitle });
    await user.click(menu().getByRole('link', { name: place }));
    // The tabs come with the first screen of the place, whose code may be on its way.
    if (tab !== null && whereAmI() !== address)
      await user.click(
        within(await screen.findByRole('navigation', { name: place })).getByRole('link', { name: tab }),
      );
    await screen.findByRole('heading', { level: 1, name: title });
    expect(whereAmI()).toBe(address);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')));
  },
);

test('who does not moderate sees no tab for it', async () => {
  showApp('/settings/account', adasBackend());
  await screen.findByRole('heading', { level: 1, name: 'Account' });
  expect(tabs('Settings').queryByRole('link', { name: 'Moderation' })).toBeNull();
});

describe('an address of an earlier release', () => {
  const rows = Object.entries(movedScreens);

  // Holds dash-251.
  test.each(rows)('%s leads to %s, with its query and its hash', async (old, now) => {
    const [path = '', hash = 'at'] = old.split('#');
    expect(titles[now]).toBeDefined();
    const { whereAmI } = showScreen(`${path}?x=1&y=%C3%A4#${hash}`, moderatingAda());
    await waitFor(() => expect(whereAmI().split('?')[0]).toBe(now));
    expect(movedAddress({ pathname: path, search: '?x=1', hash: `#${hash}` })).toBe(`${now}?x=1#${hash}`);
    expect(movedAddress({ pathname: `${path === '/' ? '' : path}/`, search: '', hash: '' })).toBe(
      movedScreens[path],
    );
  });

  test('each place leads to its first screen', () => {
    for (const { name } of places.filter(({ name }) => name !== 'insights'))
      expect(movedScreens[`/${name}`]).toBe(destinations.find(({ of }) => of === name)?.to);
  });

  test('keeps the tip of a mail', async () => {
    const { whereAmI } = showScreen('/tips?tip=tip-1', moderatingAda());
    await waitFor(() => expect(whereAmI()).toBe('/money/tips?tip=tip-1'));
  });
});

// Holds dash-252.
test('Publish leads to the faulty field, on whatever screen it is', async () => {
  const fake = adasBackend();
  fake.payments.set(makePayments());
  const draft = fake.serverDraft.value;
  if (!draft) throw new Error('Ada has a draft');
  fake.serverDraft.set({ ...draft, tips: { ...draft.tips, goal: { label: '', amount: 5000 } } });
  const { user, whereAmI } = showApp('/page/profile', fake);
  await user.click(await screen.findByRole('button', { name: 'Publish' }));
  await waitFor(() => expect(whereAmI()).toBe('/page/thanks'));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Goal title')));

  fireEvent.change(screen.getByLabelText('Goal title'), { target: { value: 'A new bow' } });
  await user.click(await screen.findByRole('link', { name: 'Profile' }));
  const name = await screen.findByLabelText('Name');
  await user.clear(name);
  await user.click(screen.getByRole('button', { name: 'Publish' }));
  await waitFor(() => expect(document.activeElement).toBe(name));
  expect(whereAmI()).toBe('/page/profile');
});

type User = ReturnType<typeof showApp>['user'];

interface Act {
  readonly call: ScriptedCall;
  readonly address: string;
  /** Everything before the button that sends. */
  readonly begin: (user: User) => Promise<unknown>;
  readonly send: RegExp;
}

const fill = async (label: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } });

const acts: readonly Act[] = [
  {
    call: 'deleteAccount',
    address: '/settings/account',
    begin: () => fill('Type ada to confirm', 'ada'),
    send: /^Delete my account$/,
  },
  {
    call: 'exportTips',
    address: '/settings/account',
    begin: async () => {},
    send: /^Download everything first$/,
  },
  {
    call: 'checkSite',
    address: '/share/embed',
    begin: () => fill('Page', 'ada.example'),
    send: /^Check my site$/,
  },
  {
    call: 'addSite',
    address: '/settings/sites',
    begin: () => fill('Domain', 'ada.example'),
    send: /^Register domain$/,
  },
  {
    call: 'wantDomain',
    address: '/settings/domain',
    begin: () => fill('Domain', 'links.ada.example'),
    send: /^Connect domain$/,
  },
  { call: 'refreshPayments', address: '/settings/payments', begin: async () => {}, send: /^Check again$/ },
  {
    call: 'moderate',
    address: '/money/tips?tip=held',
    begin: async () => {},
    send: /^Show name and message$/,
  },
];

function filled(): FakeBackend {
  const fake = adasBackend();
  fake.payments.set(makePayments());
  fake.receive(makeTip({ tipId: 'held', moderation: { state: 'held', reasons: ['web-address'] } }));
  return fake;
}
const button = (name: RegExp) => screen.findByRole('button', { name });

// Holds dash-097.
test.each(acts)(
  '$call is sent once, however often its button is pressed, and the button is marked busy',
  async ({ call, address, begin, send }) => {
    const fake = filled();
    fake.hold(call);
    const { user } = showApp(address, fake);
    await begin(user);
    const pressed = await button(send);
    fireEvent.click(pressed);
    fireEvent.click(pressed);
    const form = pressed.closest('form');
    if (form) fireEvent.submit(form);
    await waitFor(() => expect(pressed.getAttribute('data-loading')).toBe('true'));
    expect(pressed.hasAttribute('disabled')).toBe(true);
    expect(fake.timesAsked(call)).toBe(1);
  },
);

// Holds dash-097.
test.each(acts)('$call says that its answer is missing, and can be sent again', async (act) => {
  const fake = filled();
  fake.loseAnswer(act.call);
  const { user } = showApp(act.address, fake);
  await act.begin(user);
  const before = await button(act.send);
  fireEvent.click(before);
  expect((await screen.findAllByRole('alert')).length).toBeGreaterThan(0);
  await waitFor(() => expect(before.hasAttribute('disabled')).toBe(false));
  expect(fake.timesAsked(act.call)).toBe(1);
});

test('an export is requested once, its button is busy meanwhile, and a failure stays visible', async () => {
  const fake = filled();
  fake.loseAnswer('exportTips');
  const { user } = showApp('/money/tips', fake);
  await user.click(await button(/^Export$/));
  await user.click(await button(/^Download$/));
  expect((await screen.findByRole('alert')).textContent).toContain('The server took too long');
  expect(fake.timesAsked('exportTips')).toBe(1);
});
