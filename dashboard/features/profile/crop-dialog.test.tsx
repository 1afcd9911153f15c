import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { App } from '../../app';
import { inMemoryBackend } from '../../testing/in-memory-backend';
import { Texts } from '../../messages/language-provider';
import { adasBackend } from '../../testing/fake-screen';
import { CropDialog } from './crop-dialog';

afterEach(cleanup);

/** The dialog with a picture of these pixels, which has loaded. */
async function shown(width: number, height: number, moves = false) {
  const onTiny = vi.fn<(width: number, height: number) => void>();
  render(
    <App backend={inMemoryBackend(adasBackend())}>
      <MemoryRouter>
        <Texts part="all">
          <CropDialog
            file={new File(['GIF8'], 'me.gif', { type: 'image/gif' })}
            url="data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA="
            moves={moves}
            shape="round"
            side={512}
            aspect={1}
            onDone={() => {}}
            onUnreadable={() => {}}
            onTiny={onTiny}
            onCancel={() => {}}
          />
        </Texts>
      </MemoryRouter>
    </App>,
  );
  const dialog = await screen.findByRole('dialog', { name: 'Choose the part to show' });
  const picture = await waitFor(() => {
    const found = dialog.querySelector('img');
    if (found === null) throw new Error('No picture yet');
    return found;
  });
  for (const [name, value] of Object.entries({ naturalWidth: width, naturalHeight: height }))
    Object.defineProperty(picture, name, { configurable: true, value });
  fireEvent.load(picture);
  return { onTiny, dialog: within(dialog) };
}

test('says of a moving picture, before anything is cut, that only its first frame is kept', async () => {
  const { dialog } = await shown(400, 400, true);
  expect(dialog.getByText('This picture moves. Only its first frame is kept.')).toBeDefined();
  cleanup();
  const still = await shown(400, 400);
  expect(still.dialog.queryByText(/This picture moves/)).toBeNull();
});

test.each([
  [4000, 3000, 4],
  [4000, 256, 2],
])(
  'of %i × %i pixels is brought nearer %i times at most, by a slider with a name',
  async (width, height, most) => {
    const { dialog } = await shown(width, height);
    const slider = await dialog.findByRole('slider', { name: 'Zoom' });
    await waitFor(() => expect(slider.getAttribute('aria-valuemax')).toBe(String(most)));
    expect(dialog.getByText('Zoom')).toBeDefined();
    expect(dialog.queryByText(/may look blurred/)).toBeNull();
  },
);

test('warns that a small picture looks blurred, and refuses one in which nothing can be seen', async () => {
  const { dialog, onTiny } = await shown(900, 100);
  expect(await dialog.findByText(/^This picture is only 100 pixels high or wide/)).toBeDefined();
  expect(onTiny).not.toHaveBeenCalledWith(900, 100);
  cleanup();
  const tiny = await shown(900, 12);
  expect(tiny.onTiny).toHaveBeenCalledWith(900, 12);
});
