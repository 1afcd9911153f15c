import type { Objection, OwnerCase } from '@busker/core/dashboard-api/moderation-api';
import type { ModeratedMail } from '@busker/core/dashboard-api/owner-api';
import type { ModerationRole } from '@busker/core/moderation/standing';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { adasBackend, showApp, showScreen } from '../../testing/fake-screen';
import { makeMail, makeObjection, makeOwnerCase, makeReport } from '../../testing/fakes';

describe('moderation screen', () => {
  afterEach(cleanup);

  function moderatorsBackend(role: ModerationRole | null = 'moderator') {
    const fake = adasBackend();
    fake.role = role;
    fake.reports = [makeReport()];
    fake.cases = [makeOwnerCase()];
    return fake;
  }

  type User = ReturnType<typeof showScreen>['user'];
  const openReport = async (user: User) => user.click(await screen.findByRole('link', { name: /Fraud/ }));
  const goOn = async (user: User, reason = 'It is not her name.') => {
    if (reason !== '') await user.type(screen.getByLabelText('Reason'), reason);
    await user.click(screen.getByRole('button', { name: 'Continue' }));
  };
  const confirm = async (user: User) => user.click(await screen.findByRole('button', { name: 'Confirm' }));

  describe('the moderation screen', () => {
    test('is a tab of the settings only for moderators', async () => {
      showApp('/settings/account', moderatorsBackend());
      expect((await screen.findAllByRole('link', { name: 'Moderation' })).length).toBeGreaterThan(0);
      showApp('/moderation', moderatorsBackend(null));
      expect((await screen.findByRole('alert')).textContent).toContain('You are not a moderator here.');
      expect(screen.queryByRole('link', { name: 'Moderation' })).toBeNull();
    });

    test('lists the waiting reports, or says that no report waits', async () => {
      const fake = moderatorsBackend();
      const { user } = showScreen('/moderation', fake);
      const row = await screen.findByRole('link', { name: /Fraud/ });
      for (const said of ['@ada', 'New', '2026']) expect(row.textContent).toContain(said);
      fake.reports = [];
      await user.click(screen.getByRole('button', { name: 'Ask again' }));
      expect(await screen.findByRole('heading', { name: 'No report waits' })).toBeDefined();
    });

    test('shows hostile text only as text, and links only to the page', async () => {
      const fake = moderatorsBackend();
      const why = '<img src=x onerror=alert(1)>';
      fake.reports = [makeReport({ why, address: 'https://evil.example/<b>', name: null })];
      const { user } = showScreen('/moderation', fake);
      await openReport(user);
      expect((await screen.findByText(why)).querySelector('img')).toBeNull();
      expect(screen.getByText('https://evil.example/<b>').closest('a')).toBeNull();
      const page = screen.getByRole('link', { name: 'See the page as fans see it' });
      expect(page.getAttribute('href')).toBe('https://busker.example/@ada');
    });

    test('shows what will change before it sends the decision', async () => {
      const fake = moderatorsBackend();
      const { user, whereAmI } = showScreen('/moderation', fake);
      await openReport(user);
      await user.click(await screen.findByRole('radio', { name: 'Hide while you look into it' }));
      await goOn(user);
      const dialog = await screen.findByRole('dialog', { name: 'What will change' });
      expect(dialog.textContent).toContain('Nobody sees ada, for 7 days at most.');
      expect(fake.timesAsked('decide')).toBe(0);
      await confirm(user);
      await waitFor(() => expect(whereAmI()).toBe('/moderation'));
      expect((await screen.findByRole('link', { name: /Fraud/ })).textContent).toContain('Hidden for now');
      expect(fake.reports[0]?.decision?.facts).toBe('It is not her name.');
    });

    test('offers a suspension only to admins', async () => {
      const first = showScreen('/moderation', moderatorsBackend());
      await openReport(first.user);
      expect(await screen.findByText('Only an admin can suspend a page.')).toBeDefined();
      expect(screen.queryByRole('radio', { name: 'Suspend' })).toBeNull();
      const second = showScreen('/moderation', moderatorsBackend('admin'));
      await openReport(second.user);
      expect(await screen.findByRole('radio', { name: 'Suspend' })).toBeDefined();
    });

    test('requires a reason, and at least one part to limit a page', async () => {
      const fake = moderatorsBackend();
      const { user } = showScreen('/moderation', fake);
      await openReport(user);
      await user.click(await screen.findByRole('radio', { name: 'Take away parts' }));
      await goOn(user, '');
      expect(screen.getByText('Give a reason.')).toBeDefined();
      expect(screen.getByText('Choose at least one part.')).toBeDefined();
      await user.click(await screen.findByRole('checkbox', { name: /The link “Instagram”/ }));
      await goOn(user);
      expect(await screen.findByRole('dialog', { name: 'What will change' })).toBeDefined();
    });

    test('asks for the handle when no profile was found at the address', async () => {
      const fake = moderatorsBackend();
      fake.reports = [makeReport({ subject: null })];
      const { user } = showScreen('/moderation', fake);
      await openReport(user);
      await user.click(await screen.findByRole('radio', { name: 'Hide while you look into it' }));
      await goOn(user);
      expect(screen.getByText('Enter the handle.')).toBeDefined();
      await user.type(screen.getByLabelText('Handle of the page'), 'grace');
      await goOn(user, '');
      expect((await screen.findByRole('dialog')).textContent).toContain('Nobody sees grace');
    });

    test.each([
      ['api/report-decided', 'Somebody has decided this report already.'],
      ['api/act-refused', 'an admin has decided about it'],
      ['api/timed-out', 'it is not known whether the decision counts'],
    ] as const)('names the refusal %s and keeps what was typed', async (code, says) => {
      const fake = moderatorsBackend();
      const { user } = showScreen('/moderation', fake);
      await openReport(user);
      await screen.findByLabelText('Reason');
      await goOn(user);
      fake.failNext('decide', code);
      await confirm(user);
      expect((await screen.findByRole('alert')).textContent).toContain(says);
      expect(screen.getByLabelText('Reason')).toHaveProperty('value', 'It is not her name.');
    });

    test('asks to sign in again when the sign-in is too old, and then shows the reports', async () => {
      const fake = moderatorsBackend();
      fake.isFresh = false;
      const { user } = showScreen('/moderation', fake);
      const dialog = await screen.findByRole('dialog');
      await user.type(await within(dialog).findByLabelText('Password'), 'busker-demo');
      await user.click(within(dialog).getByRole('button', { name: 'Confirm' }));
      expect(await screen.findByRole('link', { name: /Fraud/ })).toBeDefined();
    });

    test('offers to load the reports again after a failure', async () => {
      const fake = moderatorsBackend();
      fake.failNext('reports', 'api/unreachable');
      const { user } = showScreen('/moderation', fake);
      await user.click(within(await screen.findByRole('alert')).getByRole('button', { name: 'Try again' }));
      expect(await screen.findByRole('link', { name: /Fraud/ })).toBeDefined();
    });
  });
});

