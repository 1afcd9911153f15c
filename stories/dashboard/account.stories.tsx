import type { LeavingState } from '@busker/core/account/account-document';
import { wholeExport, type OwnerExport } from '@busker/core/account/export-document';
import { keptTicket } from '@busker/dashboard/account-deletion/leaving';
import { noteOwnDevice } from '@busker/dashboard/device/this-browser';
import { makeUser } from '@busker/dashboard/testing/fakes';
import { fakeExport, fakeLeaving } from '@busker/dashboard/testing/in-memory-money';
import {
  inMemoryMailCode,
  inMemoryAppCode,
  inMemoryRecoveryCodes,
} from '@busker/dashboard/testing/in-memory-sign-in-methods';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import { adaSignedIn, at, type Script } from './app-at';

const meta: Meta = { title: 'Dashboard/Account', parameters: { layout: 'fullscreen' } };
export default meta;

/** The picture of a provider. */
const photoUrl =
  'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 viewBox=%220 0 8 8%22%3E%3Cpath fill=%22%230b6e4f%22 d=%22M0 0h8v8H0z%22/%3E%3C/svg%3E';

export const WholeRecord: StoryObj = at('/settings/account', adaSignedIn);
export const NotConfirmed: StoryObj = at('/settings/account', adaSignedIn, (fake) =>
  fake.signInAs(
    makeUser({ emailVerified: false, phoneNumber: '+447700900123', displayName: 'Ada', photoUrl }),
  ),
);

const phone = {
  id: 'phone',
  browser: 'chrome',
  system: 'android',
  signedInAt: Date.UTC(2026, 10, 3, 12),
  lastSeenAt: Date.UTC(2026, 10, 19, 12),
} as const;
export const ManyDevices: StoryObj = at('/settings/account', adaSignedIn, (fake) => {
  fake.devices = [
    phone,
    { ...phone, id: 'tablet', browser: 'safari', system: 'ios' },
    { ...phone, id: 'unknown', browser: 'other', system: 'other' },
  ];
});
export const DevicesLoading: StoryObj = at('/settings/account', adaSignedIn, (fake) =>
  fake.hold('noteDevice'),
);
export const DevicesUnreadable: StoryObj = {
  ...at('/settings/account', adaSignedIn, (fake) => {
    // Only the list asks, not the start of the dashboard.
    noteOwnDevice(makeUser(), Date.now());
    fake.failNext('noteDevice', 'api/unreachable');
  }),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    const panel = await canvas.findByRole('region', { name: 'Signed-in devices' }, { timeout: 15_000 });
    await expect(await within(panel).findByRole('button', { name: 'Try again' })).toBeVisible();
  },
};

export const Offline: StoryObj = at('/settings/account', adaSignedIn, (fake) => fake.online.set(false));
/** The published profile cannot be read, so the word to type is unknown; the screen says why deleting is not possible. */
export const Unreadable: StoryObj = {
  ...at('/settings/account', adaSignedIn, (fake) => fake.failNext('watchPublished', 'store/unavailable')),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    const panel = await canvas.findByRole('region', { name: 'Delete your account' }, { timeout: 15_000 });
    await expect(await within(panel).findByRole('alert')).toBeVisible();
    await expect(within(panel).getByRole('button', { name: 'Try again' })).toBeVisible();
  },
};

const makeGuest = makeUser({ isGuest: true, email: null, emailVerified: false, providers: [] });

export const Guest: StoryObj = at('/settings/account', adaSignedIn, (fake) => fake.signInAs(makeGuest));

const typeTheHandle = async (canvasElement: HTMLElement) => {
  const canvas = within(canvasElement);
  await userEvent.type(await canvas.findByLabelText('Type ada to confirm', {}, { timeout: 15_000 }), 'ada');
  await userEvent.click(canvas.getByRole('button', { name: 'Delete my account' }));
  return canvas;
};

