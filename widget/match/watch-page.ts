const listeners = new Set<() => void>();
let stop: AbortController | null = null;

/**
 * Calls back when the page may look different: another colour scheme of the system, an attribute of `html` or `body` (where every
 * theme switch writes), a style sheet that arrives late, the end of a fade. At most once per frame, and with one set of listeners for all
 * cards of the page. Ends by the function it returns.
 */
export function watchPage(callback: () => void): () => void {
  listeners.add(callback);
  stop ??= watch();
  return () => {
    listeners.delete(callback);
    if (listeners.size > 0) return;
    stop?.abort();
    stop = null;
  };
}

function watch(): AbortController {
  const end = new AbortController();
  const { signal } = end;
  let frame = 0;
  const tell = () => {
    frame = 0;
    for (const listener of listeners) listener();
  };
  const soon = () => {
    frame ||= requestAnimationFrame(tell);
  };
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', soon, { signal });
  const attributes = new MutationObserver(soon);
  for (const root of [document.documentElement, document.body])
    attributes.observe(root, { attributes: true });
  const loaded = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.relList.contains('stylesheet')) soon();
  };
  document.addEventListener('load', loaded, { capture: true, signal });
  const faded = ({ propertyName, target }: TransitionEvent) => {
    // A hovered link's fade is not the page's.
    if (propertyName.includes('color') && target instanceof Element && target.querySelector('busker-card'))
      soon();
  };
  document.addEventListener('transitionend', faded, { signal });
  signal.addEventListener('abort', () => {
    attributes.disconnect();
    cancelAnimationFrame(frame);
  });
  return end;
}
