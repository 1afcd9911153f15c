import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, afterEach, beforeEach, expect, test } from 'vitest';
import type { LinkHealth, LinkState } from '@busker/core/profile-documents/profile-document';
import type { FakeBackend } from '../testing/fake-backend';
import { adasBackend, showApp } from '../testing/fake-screen';
import { makeDraft, makeLink, makePayments, makePublished, makeTip } from '../testing/fakes';
import { alarmsOf, type AlarmSources } from './alarms';

describe('alarm notice', () => {
  beforeEach(() => localStorage.clear());
  afterEach(cleanup);

  const notice = () => screen.findByRole('region', { name: 'What needs you' });
  const openNotice = () => screen.queryByRole('region', { name: 'What needs you' });

  function withDispute(): FakeBackend {
    const fake = adasBackend();
    fake.payments.set(makePayments());
    fake.begin(
      makeTip({
        tipId: 'tip-x',
        dispute: {
          status: 'open',
          amount: 500,
          disputeId: 'dp_1',
          dueBy: Date.UTC(2099, 0, 9, 12),
        },
      }),
    );
    return fake;
  }

  // Holds dash-111.
  test.each(['/page/profile', '/money/books', '/settings/payments', '/settings/account'])(
    'says on %s that no tips can arrive, and leads to Payments',
    async (address) => {
      const fake = adasBackend();
      fake.payments.set(makePayments({ cardPayments: 'restricted' }));
      const { user, whereAmI } = showApp(address, fake);
      const alert = await within(await notice()).findByRole('alert');
      expect(alert.textContent).toBe('No tips can arrive: Stripe needs more information from you.');
      await user.click(within(await notice()).getByRole('link', { name: 'Open Payments' }));
      await screen.findByRole('heading', { name: 'Payments', level: 1 });
      expect(whereAmI()).toBe('/settings/payments');
    },
  );

  test('a dispute leads to its tip, and says until when to answer', async () => {
    const { user, whereAmI } = showApp('/settings/account', withDispute());
    expect((await notice()).textContent).toContain(
      'A fan’s bank disputes a tip of $5.00. Answer by January 9, 2099.',
    );
    await user.click(within(await notice()).getByRole('link', { name: 'Open the tip' }));
    await waitFor(() => expect(whereAmI()).toBe('/money/tips?tip=tip-x'));
  });

  test('the most urgent is shown, and the others on request', async () => {
    const fake = withDispute();
    fake.payments.set(makePayments({ disconnectedAt: 1 }));
    const { user } = showApp('/settings/account', fake);
    expect((await notice()).textContent).not.toContain('disputes');
    await user.click(await screen.findByRole('button', { name: '1 more' }));
    expect((await notice()).textContent).toContain('disputes');
  });

  test('a changed currency leads to the amounts', async () => {
    const fake = adasBackend();
    fake.payments.set(makePayments({ currency: 'eur' }));
    const draft = makeDraft();
    const tips = { ...draft.tips, presets: [300, 500, 1000], currency: 'usd' as const };
    fake.serverDraft.set({ ...draft, tips });
    const { user, whereAmI } = showApp('/settings/account', fake);
    expect((await notice()).textContent).toContain('Your account now takes EUR, not USD');
    await user.click(within(await notice()).getByRole('link', { name: 'Choose amounts' }));
    await waitFor(() => expect(whereAmI()).toBe('/page/amounts'));
    await user.click(await screen.findByRole('button', { name: 'Choose in EUR' }));
    await waitFor(() => expect(openNotice()).toBeNull());
  });

  test('what is put aside stays aside after a reload, and comes back when it changes', async () => {
    const fake = adasBackend();
    fake.payments.set(makePayments({ cardPayments: 'restricted', requirements: ['individual.dob.day'] }));
    const { user } = showApp('/settings/account', fake);
    await user.click(within(await notice()).getByRole('button', { name: /^Not now/ }));
    expect(openNotice()).toBeNull();

    showApp('/settings/account', fake);
    await screen.findByRole('heading', { name: 'Account', level: 1 });
    expect(openNotice()).toBeNull();
    act(() =>
      fake.payments.set(makePayments({ cardPayments: 'restricted', requirements: ['external_account'] })),
    );
    await notice();
  });

  // Holds dash-2040.
  test('messages that wait are a number at the menu and at the tab, and a line that leads to them', async () => {
    const fake = adasBackend();
    fake.payments.set(makePayments());
    for (const tipId of ['tip-a', 'tip-b'])
      fake.receive(makeTip({ tipId, moderation: { state: 'held', reasons: ['web-address'] } }));
    const { user, whereAmI } = showApp('/settings/account', fake);
    const says = '2 messages wait for your review.';
    expect((await notice()).textContent).toContain(says);
    const menu = within(screen.getByRole('navigation', { name: 'Main' }));
    expect(menu.getByRole('link', { name: `2 messages wait for your review. Money` })).toBeDefined();
    await user.click(within(await notice()).getByRole('link', { name: 'Open the review' }));
    await waitFor(() => expect(whereAmI()).toBe('/money/review'));
    const tabs = within(screen.getByRole('navigation', { name: 'Money' }));
    expect(tabs.getByRole('link', { name: `Review ${says}` })).toBeDefined();
    expect(openNotice()).toBeNull();
    await user.click(tabs.getByRole('link', { name: 'Books' }));
    await user.click(within(await notice()).getByRole('button', { name: /^Not now/ }));
    expect(openNotice()).toBeNull();
    act(() =>
      fake.receive(makeTip({ tipId: 'tip-c', moderation: { state: 'held', reasons: ['blocked-word'] } })),
    );
    expect((await notice()).textContent).toContain('3 messages wait for your review.');
  });

  test('nothing is said while all is well', async () => {
    const fake = adasBackend();
    fake.payments.set(makePayments());
    showApp('/settings/account', fake);
    await screen.findByRole('heading', { name: 'Account', level: 1 });
    expect(openNotice()).toBeNull();
  });

  test.each([
    ['an account that is ready', makePayments(), makePublished(), 'Live'],
    [
      'a restricted account',
      makePayments({ cardPayments: 'restricted' }),
      makePublished(),
      'No tips can arrive',
    ],
    ['no account', null, makePublished(), 'No tips can arrive'],
    ['nothing published', makePayments(), null, 'No tips can arrive'],
  ] as const)(
    'the list of tips is live only while tips can arrive: %s',
    async (_name, payments, profile, tag) => {
      const fake = adasBackend();
      fake.payments.set(payments);
      fake.published.set(profile);
      showApp('/money/tips', fake);
      expect(await screen.findByText(tag)).toBeDefined();
    },
  );
});

