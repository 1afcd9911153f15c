import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi, describe, it } from 'vitest';
import { App } from '../../app';
import { Texts } from '../../messages/language-provider';
import { adasBackend } from '../../testing/fake-screen';
import { inMemoryBackend } from '../../testing/in-memory-backend';
import { CropDialog } from './crop-dialog';
import { readPicture } from './picture-file';

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

const bytes = (...parts: readonly (string | readonly number[])[]) =>
  Uint8Array.from(
    parts.flatMap((part) => (typeof part === 'string' ? Array.from(part, (c) => c.charCodeAt(0)) : part)),
  );
const file = (content: Uint8Array<ArrayBuffer>, type: string) => new File([content], 'a', { type });

const gifScreen = bytes('GIF89a', [1, 0, 1, 0, 0x80, 0, 0], [0, 0, 0, 255, 255, 255]);
const gifFrame = bytes(
  [0x21, 0xf9, 4, 0, 10, 0, 0, 0],
  [0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0],
  [2, 2, 0x44, 1, 0],
);
const gif = (frames: number) =>
  bytes([...gifScreen], ...Array.from({ length: frames }, () => [...gifFrame]), [0x3b]);
const chunk = (name: string, length: number) =>
  bytes([0, 0, 0, length], name, Array<number>(length + 4).fill(0));
const png = (...names: readonly string[]) =>
  bytes('\x89PNG\r\n\x1a\n', [...chunk('IHDR', 13)], ...names.map((name) => [...chunk(name, 8)]));
const webp = (flags: number) => bytes('RIFF', [0, 0, 0, 0], 'WEBPVP8X', [10, 0, 0, 0], [flags, 0, 0, 0]);
const box = (brand: string) => bytes([0, 0, 0, 24], 'ftyp', brand, [0, 0, 0, 0]);

describe('a chosen picture', () => {
  it.each([
    ['a GIF of one frame', gif(1), 'image/gif', false],
    ['a GIF of three frames', gif(3), 'image/gif', true],
    ['a PNG', png('gAMA', 'IDAT'), 'image/png', false],
    ['an animated PNG', png('acTL', 'IDAT'), 'image/png', true],
    ['a WebP', webp(0x10), 'image/webp', false],
    ['an animated WebP', webp(0x12), 'image/webp', true],
    ['an AVIF', box('avif'), 'image/avif', false],
    ['an AVIF sequence', box('avis'), 'image/avif', true],
    ['a file cut off in the middle', gif(2).slice(0, 25), 'image/gif', false],
  ])('of the kind %s moves: %s', async (_, content, type, moves) => {
    expect(await readPicture(file(content, type))).toEqual({ kind: 'picture', moves });
  });

  it('without a type is known by its bytes', async () => {
    for (const content of [gif(1), png('IDAT'), webp(0), box('avif'), bytes('\xff\xd8\xff\xe0')])
      expect(await readPicture(file(content, ''))).toMatchObject({ kind: 'picture' });
    expect(await readPicture(file(bytes('<svg/>'), ''))).toEqual({ kind: 'fault', why: 'wrong-type' });
  });

  it('from an iPhone is named HEIC, by its type or its bytes, also when it is too large', async () => {
    const heic = { kind: 'fault', why: 'heic' };
    expect(await readPicture(file(bytes('x'), 'image/heic'))).toEqual(heic);
    for (const brand of ['heic', 'heix', 'mif1', 'msf1'])
      expect(await readPicture(file(box(brand), ''))).toEqual(heic);
    const large = bytes([...box('heic')], Array<number>(5 * 1024 * 1024).fill(0));
    expect(await readPicture(file(large, ''))).toEqual(heic);
  });

  it('is refused when it is too large, and when it is no picture', async () => {
    const large = new Uint8Array(5 * 1024 * 1024 + 1);
    expect(await readPicture(file(large, 'image/png'))).toEqual({ kind: 'fault', why: 'too-large' });
    expect(await readPicture(file(bytes('<svg/>'), 'image/svg+xml'))).toEqual({
      kind: 'fault',
      why: 'wrong-type',
    });
  });
});
