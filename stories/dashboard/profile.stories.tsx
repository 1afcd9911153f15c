import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import { makeDraft, makeLink, makeRestriction, makeUser } from '@busker/dashboard/testing/fakes';
import { adaSignedIn, at, type Script } from './app-at';

const meta: Meta = { title: 'Dashboard/Profile', parameters: { layout: 'fullscreen' } };
export default meta;

const isNew: Script = (fake) => fake.signInAs(makeUser({ email: 'new@example.com', emailVerified: false }));

export const EverythingPublished: StoryObj = at('/page/profile', adaSignedIn);

export const UnpublishedEdits: StoryObj = at('/page/profile', adaSignedIn, (fake) =>
  fake.serverDraft.set(makeDraft({ bio: 'A shorter story.', handle: 'ada_lovelace' })),
);

export const FirstVisit: StoryObj = at('/page/profile', isNew);

export const Loading: StoryObj = at('/page/profile', adaSignedIn, (fake) => fake.hold('watchDraft'));

export const StoreNotReached: StoryObj = at('/page/profile', adaSignedIn, (fake) =>
  fake.failNext('openStore', 'store/unavailable'),
);

export const DraftRefused: StoryObj = at('/page/profile', adaSignedIn, (fake) =>
  fake.failNext('watchDraft', 'store/permission-denied'),
);

export const Saving: StoryObj = {
  ...at('/page/profile', adaSignedIn, (fake) => fake.hold('editDraft')),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.type(await canvas.findByLabelText('Name'), ' King');
    await expect(await canvas.findByText('Saving…')).toBeVisible();
  },
};

export const NotSaved: StoryObj = {
  ...at('/page/profile', adaSignedIn, (fake) => fake.failNext('editDraft', 'store/resource-exhausted')),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.type(await canvas.findByLabelText('Name'), ' King');
    await expect(await canvas.findByText('Not saved')).toBeVisible();
  },
};

export const Undone: StoryObj = {
  ...at('/page/profile', adaSignedIn),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(await canvas.findByRole('button', { name: 'Undo' }));
    await userEvent.type(await canvas.findByLabelText('Name'), 'X');
    await userEvent.click(canvas.getByRole('button', { name: 'Undo' }));
    await expect(await canvas.findByLabelText('Name')).toHaveValue(makeDraft().name);
  },
};

export const FaultyFields: StoryObj = {
  ...at('/page/profile', adaSignedIn, (fake) =>
    fake.serverDraft.set(
      makeDraft({
        name: '',
        bio: 'x'.repeat(320),
        links: { k1: makeLink({ label: '', url: 'nonsense' }), k2: makeLink({ order: 2 }) },
      }),
    ),
  ),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(await canvas.findByRole('button', { name: 'Publish' }));
    await expect(await canvas.findByText('Tell people who you are.')).toBeVisible();
  },
};

export const HandleTaken: StoryObj = {
  ...at('/page/profile', adaSignedIn, (fake) => fake.serverDraft.set(makeDraft({ handle: 'grace' }))),
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByText(/@grace is taken/)).toBeVisible();
  },
};

export const PublishFailed: StoryObj = {
  ...at('/page/profile', adaSignedIn, (fake) => {
    fake.serverDraft.set(makeDraft({ bio: 'New.' }));
    fake.failNext('publish', 'api/service-unavailable');
  }),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(await canvas.findByRole('button', { name: 'Publish' }));
    await expect(await canvas.findByRole('alert')).toBeVisible();
  },
};

export const AskingBeforeDiscard: StoryObj = {
  ...at('/page/profile', adaSignedIn, (fake) => fake.serverDraft.set(makeDraft({ bio: 'New.' }))),
  play: async ({ canvasElement }) => {
    await userEvent.click(await within(canvasElement).findByRole('button', { name: 'Discard' }));
    const title = await within(canvasElement.ownerDocument.body).findByText(
      'Discard all unpublished changes?',
    );
    await waitFor(() => expect(title).toBeVisible());
  },
};

export const SuspendedByTheHost: StoryObj = {
  ...at('/page/profile', adaSignedIn, (fake) => {
    fake.restriction = makeRestriction({ state: 'suspended', scope: ['order'] });
  }),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(await canvas.findByRole('status', { name: 'Your page is suspended' })).toBeVisible();
    await expect(await canvas.findByRole('button', { name: 'Publish' })).toBeDisabled();
  },
};

export const ManyLinks: StoryObj = at('/page/profile', adaSignedIn, (fake) =>
  fake.serverDraft.set(
    makeDraft({
      links: Object.fromEntries(
        Array.from({ length: 24 }, (_, at) => [
          `k${at}`,
          makeLink({ label: `Link number ${at + 1} with a rather long label`, order: at }),
        ]),
      ),
    }),
  ),
);

export const AskedBeforeTakenDown: StoryObj = {
  ...at('/page/profile', adaSignedIn),
  play: async ({ canvasElement }) => {
    await userEvent.click(await within(canvasElement).findByRole('button', { name: 'Take the page down' }));
    const dialog = await within(document.body).findByRole('dialog', { name: 'Take your page down?' });
    const words = await within(dialog).findByText(/Your handle stays yours/);
    // The dialog fades in.
    await waitFor(() => expect(words).toBeVisible());
  },
};

export const TakenDown: StoryObj = {
  ...at('/page/profile', adaSignedIn, (fake) => {
    const { value } = fake.published;
    if (value) fake.published.set({ ...value, takenDownAt: Date.UTC(2026, 10, 1) });
  }),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(await canvas.findByText('Taken down')).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'Publish' })).toBeEnabled();
  },
};
