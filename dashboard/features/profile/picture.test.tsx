import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi, describe } from 'vitest';
import { linkSlots, maxLinkPictures } from '@busker/core/pictures/picture-slots';
import {
  adasBackend,
  connect,
  menuItem,
  restoreConnection,
  showApp,
  showScreen,
} from '../../testing/fake-screen';
import { makeLink } from '../../testing/fakes';

vi.mock('./crop-dialog', () => ({
  CropDialog: ({ file, onDone }: { file: Blob; onDone: (picture: Blob) => void }) => (
    <button onClick={() => onDone(file)}>Use this picture</button>
  ),
}));

describe('pictures', () => {
  // The browser test of the picture walk covers the canvas; here the crop returns its input.
  afterEach(() => {
    cleanup();
    restoreConnection();
  });

  async function editor(show = showScreen) {
    const fake = adasBackend();
    const shown = show('/page/profile', fake);
    await screen.findByRole('button', { name: 'Upload picture' });
    const choose = (file: File) => {
      const input = document.querySelector<HTMLInputElement>('input[type="file"]');
      if (input) fireEvent.change(input, { target: { files: [file] } });
    };
    const start = async () => {
      choose(new File(['12345678'], 'me.png', { type: 'image/png' }));
      await shown.user.click(await screen.findByRole('button', { name: 'Use this picture' }));
      await screen.findByText('Uploading, 0 %');
    };
    return { fake, choose, start, ...shown };
  }

  test('uploads into a free slot, shows the progress and points the draft at the picture', async () => {
    const { fake, start } = await editor();
    await start();
    act(() => fake.uploads[0]?.progress(0.5));
    expect(screen.getByText('Uploading, 50 %')).toBeDefined();
    act(() => fake.uploads[0]?.finish());
    await screen.findByText('Picture uploaded. Publish to show it.');
    await waitFor(() =>
      expect(fake.serverDraft.value?.picture).toEqual({ slot: 'picture-a', generation: '1' }),
    );
  });

  // Holds dash-1252.
  test('puts a cover above the name and a picture behind the page, and takes both away', async () => {
    const { fake, user } = await editor();
    const page = () => fake.serverDraft.value?.look.page;
    const put = async (into: HTMLElement) => {
      const input = into.querySelector('input');
      if (input)
        fireEvent.change(input, { target: { files: [new File(['1'], 'sea.png', { type: 'image/png' })] } });
      await user.click(await screen.findByRole('button', { name: 'Use this picture' }));
      await within(into).findByText('Uploading, 0 %');
      act(() => fake.uploads.at(-1)?.finish());
    };
    const field = (id: string) => document.querySelector<HTMLElement>(`#field-look-${id}`) ?? document.body;
    await put(field('cover'));
    await waitFor(() => expect(page()?.cover).toEqual({ slot: 'cover-a', generation: '1' }));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Background' }), 'Own picture');
    await put(field('ground'));
    const ground = { kind: 'picture', upload: { slot: 'ground-a', generation: '2' } };
    await waitFor(() => expect(page()?.ground).toEqual(ground));
    await user.click(within(field('ground')).getByRole('button', { name: 'Remove picture' }));
    await user.click(within(field('cover')).getByRole('button', { name: 'Remove picture' }));
    await waitFor(() => expect(page()).toMatchObject({ cover: null, ground: { upload: null } }));
  });

  // Holds dash-040.
  test('pauses, resumes and cancels without changing the published picture', async () => {
    const { fake, start, user } = await editor();
    await start();
    await user.click(screen.getByRole('button', { name: 'Pause' }));
    expect(screen.getByText('Paused at 0 %')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Resume' }));
    expect(screen.getByText('Uploading, 0 %')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Cancel upload' }));
    expect(screen.getByText(/Upload cancelled/)).toBeDefined();
    expect(fake.serverDraft.value?.picture).toBeNull();
  });

  // Holds dash-041.
  test('says why an upload failed and retries with the same picture', async () => {
    const { fake, choose, user } = await editor();
    fake.failNext('upload', 'upload/retry-limit-exceeded');
    choose(new File(['12345678'], 'me.png', { type: 'image/png' }));
    await user.click(await screen.findByRole('button', { name: 'Use this picture' }));
    expect(await screen.findByText(/The upload took too long/)).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Uploading, 0 %')).toBeDefined();
  });

  // Holds dash-045.
  test('refuses other files and large pictures before sending anything', async () => {
    const { fake, choose } = await editor();
    choose(new File(['<svg/>'], 'me.svg', { type: 'image/svg+xml' }));
    expect(await screen.findByText(/file type is not supported/)).toBeDefined();
    choose(new File([new Uint8Array(5 * 1024 * 1024 + 1)], 'big.png', { type: 'image/png' }));
    expect(await screen.findByText(/The limit is 5 MB/)).toBeDefined();
    expect(fake.uploads).toEqual([]);
  });

  test('says how to convert a photo that browsers cannot open', async () => {
    const { fake, choose } = await editor();
    choose(new File(['\0\0\0\x18ftypheic'], 'sky.heic', { type: '' }));
    expect(await screen.findByText(/^This is a HEIC photo/)).toBeDefined();
    expect(fake.uploads).toEqual([]);
  });

  // Holds dash-042.
  test('continues an upload on another screen', async () => {
    const { fake, start, user } = await editor(showApp);
    await start();
    await user.click(await screen.findByRole('link', { name: 'Settings' }));
    await user.click(await screen.findByRole('link', { name: 'Account' }));
    await screen.findByRole('heading', { name: 'Account', level: 1 });
    act(() => fake.uploads[0]?.progress(0.5));
    await user.click(screen.getByRole('link', { name: 'Page' }));
    expect(await screen.findByText('Uploading, 50 %')).toBeDefined();
    await user.click(screen.getByRole('link', { name: 'Money' }));
    act(() => fake.uploads[0]?.finish());
    await waitFor(() => expect(fake.serverDraft.value?.picture).toMatchObject({ slot: 'picture-a' }));
  });

  // Holds dash-031.
  test('asks before closing the page or signing out during an upload', async () => {
    const { fake, start, user } = await editor(showApp);
    const closing = () => {
      const event = new Event('beforeunload', { cancelable: true });
      window.dispatchEvent(event);
      return event.defaultPrevented;
    };
    expect(closing()).toBe(false);
    await start();
    expect(closing()).toBe(true);
    await user.click(screen.getByRole('button', { name: /^Account menu/ }));
    await user.click(await menuItem('Sign out'));
    expect(await screen.findByText(/edits or pictures that have not reached the server/)).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Stay signed in' }));
    await user.click(screen.getByRole('link', { name: 'Settings' }));
    await user.click(await screen.findByRole('button', { name: 'Sign out everywhere' }));
    expect(await screen.findByText(/edits or pictures that have not reached the server/)).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Stay signed in' }));
    expect(fake.session.value.kind).toBe('signed-in');
    act(() => fake.uploads[0]?.finish());
    expect(closing()).toBe(false);
  });

  // Holds dash-043.
  test('says offline that the upload waits, and offers what is possible', async () => {
    const { start, user } = await editor();
    await start();
    connect(false);
    expect(await screen.findByText(/^No connection. The upload continues from 0 %/)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Pause' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Cancel upload' }));
    expect(screen.getByText(/Upload cancelled/)).toBeDefined();
  });
});

