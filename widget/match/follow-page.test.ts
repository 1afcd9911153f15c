import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { runs } from '@busker/core/testing/runs';
import { contrast, type Rgb } from '@busker/core/web/readable-ink';
import { black, mendContrast, needed, over, poleOn, readColour, watchPage, white } from './follow-page';

describe('watch page', () => {
  afterEach(() => {
    vi.restoreAllMocks();
    document.body.replaceChildren();
  });

  /** Animation frames run when the test calls them. */
  function frames(): () => void {
    const asked: FrameRequestCallback[] = [];
    vi.spyOn(window, 'requestAnimationFrame').mockImplementation((callback) => asked.push(callback));
    return () => asked.splice(0).forEach((run) => run(0));
  }
  /** Observers are called after the current task. */
  const changed = () => new Promise((done) => setTimeout(done));

  it('reads the page once per frame when its theme changes, however often', async () => {
    const frame = frames();
    const look = vi.fn<() => void>();
    const stop = watchPage(look);
    document.documentElement.className = 'dark';
    document.body.dataset['theme'] = 'dark';
    await changed();
    document.body.style.background = 'black';
    await changed();
    frame();
    expect(look).toHaveBeenCalledTimes(1);
    stop();
  });

  it('notices a late style sheet and the end of a transition around a card, but not that of a link', () => {
    const frame = frames();
    const look = vi.fn<() => void>();
    const stop = watchPage(look);
    document.body.innerHTML = '<link rel="stylesheet"><main><busker-card></busker-card></main><a>Link</a>';
    const fade = (selector: string) => {
      const event = Object.assign(new Event('transitionend', { bubbles: true }), {
        propertyName: 'background-color',
      });
      document.querySelector(selector)?.dispatchEvent(event);
      frame();
    };
    document.querySelector('link')?.dispatchEvent(new Event('load'));
    frame();
    expect(look).toHaveBeenCalledTimes(1);
    fade('a');
    expect(look).toHaveBeenCalledTimes(1);
    fade('main');
    expect(look).toHaveBeenCalledTimes(2);
    stop();
  });

  it('uses one set of listeners for all cards, and removes them with the last', async () => {
    const frame = frames();
    const add = vi.spyOn(document, 'addEventListener');
    const looks = [vi.fn<() => void>(), vi.fn<() => void>()];
    const stops = looks.map((look) => watchPage(look));
    expect(add.mock.calls.map(([type]) => type)).toEqual(['load', 'transitionend']);
    document.body.className = 'a';
    await changed();
    frame();
    for (const look of looks) expect(look).toHaveBeenCalledTimes(1);
    for (const stop of stops) stop();
    document.body.className = 'b';
    await changed();
    frame();
    for (const look of looks) expect(look).toHaveBeenCalledTimes(1);
  });
});

describe('read colour', () => {
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
});

describe('mend contrast', () => {
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
});