export const ConfirmFirst: StoryObj = {
  ...at('/settings/account', adaSignedIn, (fake) => {
    fake.isFresh = false;
  }),
  play: async ({ canvasElement }) => {
    await typeTheHandle(canvasElement);
    const again = await within(document.body).findByRole('dialog', { name: 'Confirm that it is you' });
    const password = await within(again).findByLabelText('Password');
    await waitFor(() => expect(password).toBeVisible());
  },
};

/** An owner without a password: the dialog offers their own sign-in method. */
export const NewAddressWithoutPassword: StoryObj = {
  ...at('/settings/account', adaSignedIn, (fake) => {
    fake.isFresh = false;
    const google = { providerId: 'google.com', uid: 'g1', email: 'ada@example.com', displayName: 'Ada' };
    fake.signInAs(makeUser({ providers: [{ ...google, phoneNumber: null }] }));
  }),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    const address = await canvas.findByLabelText('New email', {}, { timeout: 15_000 });
    await userEvent.type(address, 'countess@example.com');
    await userEvent.click(canvas.getByRole('button', { name: 'Send confirmation link' }));
    const again = await within(document.body).findByRole('dialog', { name: 'Confirm that it is you' });
    const google = await within(again).findByRole('button', { name: 'Continue with Google' });
    await waitFor(() => expect(google).toBeVisible());
  },
};

export const MoneyOnItsWay: StoryObj = {
  ...at('/settings/account', adaSignedIn, (fake) => fake.failNext('deleteAccount', 'api/account-busy')),
  play: async ({ canvasElement }) => {
    const canvas = await typeTheHandle(canvasElement);
    await expect(await canvas.findByRole('alert')).toHaveTextContent(
      'A payment, a refund or a dispute is still open',
    );
  },
};

const openRecord = async (canvasElement: HTMLElement) => {
  const name = { name: 'Account details' };
  const canvas = within(canvasElement);
  await userEvent.click(await canvas.findByRole('heading', name, { timeout: 15_000 }));
  return within(canvas.getByRole('region', name));
};
export const RecordSaved: StoryObj = {
  ...at('/settings/account', adaSignedIn),
  play: async ({ canvasElement }) => {
    const record = await openRecord(canvasElement);
    await userEvent.type(record.getByLabelText('Display name'), 'Ada L.{Enter}');
    const saved = await within(document.body).findByText('Saved.');
    await waitFor(() => expect(saved).toBeVisible());
  },
};
export const RecordRefused: StoryObj = {
  ...at('/settings/account', adaSignedIn),
  play: async ({ canvasElement }) => {
    const record = await openRecord(canvasElement);
    await userEvent.type(record.getByLabelText('Picture URL'), 'mailto:ada@example.com{Enter}');
    await expect(await record.findByText(/^Not saved: Picture URL/)).toBeVisible();
  },
};
export const RecordNotSaved: StoryObj = {
  ...at('/settings/account', adaSignedIn, (fake) =>
    fake.failNext('changeRecord', 'auth/network-request-failed'),
  ),
  play: async ({ canvasElement }) => {
    const record = await openRecord(canvasElement);
    await userEvent.type(record.getByLabelText('Display name'), 'Ada L.{Enter}');
    await expect(await record.findByRole('alert')).toBeVisible();
  },
};

export const PasswordForgotten: StoryObj = {
  ...at('/settings/account', adaSignedIn),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    const mail = { name: 'Forgot it? Email me a reset link' };
    await userEvent.click(await canvas.findByRole('button', mail, { timeout: 15_000 }));
    await expect(await canvas.findByText(/We sent a link to ada@example.com/)).toBeVisible();
  },
};

/** The notice above every screen until the email is confirmed. */
export const StillNotConfirmed: StoryObj = {
  ...at('/settings/account', adaSignedIn, (fake) => fake.signInAs(makeUser({ emailVerified: false }))),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    const opened = { name: 'I opened the link' };
    await userEvent.click(await canvas.findByRole('button', opened, { timeout: 15_000 }));
    await expect(await canvas.findByText(/Not confirmed yet/)).toBeVisible();
  },
};

