import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { linkSlots, maxLinkPictures } from '@busker/core/pictures/picture-slots';
import { makeLink } from '../../testing/fakes';
import { adasBackend, showScreen } from '../../testing/fake-screen';

// The browser test of the picture walk covers the canvas; here the crop returns its input.
vi.mock('./crop-dialog', () => ({
  CropDialog: ({ file, onDone }: { file: Blob; onDone: (picture: Blob) => void }) => (
    <button onClick={() => onDone(file)}>Use this picture</button>
  ),
}));

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
