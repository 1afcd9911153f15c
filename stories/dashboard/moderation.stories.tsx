import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, within } from 'storybook/test';
import { makeReport } from '../../dashboard/testing/fakes';
import { adaSignedIn, at, type Script } from './app-at';

const meta: Meta = { title: 'Dashboard/Moderation', parameters: { layout: 'fullscreen' } };
export default meta;

const long = 'She uses my name and my picture, and asks for tips.\n\n<b>Please look.</b> '.repeat(8);

const reports: Script = (world) => {
  world.role = 'moderator';
  world.reports = [
    makeReport({ id: '000000000001', kind: 'violence', state: 'looked-at', why: long }),
    makeReport({ id: '000000000002', subject: null, address: `https://evil.example/${'a'.repeat(120)}` }),
    makeReport({ id: '000000000003', kind: 'rights', name: null }),
  ];
};
const asAdmin: Script = (world) => {
  world.role = 'admin';
};

export const Waiting: StoryObj = at('/moderation', adaSignedIn, reports);
export const NothingWaits: StoryObj = at('/moderation', adaSignedIn, asAdmin);
export const Loading: StoryObj = at('/moderation', adaSignedIn, reports, (world) => world.hold('reports'));
export const NotAModerator: StoryObj = at('/moderation', adaSignedIn);
export const Unreachable: StoryObj = at('/moderation', adaSignedIn, reports, (world) =>
  world.failNext('reports', 'api/unreachable'),
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
    await expect(within(dialog).getByRole('button', { name: 'Decide so' })).toBeVisible();
  },
};
