const callbacks = new WeakMap<Element, () => void>();
let observer: IntersectionObserver | null = null;

/** How far below the window's edge a card is made ready. */
const margin = '800px';

/**
 * Calls back once the element comes near what the reader sees; at once where that cannot be told. Ends by the function it returns. One
 * observer serves every card of the page.
 */
export function whenNear(element: Element, callback: () => void): () => void {
  if (typeof IntersectionObserver === 'undefined') {
    callback();
    return () => undefined;
  }
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        observer?.unobserve(target);
        callbacks.get(target)?.();
      }
    },
    { rootMargin: margin },
  );
  callbacks.set(element, callback);
  observer.observe(element);
  return () => {
    callbacks.delete(element);
    observer?.unobserve(element);
  };
}
