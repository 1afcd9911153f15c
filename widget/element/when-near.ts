import { inTurns } from '../data/in-turns';

const waiting = new Map<Element, () => void>();
let observer: IntersectionObserver | null = null;

/** How far beyond the window's edges a card is made ready, in pixels: half a second of a fast flick. */
const margin = 1_500;

/**
 * Calls back once the element comes near what the reader sees, several in turns; at once where that cannot be told. Ends by the function it returns. One
 * observer serves every card of the page.
 */
export function whenNear(element: Element, callback: () => void): () => void {
  if (typeof IntersectionObserver === 'undefined') {
    callback();
    return () => undefined;
  }
  observer ??= watch();
  waiting.set(element, callback);
  observer.observe(element);
  return () => end(element);
}

/**
 * The observer speaks after the next frame. A card whose profile is there before that (preloaded, cached) is looked for by itself, if it is the only
 * one that waits: measuring many, each after the drawing of the one before, would lay the page out many times.
 */
export function lookAtOnce(element: Element): void {
  if (waiting.size > 1 || !waiting.has(element)) return;
  const { top, bottom } = element.getBoundingClientRect();
  if (bottom > -margin && top < innerHeight + margin) come(element);
}

function watch(): IntersectionObserver {
  // Who goes by the keyboard jumps from one link to the next, however far: a card between two must be there to be stopped at.
  addEventListener('keydown', ({ key }) => {
    if (key === 'Tab') for (const element of waiting.keys()) come(element);
  });
  return new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) if (isIntersecting) come(target);
    },
    { rootMargin: `${margin}px` },
  );
}

function come(element: Element): void {
  const callback = waiting.get(element);
  end(element);
  if (callback) inTurns(callback);
}

function end(element: Element): void {
  waiting.delete(element);
  observer?.unobserve(element);
}
