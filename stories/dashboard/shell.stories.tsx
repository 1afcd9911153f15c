import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, within, waitFor } from 'storybook/test';
import type { ScriptedCall } from '@busker/dashboard/testing/scripted-call';
import { makePayments, makeTip, makeDraft } from '@busker/dashboard/testing/fakes';
import { removeField, setField } from '@busker/dashboard/draft/draft-edit';
import { inMemoryStore } from '@busker/dashboard/testing/in-memory-store';
import { FakeBackend } from '@busker/dashboard/testing/fake-backend';
import { adaSignedIn, at, type Script } from './app-at';

const meta: Meta = { title: 'Dashboard/Around the screens', parameters: { layout: 'fullscreen' } };
export default meta;

const offline: Script = (fake) => fake.online.set(false);

/** Offline, without any cached data for the screen. */
const nothingKept = (address: string, ...calls: readonly ScriptedCall[]): StoryObj => ({
  ...at(address, adaSignedIn, offline, (fake) => calls.forEach((call) => fake.hold(call))),
  play: async ({ canvasElement }) => {
    const waits = await within(canvasElement.ownerDocument.body).findAllByText('Waiting for a connection');
    await expect(waits.length).toBeGreaterThan(0);
  },
});

export const SignIn: StoryObj = {
  ...at('/sign-in', offline),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(await canvas.findByText('You are offline. You need a connection to sign in.')).toBeVisible();
    await userEvent.type(canvas.getByLabelText('Email'), 'ada@example.com');
    await userEvent.type(canvas.getByLabelText('Password'), 'busker-demo');
    await userEvent.click(canvas.getByRole('button', { name: 'Sign in' }));
    await expect(await canvas.findByRole('button', { name: 'Try again' })).toBeVisible();
  },
};
export const MailedLink: StoryObj = {
  ...at('/sign-in/link', offline),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.type(await canvas.findByLabelText('Email'), 'ada@example.com');
    await userEvent.click(canvas.getByRole('button', { name: 'Send the link' }));
    await expect(await canvas.findByRole('alert')).toBeVisible();
  },
};
export const MailsCode: StoryObj = {
  ...at('/auth/action?mode=verifyEmail&oobCode=mail-code', offline),
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByRole('button', { name: 'Try again' })).toBeVisible();
  },
};

export const ProfileWithEdits: StoryObj = {
  ...at('/page/profile', adaSignedIn, offline),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.type(await canvas.findByLabelText('Name'), ' King');
    await expect(await canvas.findByText('Offline, will be sent')).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'Publish' })).toBeDisabled();
    await expect(
      canvas.getByText('You are offline. You can publish when you are back online.'),
    ).toBeVisible();
  },
};
export const NothingKeptOfTheDraft: StoryObj = nothingKept('/page/profile', 'watchDraft');
export const NothingKeptOfTheTips: StoryObj = nothingKept('/money/tips', 'watchLatest', 'watchTotals');
export const NothingKeptOfOneTip: StoryObj = nothingKept('/money/tips?tip=some', 'watchTip');
export const NothingKeptOfInsights: StoryObj = nothingKept('/insights', 'watchInsights');
export const NothingKeptOfPayments: StoryObj = nothingKept('/settings/payments', 'watchPayments');
export const NothingKeptOfWhatIsLive: StoryObj = nothingKept('/share/embed', 'watchPublished');
export const NothingKeptOfTheAccount: StoryObj = nothingKept('/settings/account', 'watchPublished');

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

const edited: Script = (fake) => {
  fake.serverDraft.set(makeDraft({ bio: 'A shorter story.' }));
  fake.receive(makeTip());
};

async function openPalette(canvasElement: HTMLElement) {
  const [button] = await within(canvasElement).findAllByRole('button', { name: 'Search and commands' });
  if (button) await userEvent.click(button);
  return within(canvasElement.ownerDocument.body).findByRole('combobox', { name: 'What do you want to do?' });
}

export const Opened: StoryObj = {
  ...at('/settings/account', adaSignedIn, edited),
  play: async ({ canvasElement }) => {
    await expect(await openPalette(canvasElement)).toHaveFocus();
  },
};

export const Found: StoryObj = {
  ...at('/settings/account', adaSignedIn, edited),
  play: async ({ canvasElement }) => {
    await userEvent.type(await openPalette(canvasElement), 'tip');
    const list = within(await within(document.body).findByRole('listbox'));
    const found = await list.findByRole('option', { selected: true });
    await waitFor(() => expect(found).toBeVisible());
  },
};

export const OnAPhone: StoryObj = { ...Found, globals: { viewport: { value: 'mobile1' } } };

export const HelpSheet: StoryObj = {
  ...at('/settings/account', adaSignedIn),
  play: async ({ canvasElement }) => {
    await userEvent.type(await openPalette(canvasElement), 'shortcuts{Enter}');
    const sheet = await within(document.body).findByRole('dialog', { name: 'Keyboard shortcuts' });
    const shown = await within(sheet).findByText('Search your tips');
    await waitFor(() => expect(shown).toBeVisible());
  },
};

/** The fake backend of the open story, so that its play function can act as the other tab. */
let fake = new FakeBackend();
const shared: Script = (given) => {
  fake = given;
};

export const FieldChangedElsewhere: StoryObj = {
  ...at('/page/profile', adaSignedIn, shared),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    const name = await canvas.findByLabelText('Name');
    await userEvent.clear(name);
    await userEvent.type(name, 'Ada King');
    await waitFor(() => expect(fake.serverDraft.value?.name).toBe('Ada King'));
    await inMemoryStore(fake).editDraft([setField(['name'], 'Augusta Ada King, Countess of Lovelace')]);
    await expect(
      await canvas.findByRole('region', { name: 'Name was changed in another tab' }),
    ).toBeVisible();
  },
};

export const LinkRemovedElsewhere: StoryObj = {
  ...at('/page/profile', adaSignedIn, shared),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(await canvas.findByRole('button', { name: /^Edit Monthly letter/ }));
    await userEvent.type(canvas.getByLabelText('Label'), ' for members');
    await inMemoryStore(fake).editDraft([removeField(['links', 'k4'])]);
    const notice = await canvas.findByRole('region', { name: /was removed in another tab$/ });
    await expect(within(notice).getByRole('button', { name: 'Restore' })).toBeVisible();
    await expect(canvas.queryByRole('button', { name: /^Edit Monthly letter/ })).toBeNull();
  },
};