describe('objections view', () => {
  afterEach(cleanup);

  function moderatorsBackend(...objections: readonly Objection[]) {
    const fake = adasBackend();
    fake.role = 'admin';
    fake.objections = objections;
    return fake;
  }

  const list = '/moderation?view=objections';
  const one = `${list}&objection=uid-ada_1`;

  describe('the objections of the moderation screen', () => {
    test('are listed with the person, the decision and the state, or the list says that there are none', async () => {
      showScreen(list, moderatorsBackend(makeObjection()));
      const row = await screen.findByRole('link', { name: /Objection of the owner/ });
      for (const said of ['@ada', 'Suspended', 'Waits for an answer'])
        expect(row.textContent).toContain(said);
      showScreen(list, moderatorsBackend());
      expect(await screen.findByRole('heading', { name: 'No objection' })).toBeDefined();
    });

    test('are answered with reasons, after a dialog that says what will change', async () => {
      const fake = moderatorsBackend(makeObjection());
      const { user, whereAmI } = showScreen(list, fake);
      await user.click(await screen.findByRole('link', { name: /Objection of the owner/ }));
      expect(await screen.findByText('I took the picture myself.')).toBeDefined();
      await user.click(screen.getByRole('radio', { name: 'The decision is changed' }));
      await user.click(screen.getByRole('button', { name: 'Continue' }));
      expect(screen.getByText('Give a reason.')).toBeDefined();
      await user.type(screen.getByLabelText('Reasons of the answer'), 'You are right.');
      await user.click(screen.getByRole('button', { name: 'Continue' }));
      expect((await screen.findByRole('dialog')).textContent).toContain('The restriction of ada ends');
      expect(fake.timesAsked('answerObjection')).toBe(0);
      await user.click(screen.getByRole('button', { name: 'Confirm' }));
      await waitFor(() => expect(whereAmI()).toBe(list));
      expect(fake.objections[0]?.answer).toMatchObject({ outcome: 'reversed', text: 'You are right.' });
    });

    test.each([
      ['same-person', 'Somebody else has to answer'],
      ['set-by-admin', 'Only an admin can answer'],
      ['own', 'about your own page'],
    ] as const)('offer no answer to somebody who must not give it: %s', async (mayAnswer, says) => {
      showScreen(one, moderatorsBackend(makeObjection({ mayAnswer })));
      expect(await screen.findByText(new RegExp(says))).toBeDefined();
      expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull();
    });

    test('say when somebody has answered meanwhile, and show an answer that was given', async () => {
      const fake = moderatorsBackend(makeObjection());
      const { user } = showScreen(one, fake);
      await user.type(await screen.findByLabelText('Reasons of the answer'), 'It stands.');
      await user.click(screen.getByRole('button', { name: 'Continue' }));
      const answer = { outcome: 'upheld', text: 'We looked again.', by: 'eve@host.example' } as const;
      fake.objections = [
        makeObjection({ answer: { ...answer, at: Date.UTC(2026, 10, 22), samePerson: false } }),
      ];
      await user.click(await screen.findByRole('button', { name: 'Confirm' }));
      expect((await screen.findByRole('alert')).textContent).toContain('answered this objection already');
      showScreen(one, fake);
      expect(await screen.findByText('We looked again.')).toBeDefined();
    });
  });
});