const phoneOnly: Script = (fake) => {
  fake.methods = { emailLink: false, phone: true, guest: false, totp: false, providers: [] };
};

export const OnlySome: StoryObj = {
  ...at('/sign-in', phoneOnly),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(await canvas.findByRole('button', { name: 'Use another way' }));
    await expect(await canvas.findByRole('link', { name: 'Use my phone' })).toBeVisible();
  },
};

export const WindowBlocked: StoryObj = {
  ...at('/sign-in', (fake) => fake.failNext('withProvider', 'auth/popup-blocked')),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(await canvas.findByRole('button', { name: 'Use another way' }));
    await userEvent.click(await canvas.findByRole('button', { name: 'Continue with Google' }));
    await expect(await canvas.findByRole('button', { name: 'Continue in this window' })).toBeVisible();
  },
};

export const CameBackWithout: StoryObj = at('/sign-in', (fake) =>
  fake.session.set({
    kind: 'signed-out',
    reason: null,
    failure: { code: 'auth/account-exists-with-different-credential' },
  }),
);

export const MailedLink: StoryObj = at('/sign-in/link');

const askForLink = async (canvasElement: HTMLElement) => {
  const canvas = within(canvasElement);
  await userEvent.type(await canvas.findByLabelText('Email'), 'ada@example.com');
  await userEvent.click(canvas.getByRole('button', { name: 'Send the link' }));
  return canvas;
};
export const MailedLinkSent: StoryObj = {
  ...at('/sign-in/link'),
  play: async ({ canvasElement }) => {
    const canvas = await askForLink(canvasElement);
    await expect(await canvas.findByText(/We sent a sign-in link to ada@example.com/)).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'Use another address' })).toBeVisible();
  },
};
export const MailedLinkFailed: StoryObj = {
  ...at('/sign-in/link', (fake) => fake.failNext('sendLink', 'auth/quota-exceeded')),
  play: async ({ canvasElement }) => {
    const canvas = await askForLink(canvasElement);
    await expect(await canvas.findByRole('alert')).toBeVisible();
  },
};

export const Phone: StoryObj = at('/sign-in/phone');
export const PhoneNumberWrong: StoryObj = {
  ...at('/sign-in/phone'),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.type(await canvas.findByLabelText('Phone number'), '0770');
    await userEvent.click(canvas.getByRole('button', { name: 'Send the code' }));
    await expect(await canvas.findByText(/Start with \+/)).toBeVisible();
  },
};

export const PhoneCode: StoryObj = {
  ...at('/sign-in/phone'),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.type(await canvas.findByLabelText('Phone number'), '+447700900123');
    await userEvent.click(canvas.getByRole('button', { name: 'Send the code' }));
    await userEvent.type(await canvas.findByLabelText('Code'), '000000');
    await userEvent.click(canvas.getByRole('button', { name: 'Confirm the code' }));
    await expect(await canvas.findByRole('alert')).toHaveTextContent('This code is wrong');
  },
};

const mail = (mode: string, code = inMemoryMailCode) => `/auth/action?mode=${mode}&oobCode=${code}`;

export const AddressConfirmed: StoryObj = at(mail('verifyEmail'));
export const LinkUsed: StoryObj = at(mail('verifyEmail', 'used'));
export const NewPassword: StoryObj = at(mail('resetPassword'));
export const NewPasswordTooWeak: StoryObj = {
  ...at(mail('resetPassword')),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.type(await canvas.findByLabelText('New password'), 'abc');
    await userEvent.click(canvas.getByRole('button', { name: 'Save the new password' }));
    await expect(await canvas.findByText('Use at least 6 characters.')).toBeVisible();
    await expect(canvas.getByLabelText('New password')).toBeInvalid();
  },
};
export const TakeAddressBack: StoryObj = at(mail('recoverEmail'));
export const LinkOnAnotherDevice: StoryObj = at(mail('signIn'));
export const BrokenLink: StoryObj = at('/auth/action');

