import { defaultPreferences } from '@busker/core/account/account-document';
import type { Draft } from '@busker/core/profile/draft';
import type { FakeBackend } from '@busker/dashboard/testing/fake-backend';
import {
  makeDraft,
  makeLink,
  makeRestriction,
  makeUser,
  makePayments,
} from '@busker/dashboard/testing/fakes';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, waitFor, within } from 'storybook/test';
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
    // One edit: the next one would be saved, and typing may be slower than saving.
    await userEvent.type(await canvas.findByLabelText('Name'), 'X');
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

const looks =
  (look: Partial<Draft['look']>): Script =>
  (fake) => {
    const draft = makeDraft();
    fake.serverDraft.set({ ...draft, look: { ...draft.look, ...look } });
  };
const panel = (canvasElement: HTMLElement) =>
  within(canvasElement).findByRole('region', { name: 'Look' }, { timeout: 15_000 });

export const AsPublished: StoryObj = at('/page/profile#look', adaSignedIn);

/** The warning names the background and offers the nearest colour that works on both. */
export const ColourHardToSee: StoryObj = {
  ...at('/page/profile#look', adaSignedIn, looks({ accent: '#f5e663' })),
  play: async ({ canvasElement }) => {
    const look = within(await panel(canvasElement));
    await userEvent.click(await look.findByRole('button', { name: /^Use #/ }));
    await expect(look.queryByRole('button', { name: /^Use #/ })).toBeNull();
  },
};
export const NoColour: StoryObj = {
  ...at('/page/profile#look', adaSignedIn, looks({ accent: 'sort of green' })),
  play: async ({ canvasElement }) => {
    const look = within(await panel(canvasElement));
    await expect(await look.findByText('Use a colour like #0a7d55.')).toBeVisible();
  },
};
export const Links: StoryObj = at('/page/profile', adaSignedIn, looks({ layout: 'links', theme: 'dark' }));
export const RoundAndDark: StoryObj = at(
  '/page/profile',
  adaSignedIn,
  looks({ theme: 'dark', radius: 32, font: 'serif', accent: '#7a3ff2' }),
);
export const LookNotSaved: StoryObj = {
  ...at('/page/profile#look', adaSignedIn, (fake) => fake.failNext('editDraft', 'store/resource-exhausted')),
  play: async ({ canvasElement }) => {
    const look = within(await panel(canvasElement));
    await userEvent.click(await look.findByText('Dark'));
    await expect(await within(canvasElement).findByText('Not saved')).toBeVisible();
  },
};
export const LookOffline: StoryObj = {
  ...at('/page/profile#look', adaSignedIn, (fake) => fake.online.set(false)),
  play: async ({ canvasElement }) => {
    const look = within(await panel(canvasElement));
    await userEvent.click(await look.findByText('Dark'));
    await expect(await within(canvasElement).findByText('Offline, will be sent')).toBeVisible();
  },
};

/** The owner chooses the place of the tip button. */
const chosen = (place: string): StoryObj => ({
  ...at('/page/profile#look', adaSignedIn),
  play: async ({ canvasElement }) => {
    const look = within(await panel(canvasElement));
    const places = within(await look.findByRole('radiogroup', { name: 'Tip button' }));
    await userEvent.click(places.getByText(place));
    await expect(places.getByRole('radio', { name: place })).toBeChecked();
  },
});
export const TipButtonAtTheTop = chosen('Top');
export const TipButtonAtTheBottom = chosen('Bottom');
export const TipButtonAlwaysVisible = chosen('Always visible');

let fake: FakeBackend;
const kept: Script = (made) => {
  fake = made;
};

/** A picture of hills, like a file from a phone. */
async function photograph(): Promise<File> {
  const canvas = document.createElement('canvas');
  canvas.width = 480;
  canvas.height = 360;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('No canvas');
  pen.fillStyle = '#9cc7e8';
  pen.fillRect(0, 0, 480, 360);
  pen.fillStyle = '#e0982f';
  pen.fillRect(300, 60, 70, 70);
  pen.fillStyle = '#0b6e4b';
  pen.fillRect(0, 240, 480, 120);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  return new File([blob ?? ''], 'hills.png', { type: 'image/png' });
}

async function choose(canvasElement: HTMLElement) {
  const canvas = within(canvasElement);
  await canvas.findByRole('button', { name: /^(Upload|Change) picture$/ }, { timeout: 15_000 });
  const input = canvasElement.querySelector<HTMLInputElement>('input[type="file"]');
  if (!input) throw new Error('No field for a file');
  await userEvent.upload(input, await photograph());
  // Not within the first dialog: while the code loads on a slow machine, that is only a frame, which the cropping dialog replaces.
  const use = await within(document.body).findByRole('button', { name: 'Use this picture' });
  await within(document.body).findByRole('dialog', { name: 'Choose the part to show' });
  return { canvas, use };
}
async function send(canvasElement: HTMLElement) {
  const { canvas, use } = await choose(canvasElement);
  await waitFor(() => expect(use).toBeEnabled());
  await userEvent.click(use);
  return canvas;
}

export const Cropping: StoryObj = {
  ...at('/page/profile', adaSignedIn),
  play: async ({ canvasElement }) => {
    const { use } = await choose(canvasElement);
    await waitFor(() => expect(use).toBeEnabled());
  },
};

export const Uploading: StoryObj = {
  ...at('/page/profile', adaSignedIn, kept),
  play: async ({ canvasElement }) => {
    const canvas = await send(canvasElement);
    await canvas.findByText('Uploading, 0 %');
    fake.uploads[0]?.progress(0.4);
    await expect(await canvas.findByText(/^Uploading, (39|40) %/)).toBeVisible();
  },
};

export const Paused: StoryObj = {
  ...at('/page/profile', adaSignedIn, kept),
  play: async ({ canvasElement }) => {
    const canvas = await send(canvasElement);
    await userEvent.click(await canvas.findByRole('button', { name: 'Pause' }));
    await expect(await canvas.findByRole('button', { name: 'Resume' })).toBeVisible();
  },
};

export const WaitingForTheConnection: StoryObj = {
  ...at('/page/profile', adaSignedIn, kept),
  play: async ({ canvasElement }) => {
    const canvas = await send(canvasElement);
    await canvas.findByText('Uploading, 0 %');
    fake.online.set(false);
    await expect(await canvas.findByText(/^No connection. The upload continues from 0 %/)).toBeVisible();
  },
};

export const NotUploaded: StoryObj = {
  ...at('/page/profile', adaSignedIn, (made) => made.failNext('upload', 'upload/retry-limit-exceeded')),
  play: async ({ canvasElement }) => {
    const canvas = await send(canvasElement);
    await expect(await canvas.findByText(/The upload took too long/)).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'Try again' })).toBeVisible();
  },
};

export const NoPicture: StoryObj = {
  ...at('/page/profile', adaSignedIn),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await canvas.findByRole('button', { name: /^(Upload|Change) picture$/ }, { timeout: 15_000 });
    const input = canvasElement.querySelector<HTMLInputElement>('input[type="file"]');
    const file = new File(['<svg/>'], 'me.svg', { type: 'image/svg+xml' });
    if (input) await userEvent.upload(input, file, { applyAccept: false });
    await expect(await canvas.findByText(/file type is not supported/)).toBeVisible();
  },
};