describe('the sign', () => {
  // The browser test of the picture walk covers the canvas; here the crop returns its input.
  afterEach(cleanup);

  async function openLink(fake = adasBackend()) {
    const shown = showScreen('/page/profile', fake);
    await screen.findByRole('heading', { name: 'Profile' });
    await shown.user.click(screen.getByRole('button', { name: /^Edit X/ }));
    const field = await screen.findByRole('group', { name: 'Icon or picture' });
    const sign = () => fake.serverDraft.value?.links['k2']?.sign;
    return { fake, field, sign, ...shown };
  }

  // Holds web-061, dash-058.
  test('sets an icon found by name, and restores the default one', async () => {
    const { user, field, sign } = await openLink();
    await user.click(within(field).getByRole('button', { name: 'Choose icon' }));
    await user.type(await screen.findByLabelText('Search icons'), 'sho');
    await user.click(screen.getByRole('button', { name: 'Shop' }));
    await waitFor(() => expect(sign()).toEqual({ kind: 'icon', icon: 'shopping-bag' }));
    await user.click(within(field).getByRole('button', { name: 'Use the default' }));
    await waitFor(() => expect(sign()).toBeNull());
  });

  // Holds dash-058.
  test('uploads a picture into a slot that no other link uses', async () => {
    const fake = adasBackend();
    const draft = fake.serverDraft.value;
    const taken = linkSlots.slice(0, maxLinkPictures - 1);
    const others = taken.map((slot, at) => [
      `p${at}`,
      makeLink({ url: `https://ada.example/${at}`, sign: { kind: 'picture', slot, generation: '1' } }),
    ]);
    if (draft) fake.serverDraft.set({ ...draft, links: { ...draft.links, ...Object.fromEntries(others) } });
    const { user, field, sign } = await openLink(fake);
    const input = field.querySelector('input[type="file"]');
    const file = new File(['12345678'], 'me.png', { type: 'image/png' });
    if (input) fireEvent.change(input, { target: { files: [file] } });
    await user.click(await screen.findByRole('button', { name: 'Use this picture' }));
    await screen.findByText('Uploading, 0 %');
    act(() => fake.uploads[0]?.finish());
    await waitFor(() => expect(sign()).toMatchObject({ kind: 'picture', generation: '1' }));
    expect(taken).not.toContain(sign()?.kind === 'picture' && fake.uploads[0]?.slot);
  });

  // Holds dash-058.
  test('says why no more pictures are possible', async () => {
    const fake = adasBackend();
    const draft = fake.serverDraft.value;
    const full = linkSlots
      .slice(0, maxLinkPictures)
      .map((slot, at) => [
        `p${at}`,
        makeLink({ url: `https://ada.example/${at}`, sign: { kind: 'picture', slot, generation: '1' } }),
      ]);
    if (draft) fake.serverDraft.set({ ...draft, links: { ...draft.links, ...Object.fromEntries(full) } });
    const { field } = await openLink(fake);
    expect(within(field).getByRole('button', { name: 'Upload picture' })).toHaveProperty('disabled', true);
    expect(within(field).getByText(/20 links have their own picture/)).toBeDefined();
  });
});
