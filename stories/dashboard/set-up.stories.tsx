import type { Meta, StoryObj } from '@storybook/react-vite';
import { defaultPreferences } from '@busker/core/account/account-document';
import { makePayments, makeUser } from '@busker/dashboard/testing/fakes';
import { adaSignedIn, at, type Script } from './app-at';

const meta: Meta = { title: 'Dashboard/First steps', parameters: { layout: 'fullscreen' } };
export default meta;

const isNew: Script = (fake) => fake.signInAs(makeUser({ email: 'new@example.com', emailVerified: false }));
const allButTheTip =
  (livemode: boolean): Script =>
  (fake) => {
    fake.payments.set(makePayments({ livemode }));
    fake.preferences.set({ ...defaultPreferences, pageShared: true });
  };

export const NothingDone: StoryObj = at('/page/profile', isNew);

export const TestTipLeft: StoryObj = at('/page/profile', adaSignedIn, allButTheTip(false));

export const RealTipLeft: StoryObj = at('/page/profile', adaSignedIn, allButTheTip(true));

export const HiddenAndInTheFrame: StoryObj = at('/settings/account', isNew, (fake) =>
  fake.preferences.set({ ...defaultPreferences, setUpHidden: true }),
);