const authenticator = { id: 'factor-1', name: 'My phone', addedAt: Date.UTC(2026, 10, 20) };
const on: Script = (fake) => {
  fake.secondFactors = [authenticator, { id: 'factor-2', name: '', addedAt: Date.UTC(2026, 10, 24) }];
  fake.recoveryCodes = inMemoryRecoveryCodes.slice(0, 3);
};
const late = { timeout: 15_000 };

const panelOf = async (canvasElement: HTMLElement) =>
  within(await within(canvasElement).findByRole('region', { name: 'Two-step sign-in' }, late));
/** Dialogs are outside of the canvas. */
const dialogOf = async (canvasElement: HTMLElement, name: string) =>
  within(await within(canvasElement.ownerDocument.body).findByRole('dialog', { name }, late));

export const TwoStepOn: StoryObj = {
  ...at('/settings/account', adaSignedIn, on),
  play: async ({ canvasElement }) => {
    const panel = await panelOf(canvasElement);
    await expect(await panel.findByText('You have 3 unused codes.')).toBeVisible();
  },
};

export const EmailNotConfirmed: StoryObj = {
  ...at('/settings/account', adaSignedIn, (fake) => fake.signInAs(makeUser({ emailVerified: false }))),
  play: async ({ canvasElement }) => {
    const panel = await panelOf(canvasElement);
    await expect(await panel.findByText(/Confirm your email first/)).toBeVisible();
  },
};

const setUp = async (canvasElement: HTMLElement, code: string) => {
  const panel = await panelOf(canvasElement);
  await userEvent.click(await panel.findByRole('button', { name: 'Switch on' }, late));
  const dialog = await dialogOf(canvasElement, 'Set up two-step sign-in');
  await userEvent.type(dialog.getByLabelText('Code from the app'), code);
  await userEvent.click(dialog.getByRole('button', { name: 'Confirm the code' }));
  return dialog;
};

export const WrongCodeAtSetUp: StoryObj = {
  ...at('/settings/account', adaSignedIn),
  play: async ({ canvasElement }) => {
    const dialog = await setUp(canvasElement, '000000');
    await expect(await dialog.findByText(/This code is wrong/)).toBeVisible();
  },
};

export const NewCodes: StoryObj = {
  ...at('/settings/account', adaSignedIn),
  play: async ({ canvasElement }) => {
    await setUp(canvasElement, inMemoryAppCode);
    const dialog = await dialogOf(canvasElement, 'Keep your recovery codes');
    await expect(dialog.getAllByRole('listitem')).toHaveLength(10);
  },
};

export const RemoveAnApp: StoryObj = {
  ...at('/settings/account', adaSignedIn, on),
  play: async ({ canvasElement }) => {
    const panel = await panelOf(canvasElement);
    await userEvent.click(await panel.findByRole('button', { name: 'Remove My phone' }, late));
    const dialog = await dialogOf(canvasElement, 'Remove this app?');
    await waitFor(() => expect(dialog.getByText(/other apps/)).toBeVisible());
  },
};

const signIn = async (canvasElement: HTMLElement) => {
  const canvas = within(canvasElement);
  await userEvent.type(await canvas.findByLabelText('Email', {}, late), 'ada@example.com');
  await userEvent.type(canvas.getByLabelText('Password'), 'busker-demo');
  await userEvent.click(canvas.getByRole('button', { name: 'Sign in' }));
  return dialogOf(canvasElement, 'Enter the code from your app');
};
const known: Script = (fake) => void fake.passwords.set('ada@example.com', 'busker-demo');

export const SecondStep: StoryObj = {
  ...at('/sign-in', known, on),
  play: async ({ canvasElement }) => {
    const dialog = await signIn(canvasElement);
    await expect(dialog.getByLabelText('App')).toBeVisible();
  },
};

export const SecondStepOver: StoryObj = {
  ...at('/sign-in', known, on, (fake) => fake.failNext('secondStep', 'auth/invalid-multi-factor-session')),
  play: async ({ canvasElement }) => {
    const dialog = await signIn(canvasElement);
    await userEvent.type(dialog.getByLabelText('Code from the app'), inMemoryAppCode);
    await expect(await dialog.findByRole('button', { name: 'Start again' })).toBeVisible();
  },
};

