import { nearMargin } from './is-near';
import { inTurns } from './in-turns';

const waiting = new Map<Element, () => void>();
let observer: IntersectionObserver | null = null;

/**
 * Calls back once when the element comes near the visible part of the page, or at once if the browser has no observer. Several elements are called in
 * turns. One observer serves every card of the page; an element that was removed is forgotten when the next one comes.
 */
export function whenNear(element: Element, callback: () => void): void {
  if (typeof IntersectionObserver === 'undefined') return callback();
  observer ??= watch();
  for (const other of waiting.keys()) if (!other.isConnected) end(other);
  waiting.set(element, callback);
  observer.observe(element);
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
    { rootMargin: `${nearMargin}px` },
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
