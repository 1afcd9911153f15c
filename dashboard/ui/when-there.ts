const acts = ['keydown', 'pointerdown', 'wheel', 'touchmove'] as const;

/**
 * Hands over an element as soon as it is on the page: screens bring their code and data late. Ends without it once the person does
 * something, who must not be pulled away then.
 */
export function whenThere(find: () => HTMLElement | null, found: (element: HTMLElement) => void): () => void {
  const there = find();
  if (there) {
    found(there);
    return () => {};
  }
  const observer = new MutationObserver(() => {
    const element = find();
    if (!element) return;
    stop();
    found(element);
  });
  function stop(): void {
    observer.disconnect();
    for (const act of acts) window.removeEventListener(act, stop, true);
  }
  observer.observe(document.body, { childList: true, subtree: true });
  for (const act of acts) window.addEventListener(act, stop, true);
  return stop;
}
