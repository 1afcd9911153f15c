import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { isAtEnd, overlap, watchRoom } from './floating';

describe('watch room', () => {
  const box = (left: number, top: number, width: number, height: number) => ({
    left,
    top,
    right: left + width,
    bottom: top + height,
    width,
    height,
  });

  describe('room for the floating button', () => {
    it('finds an overlap in either order, and none between boxes that only touch', () => {
      const any = fc.tuple(
        fc.nat(99),
        fc.nat(99),
        fc.integer({ min: 1, max: 99 }),
        fc.integer({ min: 1, max: 99 }),
      );
      fc.assert(
        fc.property(any, any, (a, b) => {
          expect(overlap(box(...a), box(...b))).toBe(overlap(box(...b), box(...a)));
          expect(overlap(box(...a), box(...a))).toBe(true);
        }),
      );
      expect(overlap(box(0, 0, 10, 10), box(10, 0, 10, 10))).toBe(false);
    });

    it('is missing at the end of a page that scrolls, and always there on one that does not', () => {
      const page = (scrollTop: number, scrollHeight: number) => ({
        scrollTop,
        scrollHeight,
        clientHeight: 800,
      });
      expect(isAtEnd(page(0, 2_000), 64)).toBe(false);
      expect(isAtEnd(page(1_190, 2_000), 64)).toBe(true);
      expect(isAtEnd(page(0, 800), 64)).toBe(false);
      expect(isAtEnd(page(0, 830), 64)).toBe(false);
    });
  });

  describe('the floating button', () => {
    afterEach(() => {
      document.body.replaceChildren();
      vi.unstubAllGlobals();
    });

    function laidOut(): {
      tell: ReturnType<typeof vi.fn>;
      pill: HTMLElement;
      frame: () => void;
      stop: () => void;
    } {
      const frames: FrameRequestCallback[] = [];
      vi.spyOn(window, 'requestAnimationFrame').mockImplementation((callback) => frames.push(callback));
      const host = document.createElement('div');
      document.body.append(host);
      const pill = document.createElement('div');
      const button = document.createElement('button');
      pill.append(button);
      host.attachShadow({ mode: 'open' }).append(pill);
      pill.getBoundingClientRect = () => box(900, 700, 100, 48) as DOMRect;
      const tell = vi.fn<(aside: boolean) => void>();
      const stop = watchRoom(pill, tell);
      return { tell, pill, frame: () => frames.splice(0).forEach((run) => run(0)), stop };
    }

    function field(at: ReturnType<typeof box>): HTMLElement {
      const input = document.createElement('input');
      input.getBoundingClientRect = () => at as DOMRect;
      document.body.append(input);
      return input;
    }

    it('moves aside while it covers the page’s focus, and returns', () => {
      const { tell, frame } = laidOut();
      const under = field(box(850, 710, 100, 20));
      const apart = field(box(0, 0, 100, 20));
      under.focus();
      frame();
      expect(tell).toHaveBeenLastCalledWith(true);
      apart.focus();
      frame();
      expect(tell).toHaveBeenLastCalledWith(false);
    });

    it('stays when it has the focus itself, or when the focused element is as large as the page', () => {
      const { tell, frame, pill } = laidOut();
      pill.querySelector('button')?.focus();
      frame();
      expect(tell).toHaveBeenLastCalledWith(false);
      field(box(0, 0, 1_024, 768)).focus();
      frame();
      expect(tell).toHaveBeenLastCalledWith(false);
    });

    it('measures once per frame while the page scrolls, and not after it was stopped', () => {
      const { tell, frame, stop } = laidOut();
      frame();
      tell.mockClear();
      for (let i = 0; i < 20; i += 1) document.dispatchEvent(new Event('scroll'));
      frame();
      expect(tell).toHaveBeenCalledTimes(1);
      stop();
      document.dispatchEvent(new Event('scroll'));
      frame();
      expect(tell).toHaveBeenCalledTimes(1);
    });
  });
});