describe('alarms', () => {
  const day = 86_400_000;
  const now = Date.UTC(2026, 10, 20);

  const health = (
    state: LinkState,
    url = 'https://instagram.com/ada',
  ): Readonly<Record<string, LinkHealth>> => ({
    k1: { url, state, status: null, movedTo: null, since: now - day, checkedAt: now },
  });
  const disputed = (status: 'open' | 'inquiry' | 'won', dueBy: number | null, tipId = 'tip-a') =>
    makeTip({ tipId, dispute: { status, amount: 500, disputeId: 'dp_1', dueBy } });

  const alarms = (given: Partial<AlarmSources>) =>
    alarmsOf({
      payments: makePayments(),
      disputed: [],
      held: [],
      published: makePublished(),
      tips: makeDraft().tips,
      health: {},
      now,
      ...given,
    });
  const kinds = (given: Partial<AlarmSources>) => alarms(given).map(({ kind }) => kind);
  const keyOf = (given: Partial<AlarmSources>) => alarms(given)[0]?.key;

  test('an owner for whom all is well, or who has not started, has no alarm', () => {
    expect(alarms({ health: health('ok') })).toEqual([]);
    expect(alarms({ payments: null, published: null })).toEqual([]);
    expect(alarms({ payments: makePayments({ cardPayments: 'pending' }) })).toEqual([]);
  });

  test.each([
    ['restricted', { cardPayments: 'restricted' }],
    ['unsupported', { cardPayments: 'unsupported' }],
    ['gone', { disconnectedAt: now - day }],
  ] as const)('no tips can arrive: %s', (why, changes) => {
    expect(alarms({ payments: makePayments(changes) })).toMatchObject([{ kind: 'stopped', why }]);
  });

  // Holds dash-954.
  test('amounts of an earlier currency are an alarm until the owner chooses anew, or has none', () => {
    const tips = { ...makeDraft().tips, presets: [300, 500, 1000], currency: 'usd' as const };
    const payments = makePayments({ currency: 'eur' });
    expect(alarms({ tips, payments })).toMatchObject([{ kind: 'currency', before: 'usd', now: 'eur' }]);
    expect(kinds({ tips: { ...tips, currency: 'eur' }, payments })).toEqual([]);
    expect(kinds({ tips: { ...tips, presets: null }, payments })).toEqual([]);
    expect(kinds({ tips, payments: makePayments({ currency: null }) })).toEqual([]);
    expect(kinds({ tips, payments: null })).toEqual([]);
  });

  test('a pause ends by itself', () => {
    expect(kinds({ payments: makePayments({ pausedUntil: now + 1000 }) })).toEqual(['paused']);
    expect(kinds({ payments: makePayments({ pausedUntil: now }) })).toEqual([]);
  });

  test('a deadline is an alarm in its last 14 days, and only while Stripe needs something', () => {
    const due = (days: number, requirements = ['individual.verification.document']) =>
      kinds({ payments: makePayments({ requirements, requirementsDueAt: now + days * day }) });
    expect(due(15)).toEqual([]);
    expect(due(14)).toEqual(['deadline']);
    expect(due(-1)).toEqual(['deadline']);
    expect(due(3, [])).toEqual([]);
  });

  test('only a published, visible and unchanged link that is dead is an alarm', () => {
    expect(kinds({ health: health('gone') })).toEqual(['link']);
    expect(kinds({ health: health('unreachable') })).toEqual(['link']);
    expect(kinds({ health: health('moved') })).toEqual([]);
    expect(kinds({ health: health('unknown') })).toEqual([]);
    expect(kinds({ health: health('gone', 'https://old.example') })).toEqual([]);
    const hidden = { k1: makeLink({ on: false }) };
    expect(kinds({ health: health('gone'), published: makePublished({ links: hidden }) })).toEqual([]);
  });

  // Holds dash-254.
  test('two dead links and more are one alarm, which is another one when a link is added', () => {
    const links = Object.fromEntries(
      ['k1', 'k2', 'k3'].map((id) => [id, makeLink({ url: `https://${id}.example/` })]),
    );
    const dead = (...ids: readonly string[]) =>
      alarms({
        published: makePublished({ links }),
        health: Object.fromEntries(
          ids.map((id) => [id, { ...health('gone')['k1'], url: `https://${id}.example/` } as LinkHealth]),
        ),
      });
    expect(dead('k1')).toMatchObject([{ kind: 'link', id: 'k1' }]);
    expect(dead('k1', 'k2')).toMatchObject([{ kind: 'links', count: 2 }]);
    expect(dead('k1', 'k2')[0]?.key).not.toBe(dead('k1', 'k2', 'k3')[0]?.key);
  });

  test('what stops tips comes first, then what has the nearest date, then links', () => {
    const all = alarms({
      payments: makePayments({ cardPayments: 'restricted' }),
      disputed: [
        disputed('inquiry', null, 'tip-c'),
        disputed('open', now + 9 * day, 'tip-b'),
        disputed('open', now + 2 * day, 'tip-a'),
        disputed('won', now, 'tip-d'),
      ],
      health: health('gone'),
    });
    expect(all.map((alarm) => (alarm.kind === 'dispute' ? alarm.tip.tipId : alarm.kind))).toEqual([
      'stopped',
      'tip-a',
      'tip-b',
      'tip-c',
      'link',
    ]);
    const dated = kinds({
      payments: makePayments({ requirements: ['x'], requirementsDueAt: now + 5 * day }),
      disputed: [disputed('open', now + 6 * day)],
    });
    expect(dated).toEqual(['deadline', 'dispute']);
  });

  test('a case is another one after a change: other requirements, a dispute from an inquiry, three days left', () => {
    const restricted = (requirements: readonly string[]) =>
      keyOf({ payments: makePayments({ cardPayments: 'restricted', requirements }) });
    expect(restricted(['a', 'b'])).toBe(restricted(['b', 'a']));
    expect(restricted(['a'])).not.toBe(restricted(['a', 'b']));

    const due = now + 10 * day;
    expect(keyOf({ disputed: [disputed('inquiry', due)] })).not.toBe(
      keyOf({ disputed: [disputed('open', due)] }),
    );
    const at = (time: number) => keyOf({ disputed: [disputed('open', due)], now: time });
    expect(at(now)).toBe(at(now + 6 * day));
    expect(at(now)).not.toBe(at(due - 3 * day));
  });
});
