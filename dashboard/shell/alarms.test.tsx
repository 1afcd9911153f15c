import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LinkHealth, LinkState } from '@busker/core/profile-documents/profile-document';
import { emptyBlock } from '@busker/core/blocks/block';
import { emptyDraft } from '@busker/core/profile/draft';
import type { FakeBackend } from '../testing/fake-backend';
import { adasBackend, showApp } from '../testing/fake-screen';
import {
  makeDraft,
  makeLink,
  makePayments,
  makePublished,
  makeTip,
  makeUser,
  makeRestriction,
} from '../testing/fakes';
import { removeField, setField } from '../draft/draft-edit';
import { inMemoryStore } from '../testing/in-memory-store';
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

describe('notices', () => {
  describe('terms notice', () => {
    afterEach(cleanup);

    /** Ada signed up on 2 April 2026. */
    function backendWith(version: string | null, seen: string | null = null) {
      const fake = adasBackend();
      fake.terms = { version, seen };
      return fake;
    }

    const title = { name: 'New terms' };

    describe('a new version of the terms', () => {
      test('is announced with its date and a link, until the owner has seen it', async () => {
        const fake = backendWith('2026-11-01');
        const { user } = showApp('/money/books', fake);
        const notice = await screen.findByRole('status', title);
        expect(notice.textContent).toContain('November 1, 2026');
        const link = screen.getByRole('link', { name: 'Read the terms' });
        expect(link.getAttribute('href')).toBe('https://busker.example/legal/terms?lang=en');
        await user.click(screen.getByRole('button', { name: 'I have read them' }));
        await waitFor(() => expect(screen.queryByRole('status', title)).toBeNull());
        expect(fake.terms.seen).toBe('2026-11-01');
      });

      test('stays announced when it could not be stored', async () => {
        const fake = backendWith('2026-11-01', '2026-05-01');
        const { user } = showApp('/money/books', fake);
        fake.failNext('seeTerms', 'api/unreachable');
        await user.click(await screen.findByRole('button', { name: 'I have read them' }));
        expect(await screen.findByRole('alert')).toBeDefined();
        expect(screen.getByRole('status', title)).toBeDefined();
      });

      test.each([
        ['the owner has seen it', '2026-11-01', '2026-11-01'],
        ['the account is newer', '2026-01-01', null],
        ['the terms have no version', null, null],
      ])('is not announced when %s', async (_case, version, seen) => {
        const fake = backendWith(version, seen);
        showApp('/money/books', fake);
        await waitFor(() => expect(fake.timesAsked('terms')).toBe(1));
        expect(screen.queryByRole('status', title)).toBeNull();
      });

      test('is not announced to a guest', async () => {
        const fake = backendWith('2026-11-01');
        fake.signInAs(makeUser({ isGuest: true, email: null }));
        showApp('/money/books', fake);
        expect(await screen.findByRole('heading', { level: 1 })).toBeDefined();
        expect(fake.timesAsked('terms')).toBe(0);
      });
    });
  });

  afterEach(cleanup);

  const suspendedBackend = () => {
    const fake = adasBackend();
    fake.restriction = makeRestriction({ state: 'suspended' });
    return fake;
  };

  test('an owner objects in the notice, and the notice says that the objection was sent', async () => {
    const fake = suspendedBackend();
    const { user } = showApp('/money/tips', fake);
    await user.click(await screen.findByRole('button', { name: 'Object' }));
    await user.type(await screen.findByLabelText('Why is the decision wrong?'), 'I am Ada.');
    await user.click(screen.getByRole('button', { name: 'Send the objection' }));
    await screen.findByText(/You objected on/);
    expect(fake.appeal.state).toBe('open');
    expect(screen.queryByRole('button', { name: 'Object' })).toBeNull();
  });

  test('the form shows a refusal, and keeps the typed text, also over a reload', async () => {
    const fake = suspendedBackend();
    fake.failNext('appeal', 'api/appeal-too-late');
    const { user } = showApp('/money/tips', fake);
    await user.click(await screen.findByRole('button', { name: 'Object' }));
    const field = await screen.findByLabelText('Why is the decision wrong?');
    await user.type(field, 'I am Ada.');
    await user.click(screen.getByRole('button', { name: 'Send the objection' }));
    expect((await screen.findByRole('alert')).textContent).toContain('The time for objections is over.');
    expect(field).toHaveProperty('value', 'I am Ada.');
    cleanup();
    const again = showApp('/money/tips', suspendedBackend());
    await again.user.click(await screen.findByRole('button', { name: 'Object' }));
    const kept = await screen.findByLabelText('Why is the decision wrong?');
    expect(kept).toHaveProperty('value', 'I am Ada.');
    sessionStorage.clear();
  });

  test('an owner reads the answer', async () => {
    const fake = suspendedBackend();
    fake.appeal = { state: 'upheld', madeAt: Date.UTC(2026, 10, 20), answer: 'It stands.' };
    showApp('/money/tips', fake);
    const answer = await screen.findByText('Your objection did not change the decision: It stands.');
    expect(answer.closest('section')?.textContent).toContain('Your page is suspended');
  });

  describe('lost fields', () => {
    afterEach(cleanup);

    /** Ada changes her name in this tab, and it is saved. */
    async function adaWrote(name: string) {
      const fake = adasBackend();
      const { user } = showApp('/page/profile', fake);
      const field = await screen.findByLabelText('Name');
      await user.clear(field);
      await user.type(field, name);
      await waitFor(() => expect(fake.serverDraft.value?.name).toBe(name));
      return { fake, user, field, otherTab: inMemoryStore(fake) };
    }

    test('the tab whose value was overwritten shows both values and restores its own', async () => {
      const { fake, user, field, otherTab } = await adaWrote('Ada King');
      await otherTab.editDraft([setField(['name'], 'Countess of Lovelace')]);
      const notice = await screen.findByRole('region', { name: 'Name was changed in another tab' });
      expect(notice.textContent).toContain('Ada King');
      expect(notice.textContent).toContain('Countess of Lovelace');
      expect(field).toHaveProperty('value', 'Countess of Lovelace');
      await user.click(within(notice).getByRole('button', { name: 'Restore mine' }));
      await waitFor(() => expect(fake.serverDraft.value?.name).toBe('Ada King'));
      expect(screen.queryByRole('region', { name: 'Name was changed in another tab' })).toBeNull();
    });

    test('keeping the other version closes the notice', async () => {
      const { fake, user, otherTab } = await adaWrote('Ada King');
      await otherTab.editDraft([setField(['name'], 'Countess')]);
      await user.click(await screen.findByRole('button', { name: 'Keep this version' }));
      await waitFor(() => expect(screen.queryByRole('button', { name: 'Restore mine' })).toBeNull());
      expect(fake.serverDraft.value?.name).toBe('Countess');
    });

    // Holds dash-048.
    test('a change of another field merges without a notice', async () => {
      const { fake, otherTab } = await adaWrote('Ada King');
      await otherTab.editDraft([setField(['bio'], 'Short.'), removeField(['links', 'k4'])]);
      await waitFor(() => expect(screen.getByLabelText('Bio')).toHaveProperty('value', 'Short.'));
      expect(screen.queryByRole('button', { name: 'Restore mine' })).toBeNull();
      expect(fake.serverDraft.value?.name).toBe('Ada King');
    });

    // Holds dash-034.
    test('a refused write stays in its field and is sent again', async () => {
      const { fake, user, field } = await adaWrote('Ada King');
      fake.failNext('editDraft', 'store/permission-denied');
      await user.type(field, ' II');
      const again = await screen.findByRole('button', { name: 'Try again' });
      expect(field).toHaveProperty('value', 'Ada King II');
      await user.click(again);
      await waitFor(() => expect(fake.serverDraft.value?.name).toBe('Ada King II'));
    });

    /** Ada edits her Instagram link, which another tab can remove. */
    async function adaOpensALink() {
      const fake = adasBackend();
      const { user } = showApp('/page/profile', fake);
      await user.click(await screen.findByRole('button', { name: /^Edit Instagram/ }));
      const label = screen.getByLabelText('Label');
      return { fake, user, label };
    }
    const linksOf = (fake: FakeBackend) => fake.serverDraft.value?.links ?? {};
    // Named as it was last saved, which depends on the machine's speed.
    const removed = { name: /^The link “Instagram.*” was removed in another tab$/ };

    // Holds dash-049.
    test('a link that another tab removed does not come back as an empty row, and a notice says so', async () => {
      const { fake, user, label } = await adaOpensALink();
      await user.type(label, ' two');
      await inMemoryStore(fake).editDraft([removeField(['links', 'k1'])]);
      const notice = await screen.findByRole('region', removed);
      expect(Object.keys(linksOf(fake))).toEqual(['k2', 'k3', 'k4']);
      expect(screen.queryByLabelText('Label')).toBeNull();
      await user.click(within(notice).getByRole('button', { name: 'Restore' }));
      await waitFor(() => expect(linksOf(fake)['k1']).toMatchObject({ label: 'Instagram two', order: 1 }));
      expect(screen.queryByRole('region', removed)).toBeNull();
    });

    test('only the offline edits of a link removed meanwhile are refused', async () => {
      const { fake, user, label } = await adaOpensALink();
      act(() => fake.online.set(false));
      await user.type(label, ' two');
      await user.type(screen.getByLabelText('Bio'), ' More.');
      await screen.findByText(/will be sent/);
      const draft = fake.serverDraft.value ?? emptyDraft;
      const { k1: _gone, ...links } = draft.links;
      act(() => fake.serverDraft.set({ ...draft, links, revision: draft.revision + 1 }));
      act(() => fake.online.set(true));
      await screen.findByRole('region', removed);
      await waitFor(() => expect(fake.serverDraft.value?.bio).toMatch(/ More\.$/));
      expect(Object.keys(linksOf(fake))).toEqual(['k2', 'k3', 'k4']);
      expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    });

    test('a block without a title is called by its kind in the notice', async () => {
      const fake = adasBackend();
      const blocks = { b1: { ...emptyBlock('text'), order: 9, text: 'Soon' } };
      fake.serverDraft.set({ ...(fake.serverDraft.value ?? emptyDraft), blocks });
      const { user } = showApp('/page/profile', fake);
      await user.click(await screen.findByRole('button', { name: /^Edit Text/ }));
      await user.type(screen.getByLabelText('Text'), 'er');
      await inMemoryStore(fake).editDraft([removeField(['blocks', 'b1'])]);
      expect(
        await screen.findByRole('region', { name: 'Blocks: Text was removed in another tab' }),
      ).toBeTruthy();
    });

    // Holds dash-1370.
    test.each(['unsaved', 'saved', 'offline'] as const)(
      'a block that another tab removed keeps what was typed into it (%s), and a notice offers it',
      async (stage) => {
        const fake = adasBackend();
        const blocks = { b1: { ...emptyBlock('text'), order: 9, label: 'News', text: 'Soon' } };
        fake.serverDraft.set({ ...(fake.serverDraft.value ?? emptyDraft), blocks });
        const { user } = showApp('/page/profile', fake);
        await user.click(await screen.findByRole('button', { name: /^Edit News/ }));
        if (stage === 'offline') act(() => fake.online.set(false));
        await user.type(screen.getByLabelText('Text'), 'er');
        const stored = () => fake.serverDraft.value?.blocks ?? {};
        const isSaved = () => JSON.stringify(stored()).includes('Sooner');
        await vi.waitUntil(() => stage !== 'saved' || isSaved());
        if (stage === 'offline') await screen.findByText(/will be sent/);
        const draft = fake.serverDraft.value ?? emptyDraft;
        act(() => fake.serverDraft.set({ ...draft, blocks: {}, revision: draft.revision + 1 }));
        act(() => fake.online.set(true));
        const notice = await screen.findByRole('region', { name: 'Blocks: News was removed in another tab' });
        await waitFor(() => expect(screen.queryByLabelText('Text')).toBeNull());
        await user.click(within(notice).getByRole('button', { name: 'Restore' }));
        await waitFor(() => expect(stored()['b1']).toMatchObject({ ...blocks.b1, text: 'Sooner' }));
        expect(screen.queryByRole('region', { name: /removed in another tab/ })).toBeNull();
      },
    );
  });
});
