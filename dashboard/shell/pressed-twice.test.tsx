import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { adasBackend, showApp } from '../testing/fake-screen';
import { makePayments, makeTip } from '../testing/fakes';
import type { FakeBackend } from '../testing/fake-backend';
import type { ScriptedCall } from '../testing/scripted-call';

afterEach(cleanup);

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