export const RecoveryCode: StoryObj = {
  ...at('/sign-in', known, on),
  play: async ({ canvasElement }) => {
    const dialog = await signIn(canvasElement);
    await userEvent.click(dialog.getByRole('button', { name: 'Use a recovery code' }));
    const recovery = await dialogOf(canvasElement, 'Use a recovery code');
    await userEvent.type(recovery.getByLabelText('Recovery code'), 'wrong{Enter}');
    await expect(await recovery.findByRole('alert')).toBeVisible();
  },
};

const day = 24 * 60 * 60_000;
const exported =
  (state: OwnerExport['state'], format: OwnerExport['format'] = 'csv'): Script =>
  (fake) => {
    fake.hasManyTips = true;
    fake.export.set(fakeExport({ state, format }));
  };

const ready = (expiresAt: number) =>
  ({ name: 'ready', tips: 100_000, bytes: 27_400_000, readyAt: expiresAt - 7 * day, expiresAt }) as const;

const exportPanelOf = async (canvasElement: HTMLElement) => {
  const panel = { name: 'Your data' };
  return within(await within(canvasElement).findByRole('region', panel, { timeout: 15_000 }));
};

export const ExportStarting: StoryObj = at(
  '/settings/account',
  adaSignedIn,
  exported({ name: 'running', done: 0, total: null }),
);

export const ExportPreparing: StoryObj = {
  ...at('/settings/account', adaSignedIn, exported({ name: 'running', done: 42_000, total: 100_000 })),
  play: async ({ canvasElement }) => {
    const panel = await exportPanelOf(canvasElement);
    const bar = await panel.findByRole('progressbar', { name: 'Your export' });
    await expect(bar).toHaveAttribute('aria-valuenow', '42');
    await expect(panel.getByText('Preparing your file: 42,000 of 100,000 tips')).toBeVisible();
  },
};

export const ExportTriedAgain: StoryObj = {
  ...at('/settings/account', adaSignedIn, exported({ name: 'retrying', done: 42_000, total: 100_000 })),
  play: async ({ canvasElement }) => {
    const panel = await exportPanelOf(canvasElement);
    await expect(await panel.findByRole('alert')).toHaveTextContent('We try again by ourselves');
    await userEvent.click(panel.getByRole('button', { name: 'Try again' }));
    await expect(await panel.findByText('Preparing your file…')).toBeVisible();
  },
};

export const ExportReady: StoryObj = {
  ...at('/settings/account', adaSignedIn, exported(ready(Date.now() + 7 * day), 'json')),
  play: async ({ canvasElement }) => {
    const panel = await exportPanelOf(canvasElement);
    await expect(await panel.findByRole('button', { name: 'Download JSON' })).toBeVisible();
    await expect(panel.getByText(/100,000 tips, 27.4 MB/)).toBeVisible();
  },
};

export const ReadyWithTipsMissing: StoryObj = {
  ...at('/settings/account', adaSignedIn, exported({ ...ready(Date.now() + 7 * day), unreadable: 2 })),
  play: async ({ canvasElement }) => {
    const panel = await exportPanelOf(canvasElement);
    await expect(await panel.findByText(/2 tips are missing: they could not be read/)).toBeVisible();
  },
};

export const ReadyPart: StoryObj = {
  ...at('/settings/account', adaSignedIn, (fake) => {
    const choice = { ...wholeExport('csv'), from: '2026-11-01', until: '2026-11-30' };
    fake.export.set(fakeExport({ state: ready(Date.now() + 7 * day), choice }));
  }),
  play: async ({ canvasElement }) => {
    const panel = await exportPanelOf(canvasElement);
    await expect(
      await panel.findByText('This file has only the tips that your filter showed.'),
    ).toBeVisible();
  },
};