describe('mails view', () => {
  afterEach(cleanup);

  function moderatorsBackend(role: ModerationRole, ...mails: readonly ModeratedMail[]) {
    const fake = adasBackend();
    fake.role = role;
    fake.mails = mails;
    return fake;
  }

  const at = '/moderation?view=mails';

  describe('the mails of the moderation screen', () => {
    test('show what failed, and an admin records that a mail was sent by hand', async () => {
      const failed = makeMail({ state: 'failed', failure: 'No such mailbox' });
      const fake = moderatorsBackend('admin', failed);
      const { user } = showScreen(at, fake);
      expect(await screen.findByText('No such mailbox')).toBeDefined();
      await user.click(screen.getByText('Read the mail'));
      expect(screen.getByText('zoe@example.com')).toBeDefined();
      await user.click(screen.getByRole('button', { name: 'I have sent it' }));
      expect(await screen.findByText('Sent by hand')).toBeDefined();
      expect(fake.mails[0]?.state).toBe('by-hand');
    });

    test('that failed are sent again once, however often an admin presses', async () => {
      const fake = moderatorsBackend('admin', makeMail({ state: 'failed', failure: 'No such mailbox' }));
      fake.mailSender = 'server';
      const { user } = showScreen(at, fake);
      await user.click(await screen.findByText('Read the mail'));
      await user.dblClick(screen.getByRole('button', { name: 'Send again' }));
      expect(await screen.findByText('Being sent')).toBeDefined();
      expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull();
      expect(fake.mails).toMatchObject([{ state: 'sending', failure: null }]);
    });

    test('can only be sent again where the server sends them', async () => {
      const fake = moderatorsBackend('admin', makeMail({ state: 'failed' }));
      fake.mailSender = 'none';
      const { user } = showScreen(at, fake);
      await user.click(await screen.findByText('Read the mail'));
      expect(screen.getByRole('button', { name: 'I have sent it' })).toBeDefined();
      expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull();
    });

    test('say why a mail was not sent again', async () => {
      const fake = moderatorsBackend('admin', makeMail({ state: 'failed' }));
      fake.mailSender = 'server';
      const { user } = showScreen(at, fake);
      await user.click(await screen.findByText('Read the mail'));
      fake.failNext('sendAgain', 'api/unreachable');
      await user.click(screen.getByRole('button', { name: 'Send again' }));
      expect(await screen.findByRole('alert')).toBeDefined();
      expect(screen.getByRole('button', { name: 'Send again' })).toBeDefined();
    });

    test('show a moderator neither address nor text', async () => {
      showScreen(at, moderatorsBackend('moderator', makeMail({ to: null, text: null })));
      expect(await screen.findByText('Addresses and texts are shown to admins only.')).toBeDefined();
      expect(screen.queryByText('Read the mail')).toBeNull();
    });

    test('say that there is none, and offer to load them again after a failure', async () => {
      const fake = moderatorsBackend('admin');
      fake.failNext('mails', 'api/unreachable');
      const { user } = showScreen(at, fake);
      await user.click(await screen.findByRole('button', { name: 'Try again' }));
      expect(await screen.findByRole('heading', { name: 'No mail' })).toBeDefined();
    });

    test('say why a mail was not recorded as sent', async () => {
      const fake = moderatorsBackend('admin', makeMail());
      const { user } = showScreen(at, fake);
      await user.click(await screen.findByText('Read the mail'));
      fake.failNext('markSent', 'api/mail-not-found');
      await user.click(screen.getByRole('button', { name: 'I have sent it' }));
      expect((await screen.findByRole('alert')).textContent).toContain('no mail with this id');
    });
  });
});

