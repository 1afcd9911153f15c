import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import { makeUser } from '../../dashboard/fakes';
import { adaSignedIn, at } from './app-at';

const meta: Meta = { title: 'Dashboard/Account', parameters: { layout: 'fullscreen' } };
export default meta;

export const WholeRecord: StoryObj = at('/account', adaSignedIn);
export const NotConfirmed: StoryObj = at('/account', adaSignedIn, (world) =>
  world.signInAs(makeUser({ emailVerified: false, phoneNumber: '+447700900123', displayName: 'Ada' })),
);

export const Offline: StoryObj = at('/account', adaSignedIn, (world) => world.online.set(false));
/** What is published cannot be read, so the word to type is not known: it says why nothing can be deleted now. */
export const Unreadable: StoryObj = {
  ...at('/account', adaSignedIn, (world) => world.failNext('watchPublished', 'store/unavailable')),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    const panel = await canvas.findByRole('region', { name: 'Delete your account' }, { timeout: 15_000 });
    await expect(await within(panel).findByRole('alert')).toBeVisible();
    await expect(within(panel).getByRole('button', { name: 'Try again' })).toBeVisible();
  },
};

const makeGuest = makeUser({ isGuest: true, email: null, emailVerified: false, providers: [] });

export const Guest: StoryObj = at('/account', adaSignedIn, (world) => world.signInAs(makeGuest));

const typeTheHandle = async (canvasElement: HTMLElement) => {
  const canvas = within(canvasElement);
  await userEvent.type(await canvas.findByLabelText('Type ada to confirm', {}, { timeout: 15_000 }), 'ada');
  await userEvent.click(canvas.getByRole('button', { name: 'Delete my account' }));
  return canvas;
};

export const ConfirmFirst: StoryObj = {
  ...at('/account', adaSignedIn, (world) => {
    world.isFresh = false;
  }),
  play: async ({ canvasElement }) => {
    await typeTheHandle(canvasElement);
    const again = await within(document.body).findByRole('dialog', { name: 'Confirm that it is you' });
    const password = await within(again).findByLabelText('Password');
    await waitFor(() => expect(password).toBeVisible());
  },
};

export const MoneyOnItsWay: StoryObj = {
  ...at('/account', adaSignedIn, (world) => world.failNext('deleteAccount', 'api/account-busy')),
  play: async ({ canvasElement }) => {
    const canvas = await typeTheHandle(canvasElement);
    await expect(await canvas.findByRole('alert')).toHaveTextContent('A refund or a dispute is still open');
  },
};
