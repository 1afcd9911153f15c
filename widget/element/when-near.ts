import { inTurns } from '../data/in-turns';

const waiting = new Map<Element, () => void>();
let observer: IntersectionObserver | null = null;

/** How far outside the window a card mounts, in pixels: half a second of a fast scroll. */
const margin = 1_500;

/**
 * Calls back when the element comes near the visible part of the page, or at once if the browser has no observer. Several elements are called in
 * turns. With `isLooked` it waits for `lookAtOnce`.
 * Returns a function that stops this. One observer serves every card of the page.
 */
export function whenNear(element: Element, callback: () => void, isLooked = false): () => void {
  if (typeof IntersectionObserver === 'undefined') {
    callback();
    return () => undefined;
  }
  observer ??= watch();
  waiting.set(element, callback);
  if (!isLooked) observer.observe(element);
  return () => end(element);
}

/**
 * The observer reports after the next frame. A card whose profile arrives earlier (preloaded or cached) is measured directly if it is the only one
 * that waits: measuring many, each after the other has rendered, would cause many layouts.
 */
export function lookAtOnce(element: Element): void {
  if (!waiting.has(element)) return;
  if (waiting.size < 2) {
    const { top, bottom } = element.getBoundingClientRect();
    if (bottom > -margin && top < innerHeight + margin) return come(element);
  }
  observer?.observe(element);
}

function watch(): IntersectionObserver {
  // Keyboard users jump from link to link, however far: cards in between must be mounted.
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
