import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, within } from 'storybook/test';
import { makePayments, makeTip } from '@busker/dashboard/testing/fakes';
import { adaSignedIn, at, type Script } from './app-at';

const meta: Meta = { title: 'Dashboard/Alarms', parameters: { layout: 'fullscreen' } };
export default meta;

const forgetAside: Script = () => localStorage.removeItem('busker-alarms-aside-uid-ada');
const restricted: Script = (fake) =>
  fake.payments.set(makePayments({ cardPayments: 'restricted', requirements: ['individual.dob.day'] }));
const deadline: Script = (fake) =>
  fake.payments.set(
    makePayments({ requirements: ['individual.dob.day'], requirementsDueAt: Date.now() + 5 * 86_400_000 }),
  );
const disputed: Script = (fake) =>
  fake.begin(
    makeTip({
      dispute: { status: 'open', amount: 500, disputeId: 'dp_1', dueBy: Date.now() + 5 * 86_400_000 },
    }),
  );
const deadLink: Script = (fake) =>
  fake.linkHealth.set({
    v: 1,
    uid: 'uid-ada',
    links: {
      k1: {
        url: 'https://instagram.com/ada',
        state: 'gone',
        status: 404,
        movedTo: null,
        since: 0,
        checkedAt: 0,
      },
    },
    checkedAt: 0,
    nextCheckAt: 0,
  });

export const NoTipsCanArrive: StoryObj = at('/money/tips', adaSignedIn, forgetAside, restricted);

export const DeadlineNear: StoryObj = at('/page/profile', adaSignedIn, forgetAside, deadline);

export const DisputeOpened: StoryObj = at('/money/books', adaSignedIn, forgetAside, disputed);

export const DeadLink: StoryObj = at('/settings/account', adaSignedIn, forgetAside, deadLink);

export const SeveralAtOnce: StoryObj = {
  ...at('/settings/account', adaSignedIn, forgetAside, restricted, disputed, deadLink),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(await canvas.findByRole('button', { name: '2 more' }));
    await expect(await canvas.findByRole('link', { name: 'Edit the link' })).toBeVisible();
  },
};
