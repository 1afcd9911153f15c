import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mendContrast, needed } from './mend-contrast';
import { contrast, type Rgb } from '../../core/web/readable-ink';
import { black, poleOn, white } from './rgb';
import { runs } from '../../core/testing/runs';

const channel = fc.integer({ min: 0, max: 255 });
const colour: fc.Arbitrary<Rgb> = fc.tuple(channel, channel, channel);
/** The hardest case: backgrounds on which black and white have about the same contrast. */
const middle: fc.Arbitrary<Rgb> = fc.integer({ min: 95, max: 145 }).map((grey): Rgb => [grey, grey, grey]);
const thorough = { numRuns: runs(3_000) };

describe('the colours of a card that matches its page', () => {
  // Holds tag-019.
  it('are readable on pages of any colour', () => {
    fc.assert(
      fc.property(fc.oneof(colour, middle), colour, (background, text) => {
        const card = mendContrast({ background, text });
        for (const under of [card.background, card.raised]) {
          for (const over of [card.text, card.muted, card.danger])
            expect(contrast(over, under)).toBeGreaterThanOrEqual(needed.text);
          expect(contrast(card.field, under)).toBeGreaterThanOrEqual(needed.control);
        }
      }),
      thorough,
    );
  });

  it('have black or white on any accent', () => {
    fc.assert(
      fc.property(colour, (accent) => {
        expect(contrast(poleOn(accent), accent)).toBeGreaterThanOrEqual(needed.text);
      }),
      thorough,
    );
  });

  it('keep the page’s background, and its text colour if it is readable', () => {
    fc.assert(
      fc.property(colour, colour, (background, text) => {
        const card = mendContrast({ background, text });
        expect(card.background).toEqual(background);
        expect(contrast(text, background) < needed.text || card.text.join() === text.join()).toBe(true);
      }),
      thorough,
    );
  });

  it('follow WCAG’s contrast formula', () => {
    expect(contrast(black, white)).toBeCloseTo(21, 5);
    expect(contrast([119, 119, 119], white)).toBeCloseTo(4.478, 3);
  });
});
