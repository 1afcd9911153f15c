import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import { makeUser } from '@busker/dashboard/testing/fakes';
import { noteOwnDevice } from '@busker/dashboard/device/this-browser';
import { adaSignedIn, at } from './app-at';

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
