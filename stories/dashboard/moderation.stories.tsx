import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import { makeMail, makeObjection, makeOwnerCase, makeReport } from '@busker/dashboard/testing/fakes';
import { adaSignedIn, at, type Script } from './app-at';

const meta: Meta = { title: 'Dashboard/Moderation', parameters: { layout: 'fullscreen' } };
export default meta;

const long = 'She uses my name and my picture, and asks for tips.\n\n<b>Please look.</b> '.repeat(8);

const reports: Script = (fake) => {
  fake.role = 'moderator';
  fake.reports = [
    makeReport({ id: '000000000001', kind: 'violence', state: 'looked-at', why: long }),
    makeReport({ id: '000000000002', subject: null, address: `https://evil.example/${'a'.repeat(120)}` }),
    makeReport({ id: '000000000003', kind: 'rights', name: null }),
  ];
};
const asAdmin: Script = (fake) => {
  fake.role = 'admin';
};

const owners = '/moderation?view=owners&who=uid-ada';
const since = Date.UTC(2026, 10, 20, 12);
const by = { by: 'eve@host.example', byRole: 'admin' } as const;
const act = { at: since, who: 'eve@host.example', role: 'admin', reportId: null } as const;

const anOwner: Script = (fake) => {
  fake.cases = [makeOwnerCase({ openPayments: 1, reports: [makeReport({ why: long })] })];
};
const aSuspendedOwner: Script = (fake) => {
  const restriction = { state: 'suspended', scope: [], reason: long, since, until: null, ...by } as const;
  const acts = [
    { ...act, verb: 'suspend', outcome: 'done', reason: long, after: 'suspended' },
    { ...act, verb: 'hide', outcome: 'refused', reason: 'x'.repeat(200), after: null },
  ] as const;
  fake.cases = [
    makeOwnerCase({
      restriction: { ...restriction, scope: [] },
      acts: [...acts],
      aliases: ['lovelace'],
      possible: ['restore', 'close'],
    }),
  ];
};
const aClosedOwner: Script = (fake) => {
  fake.cases = [makeOwnerCase({ handle: null, card: null, links: [], possible: [], deletedAt: since })];
};
const someObjections: Script = (fake) => {
  const answer = { outcome: 'upheld', text: 'It stands.', by: by.by, at: since, samePerson: false } as const;
  fake.objections = [
    makeObjection({ text: long }),
    makeObjection({ id: 'r', from: 'reporter', measure: 'none', reportId: 'aabbccddeeff' }),
    makeObjection({ id: 's', mayAnswer: 'same-person' }),
    makeObjection({ id: 'a', answer }),
  ];
};
const someMails: Script = (fake) => {
  fake.mails = [
    makeMail({ id: 'f', state: 'failed', failure: '550 No such mailbox', text: long }),
    makeMail(),
    makeMail({ id: 's', state: 'sent' }),
    makeMail({ id: 'h', state: 'by-hand' }),
  ];
};
const withoutTexts: Script = (fake) => {
  fake.mails = [makeMail({ to: null, text: null })];
};

export const Waiting: StoryObj = at('/moderation', adaSignedIn, reports);
export const NothingWaits: StoryObj = at('/moderation', adaSignedIn, asAdmin);
export const Loading: StoryObj = at('/moderation', adaSignedIn, reports, (fake) => fake.hold('reports'));
export const NotAModerator: StoryObj = at('/moderation', adaSignedIn);
export const Unreachable: StoryObj = at('/moderation', adaSignedIn, reports, (fake) =>
  fake.failNext('reports', 'api/unreachable'),
);
export const OneReport: StoryObj = at('/moderation?report=000000000001', adaSignedIn, reports, asAdmin);
export const NoProfileFound: StoryObj = at('/moderation?report=000000000002', adaSignedIn, reports);
export const DecidedByAnother: StoryObj = at('/moderation?report=000000000009', adaSignedIn, reports);

export const Confirming: StoryObj = {
  ...at('/moderation?report=000000000003', adaSignedIn, reports),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.type(await canvas.findByLabelText('Reason'), 'It is not her work.');
    await userEvent.click(canvas.getByRole('button', { name: 'Continue' }));
    const dialog = await within(document.body).findByRole('dialog', { name: 'What will change' });
    await expect(within(dialog).getByRole('button', { name: 'Confirm' })).toBeVisible();
  },
};

export const FindingAnOwner: StoryObj = at('/moderation?view=owners', adaSignedIn, reports);
export const NobodyFound: StoryObj = at('/moderation?view=owners&who=eve', adaSignedIn, reports);
export const AnOwner: StoryObj = at(owners, adaSignedIn, asAdmin, anOwner);
export const ASuspendedOwner: StoryObj = at(owners, adaSignedIn, asAdmin, aSuspendedOwner);
export const NothingPossible: StoryObj = at(owners, adaSignedIn, reports, aClosedOwner);
export const Objections: StoryObj = at('/moderation?view=objections', adaSignedIn, asAdmin, someObjections);
export const NoObjection: StoryObj = at('/moderation?view=objections', adaSignedIn, asAdmin);
export const OneObjection: StoryObj = at(
  '/moderation?view=objections&objection=r',
  adaSignedIn,
  asAdmin,
  someObjections,
);
export const SomebodyElseAnswers: StoryObj = at(
  '/moderation?view=objections&objection=s',
  adaSignedIn,
  asAdmin,
  someObjections,
);
export const AnsweredObjection: StoryObj = at(
  '/moderation?view=objections&objection=a',
  adaSignedIn,
  asAdmin,
  someObjections,
);
export const Mails: StoryObj = at('/moderation?view=mails', adaSignedIn, asAdmin, someMails);
export const MailsForAModerator: StoryObj = at('/moderation?view=mails', adaSignedIn, reports, withoutTexts);

/** The server sends the mails: the admin has one sent again that failed. */
const sendingAgain = (
  script: Script,
  play: (mail: ReturnType<typeof within>) => Promise<void>,
): StoryObj => ({
  ...at('/moderation?view=mails', adaSignedIn, asAdmin, script, (fake) => {
    fake.mailSender = 'server';
    fake.mails = [makeMail({ id: 'f', state: 'failed', failure: '550 No such mailbox' })];
  }),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(await canvas.findByText('Read the mail'));
    await userEvent.click(await canvas.findByRole('button', { name: 'Send again' }));
    await play(canvas);
  },
});
export const MailBeingSentAgain = sendingAgain(
  (fake) => fake.hold('sendAgain'),
  (canvas) => expect(canvas.getByRole('button', { name: 'I have sent it' })).toBeDisabled(),
);
export const MailSentAgain = sendingAgain(
  () => {},
  async (canvas) => {
    await waitFor(() => expect(canvas.queryByText('550 No such mailbox')).toBeNull());
    await expect(canvas.queryByRole('button', { name: 'Send again' })).toBeNull();
  },
);
export const MailNotSentAgain = sendingAgain(
  (fake) => fake.failNext('sendAgain', 'api/unreachable'),
  async (canvas) => {
    await expect(await canvas.findByRole('alert')).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'Send again' })).toBeEnabled();
  },
);
export const NoMail: StoryObj = at('/moderation?view=mails', adaSignedIn, asAdmin);

export const TheCard: StoryObj = {
  ...at(owners, adaSignedIn, asAdmin, anOwner),
  play: async ({ canvasElement }) => {
    await userEvent.click(await within(canvasElement).findByRole('button', { name: 'Look at the card' }));
    const dialog = await within(document.body).findByRole('dialog', { name: 'The card of @ada' });
    await expect(dialog).toBeVisible();
  },
};
