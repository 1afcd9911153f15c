import { afterEach, describe, expect, it, vi } from 'vitest';
import { over, readColour } from './read-colour';

describe('a computed colour', () => {
  it.each([
    ['rgb(1, 2, 3)', [1, 2, 3], 1],
    ['rgba(10, 20, 30, 0.5)', [10, 20, 30], 0.5],
    ['rgb(10 20 30 / 25%)', [10, 20, 30], 0.25],
    ['rgba(0, 0, 0, 0)', [0, 0, 0], 0],
    ['color(srgb 1 0.5 0)', [255, 128, 0], 1],
    ['color(srgb 1.2 -0.1 0 / 0.5)', [255, 0, 0], 0.5],
  ])('reads %s', (computed, colour, alpha) => {
    expect(readColour(computed)).toEqual({ colour, alpha });
  });

  it('mixes with the colour below by its transparency', () => {
    const half = { colour: [0, 0, 0], alpha: 0.5 } as const;
    expect(over(half, [255, 255, 255])).toEqual([128, 128, 128]);
    expect(over({ ...half, alpha: 0 }, [9, 8, 7])).toEqual([9, 8, 7]);
  });
});

describe('a colour that only painting converts', () => {
  const oklch = 'oklch(0.55 0.2 30)';
  /** A browser whose canvas has these pixels. */
  const canvas = (pixels: (colour: string) => readonly number[]) => {
    const pen = {
      fillStyle: '',
      fillRect: () => undefined,
      getImageData: () => ({ data: pixels(pen.fillStyle) }),
    };
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(pen as never);
  };
  afterEach(() => void vi.restoreAllMocks());
  const known = 'rgb(17 34 51)';

  it('is read where the canvas says the truth', () => {
    canvas((colour) => (colour === known ? [17, 34, 51, 255] : [200, 60, 40, 255]));
    expect(readColour(oklch)).toEqual({ colour: [200, 60, 40], alpha: 1 });
  });

  // Holds tag-109.
  it.each([
    ['white', () => [255, 255, 255, 255]],
    ['empty', () => []],
    ['changed a little', (colour: string) => (colour === known ? [17, 35, 51, 255] : [200, 60, 40, 255])],
    [
      'refused',
      () => {
        throw new DOMException('No reading', 'SecurityError');
      },
    ],
  ])('is not read where the pixels are %s', (_name, pixels) => {
    canvas(pixels);
    expect(readColour(oklch)).toBeNull();
  });
});