afterEach(cleanup);

function moderatorsBackend(given: Partial<OwnerCase> = {}, role: ModerationRole = 'moderator') {
  const fake = adasBackend();
  fake.role = role;
  const possible = role === 'admin' ? makeOwnerCase().possible : (['limit', 'hide'] as const);
  fake.cases = [makeOwnerCase({ possible: [...possible], ...given })];
  return fake;
}

type User = ReturnType<typeof showScreen>['user'];
const at = '/moderation?view=owners&who=uid-ada';
const choose = async (user: User, name: string) => user.click(await screen.findByRole('radio', { name }));
const goOn = async (user: User, reason = 'It is not her name.') => {
  if (reason !== '') await user.type(screen.getByLabelText('Reason'), reason);
  await user.click(screen.getByRole('button', { name: 'Continue' }));
};
const confirm = async (user: User) => user.click(await screen.findByRole('button', { name: 'Confirm' }));
const hidden = {
  state: 'hidden',
  scope: [],
  reason: 'The picture is not hers.',
  since: Date.UTC(2026, 10, 20, 12),
  until: Date.UTC(2026, 10, 27, 12),
  by: 'eve@host.example',
  byRole: 'moderator',
} satisfies OwnerCase['restriction'];

describe('the owners of the moderation screen', () => {
  test('are found by a typed name, and the address contains it afterwards', async () => {
    const { user, whereAmI } = showScreen('/moderation?view=owners', moderatorsBackend());
    await user.type(await screen.findByLabelText('Who'), '@ada');
    await user.click(screen.getByRole('button', { name: 'Find' }));
    expect(await screen.findByRole('heading', { name: '@ada' })).toBeDefined();
    expect(whereAmI()).toBe('/moderation?view=owners&who=%40ada');
  });

  test('are not found by an unknown name', async () => {
    showScreen('/moderation?view=owners&who=eve', moderatorsBackend());
    expect((await screen.findByRole('alert')).textContent).toContain('no profile with this name');
  });

  test('come with restriction, reports and audit, and hostile text only as text', async () => {
    const why = '<img src=x onerror=alert(1)>';
    const act = { at: hidden.since, who: 'eve@host.example', role: 'moderator', verb: 'hide' } as const;
    const acts = [{ ...act, outcome: 'refused', reason: why, reportId: null, after: null } as const];
    showScreen(
      at,
      moderatorsBackend({ restriction: hidden, reports: [makeReport()], acts, openPayments: 2 }),
    );
    expect((await screen.findByText(why)).querySelector('img')).toBeNull();
    const facts = screen.getByRole('region', { name: '@ada' });
    for (const said of ['Hidden for now', 'The picture is not hers.', 'eve@host.example (moderator)'])
      expect(facts.textContent).toContain(said);
    expect(within(facts).queryByRole('link', { name: 'See the page as fans see it' })).toBeNull();
    const report = within(screen.getByRole('region', { name: 'Reports' })).getByRole('link');
    expect(report.getAttribute('href')).toBe('/moderation?report=aabbccddeeff');
    expect(screen.getByRole('region', { name: 'What was done' }).textContent).toContain('Refused');
  });

  test('show the card also while it is hidden', async () => {
    const { user } = showScreen(at, moderatorsBackend({ restriction: hidden }));
    await user.click(await screen.findByRole('button', { name: 'Look at the card' }));
    expect(await screen.findByRole('dialog', { name: 'The card of @ada' })).toBeDefined();
  });

  test('can be hidden for some days, after a dialog that says what will change', async () => {
    const fake = moderatorsBackend();
    const { user } = showScreen(at, fake);
    await choose(user, 'Hide while you look into it');
    await user.type(screen.getByLabelText('Days'), '8');
    await goOn(user);
    expect(screen.getByText('Enter a whole number from 1 to 7.')).toBeDefined();
    await user.clear(screen.getByLabelText('Days'));
    await user.type(screen.getByLabelText('Days'), '3');
    await goOn(user, '');
    expect((await screen.findByRole('dialog')).textContent).toContain('Nobody sees ada.');
    expect(fake.timesAsked('act')).toBe(0);
    await confirm(user);
    expect((await screen.findByRole('region', { name: '@ada' })).textContent).toContain('Hidden for now');
    expect(fake.cases[0]?.restriction).toMatchObject({ state: 'hidden', reason: 'It is not her name.' });
  });

  test('offer only the verbs that the server would accept', async () => {
    showScreen(at, moderatorsBackend());
    expect((await screen.findAllByRole('radio')).map((each) => each.getAttribute('value'))).toEqual([
      'limit',
      'hide',
    ]);
    showScreen(at, moderatorsBackend({ possible: [] }));
    expect(await screen.findByText(/You can do nothing here/)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull();
  });

  test('name the open payments that a suspension ends', async () => {
    const { user } = showScreen(at, moderatorsBackend({ openPayments: 2 }, 'admin'));
    await choose(user, 'Suspend');
    await goOn(user);
    expect((await screen.findByRole('dialog')).textContent).toContain('2 open payments end.');
  });

  test('need a reason, and a part to take away', async () => {
    const { user } = showScreen(at, moderatorsBackend());
    await choose(user, 'Take away parts');
    await goOn(user, '');
    for (const said of ['Give a reason.', 'Choose at least one part.'])
      expect(screen.getByText(said)).toBeDefined();
    await user.click(screen.getByRole('checkbox', { name: /The link “Instagram”/ }));
    await goOn(user);
    expect(await screen.findByRole('dialog', { name: 'What will change' })).toBeDefined();
  });

  test('keep the typed text when another moderator acted first', async () => {
    const fake = moderatorsBackend();
    const { user } = showScreen(at, fake);
    await choose(user, 'Hide while you look into it');
    await goOn(user);
    fake.cases = [makeOwnerCase({ restriction: hidden, possible: ['hide', 'restore'] })];
    await confirm(user);
    expect((await screen.findByRole('alert')).textContent).toContain('has changed');
    expect(screen.getByLabelText('Reason')).toHaveProperty('value', 'It is not her name.');
  });
});
