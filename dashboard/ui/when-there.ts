const acts = ['keydown', 'pointerdown', 'wheel', 'touchmove'] as const;

/** Calls back when an element exists, because screens load code and data late. Stops at the first user input, which must not be interrupted. */
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
