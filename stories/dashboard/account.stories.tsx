import type { Meta, StoryObj } from '@storybook/react-vite';
import { makeUser } from '../../dashboard/fakes';
import { adaSignedIn, at } from './app-at';

const meta: Meta = { title: 'Dashboard/Account', parameters: { layout: 'fullscreen' } };
export default meta;

export const WholeRecord: StoryObj = at('/account', adaSignedIn);
export const NotConfirmed: StoryObj = at('/account', adaSignedIn, (world) =>
  world.signInAs(makeUser({ emailVerified: false, phoneNumber: '+447700900123', displayName: 'Ada' })),
);

const makeGuest = makeUser({ isGuest: true, email: null, emailVerified: false, providers: [] });

export const Guest: StoryObj = at('/account', adaSignedIn, (world) => world.signInAs(makeGuest));
