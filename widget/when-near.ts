const waiting = new Map<Element, () => void>();
let observer: IntersectionObserver | null = null;

/** How far beyond the window's edges a card is made ready: half a second of a fast flick. */
const margin = '1500px';

/**
 * Calls back once the element comes near what the reader sees; at once where that cannot be told. Ends by the function it returns. One
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

function watch(): IntersectionObserver {
  // Who goes by the keyboard jumps from one link to the next, however far: a card between two must be there to be stopped at.
  addEventListener('keydown', ({ key }) => {
    if (key === 'Tab') for (const element of waiting.keys()) come(element);
  });
  return new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) if (isIntersecting) come(target);
    },
    { rootMargin: margin },
  );
}

function come(element: Element): void {
  const callback = waiting.get(element);
  end(element);
  callback?.();
}

function end(element: Element): void {
  waiting.delete(element);
  observer?.unobserve(element);
}