export const ExportExpired: StoryObj = {
  ...at('/settings/account', adaSignedIn, exported(ready(Date.now() - day))),
  play: async ({ canvasElement }) => {
    const panel = await exportPanelOf(canvasElement);
    await userEvent.click(await panel.findByRole('button', { name: 'Prepare a new file' }));
    await expect(await panel.findByText('Preparing your file…')).toBeVisible();
  },
};

/** The link needs a fresh sign-in. */
export const ConfirmBeforeDownload: StoryObj = {
  ...at('/settings/account', adaSignedIn, exported(ready(Date.now() + 7 * day)), (fake) => {
    fake.isFresh = false;
  }),
  play: async ({ canvasElement }) => {
    const panel = await exportPanelOf(canvasElement);
    await userEvent.click(await panel.findByRole('button', { name: 'Download CSV' }));
    const dialog = await within(document.body).findByRole('dialog', { name: 'Confirm that it is you' });
    // The dialog fades in.
    await waitFor(() => expect(dialog).toBeVisible());
  },
};

export const ExportRefused: StoryObj = {
  ...at('/settings/account', adaSignedIn, exported(ready(Date.now() + 7 * day)), (fake) =>
    fake.failNext('exportLink', 'api/service-unavailable'),
  ),
  play: async ({ canvasElement }) => {
    const panel = await exportPanelOf(canvasElement);
    await userEvent.click(await panel.findByRole('button', { name: 'Download CSV' }));
    await expect(await panel.findByRole('alert')).toBeVisible();
  },
};

export const ExportUnreadable: StoryObj = at('/settings/account', adaSignedIn, (fake) =>
  fake.failNext('watchExport', 'store/unavailable'),
);

const leaving =
  (state: LeavingState): Script =>
  (fake) =>
    fake.leaving.set(fakeLeaving(state));
const running = (
  step: Extract<LeavingState, { readonly step: string }>['step'],
  done: number,
  total: number | null,
) => ({ name: 'running', step, done, total }) as const;

export const DeletionStarted: StoryObj = at(
  '/settings/account',
  adaSignedIn,
  leaving(running('page', 0, null)),
);

export const DeletionOfBooks: StoryObj = {
  ...at('/money/tips', adaSignedIn, leaving(running('books', 10_500, 20_000))),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    const bar = await canvas.findByRole(
      'progressbar',
      { name: 'Deletion of your account' },
      { timeout: 15_000 },
    );
    await expect(bar).toHaveAttribute('aria-valuenow', '50');
    // With the count: without it the same words are read out, sooner or later.
    await expect(canvas.getByText(/^Deleting: 3 of 5: keeping the records of payments \(/)).toBeVisible();
    await expect(canvas.getByText(/the deletion stops and everything is as it was before/)).toBeVisible();
  },
};

export const NoReturn: StoryObj = {
  ...at('/settings/account', adaSignedIn, leaving(running('data', 4000, 20_000))),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(
      await canvas.findByText('The deletion cannot be stopped any more.', {}, { timeout: 15_000 }),
    ).toBeVisible();
  },
};

export const DeletionTriedAgain: StoryObj = at(
  '/settings/account',
  adaSignedIn,
  leaving({ name: 'retrying', step: 'payments', done: 2, total: 3 }),
);

export const DeletionStopped: StoryObj = {
  ...at('/page/profile', adaSignedIn, leaving({ name: 'stopped' })),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    const notice = { name: 'Your account was not deleted' };
    await expect(await canvas.findByRole('status', notice, { timeout: 15_000 })).toHaveTextContent(
      'all tips and data are there as before',
    );
  },
};

const signedOut: Script = () => keptTicket.keep('ticket-ada');
const forget = () => keptTicket.drop();

export const SignInPageWhileItRuns: StoryObj = {
  ...at('/sign-in', signedOut, leaving(running('data', 4000, 20_000))),
  beforeEach: () => forget,
  play: async ({ canvasElement }) => {
    const bar = { name: 'Deletion of your account' };
    await expect(
      await within(canvasElement).findByRole('progressbar', bar, { timeout: 15_000 }),
    ).toBeVisible();
  },
};

