import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contrastOf, readableInk } from './readable-ink';

const colour = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`);

describe('readableInk', () => {
  // Holds tag-020.
  it('has enough contrast on every colour', () => {
    fc.assert(fc.property(colour, (background) => contrastOf(background, readableInk(background)) >= 4.5));
  });

  it('is white on black and black on white', () => {
    expect(contrastOf('#000000', '#FFFFFF')).toBeCloseTo(21);
    expect([readableInk('#ffffff'), readableInk('#0b6e4f')]).toEqual(['#000000', '#ffffff']);
  });
});
