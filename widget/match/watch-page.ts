const listeners = new Set<() => void>();
let stop: AbortController | null = null;

/**
 * Calls back when the page's colours may have changed: the system's colour scheme, an attribute of `html` or `body` (every theme switch sets
 * one), a late style sheet, the end of a transition. At most once per frame, with one set of listeners for all cards. Returns a function that
 * stops this.
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
    // Not the transition of a hovered link.
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