export const SignInPageWhenItIsOver: StoryObj = {
  ...at('/sign-in', signedOut, leaving({ name: 'done' })),
  beforeEach: () => forget,
  play: async ({ canvasElement }) => {
    await expect(
      await within(canvasElement).findByText(/Your account has been deleted/, {}, { timeout: 15_000 }),
    ).toBeVisible();
  },
};

export const SignInPageWhenItStopped: StoryObj = {
  ...at('/sign-in', signedOut, leaving({ name: 'stopped' })),
  beforeEach: () => forget,
};

const signInKnown: Script = (fake) => void fake.passwords.set('ada@example.com', 'busker-demo');

export const Start: StoryObj = at('/');
export const SignIn: StoryObj = at('/sign-in', signInKnown);

export const WrongPassword: StoryObj = {
  ...at('/sign-in', signInKnown),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.type(await canvas.findByLabelText('Email'), 'ada@example.com');
    await userEvent.type(canvas.getByLabelText('Password'), 'not-it-at-all');
    await userEvent.click(canvas.getByRole('button', { name: 'Sign in' }));
    await expect(await canvas.findByRole('alert')).toHaveTextContent('Email or password is wrong');
  },
};

export const EmptyFields: StoryObj = {
  ...at('/sign-in'),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(await canvas.findByRole('button', { name: 'Sign in' }));
    await expect(await canvas.findByText('Enter your email address.')).toBeVisible();
  },
};

export const SwitchedOff: StoryObj = at('/sign-in', (fake) =>
  fake.session.set({ kind: 'signed-out', reason: 'user-disabled' }),
);

export const SessionOver: StoryObj = at('/money/tips', (fake) =>
  fake.session.set({ kind: 'signed-out', reason: 'user-token-expired' }),
);

export const TooManyTries: StoryObj = {
  ...at('/sign-in', (fake) => fake.failNext('signIn', 'auth/too-many-requests')),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.type(await canvas.findByLabelText('Email'), 'ada@example.com');
    await userEvent.type(canvas.getByLabelText('Password'), 'busker-demo');
    await userEvent.click(canvas.getByRole('button', { name: 'Sign in' }));
    await expect(await canvas.findByRole('alert')).toHaveTextContent('Too many attempts');
  },
};

export const CreateAccount: StoryObj = at('/create-account');

export const StrongPassword: StoryObj = {
  ...at('/create-account'),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.type(await canvas.findByLabelText('Email'), 'new@example.com');
    await userEvent.type(canvas.getByLabelText('Password'), 'correct horse battery');
    await expect(canvas.getByText('Password strength: strong')).toBeVisible();
  },
};

export const AddressTaken: StoryObj = {
  ...at('/create-account', signInKnown),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.type(await canvas.findByLabelText('Email'), 'ada@example.com');
    await userEvent.type(canvas.getByLabelText('Password'), 'correct horse battery');
    await userEvent.click(canvas.getByRole('button', { name: 'Create account' }));
    await expect(await canvas.findByText(/We sent a link to ada@example.com/)).toBeVisible();
  },
};

export const ResetPassword: StoryObj = at('/reset-password');

export const ResetSent: StoryObj = {
  ...at('/reset-password'),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.type(await canvas.findByLabelText('Email'), 'ada@example.com');
    await userEvent.click(canvas.getByRole('button', { name: 'Send the link' }));
    await expect(await canvas.findByText(/If ada@example.com has an account/)).toBeVisible();
  },
};

export const ResetFailed: StoryObj = {
  ...at('/reset-password', (fake) => fake.failNext('sendPasswordReset', 'auth/too-many-requests')),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.type(await canvas.findByLabelText('Email'), 'ada@example.com');
    await userEvent.click(canvas.getByRole('button', { name: 'Send the link' }));
    await expect(await canvas.findByRole('alert')).toHaveTextContent('Too many attempts');
    await expect(canvas.getByLabelText('Email')).toHaveValue('ada@example.com');
  },
};
