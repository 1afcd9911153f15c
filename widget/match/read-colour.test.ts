import { describe, expect, it } from 'vitest';
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
