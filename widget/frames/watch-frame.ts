import { fail } from '@busker/core/base/result';

/** How long the card waits for a frame of another origin, in milliseconds. The browser tests lengthen it (e2e/fixtures.ts). */
export const framePatience = 8_000;

type Lost = ReturnType<typeof fail<'blocked' | 'timeout'>>;

/**
 * Reports that a frame will not work. `blocked`: the page's policy stops a script or a frame of these origins. A blocked frame still
 * fires `load` (measured in Chromium 156), so only this event shows it. `timeout`: nobody called `stop` within `framePatience`, or `signal`
 * aborted.
 */
export function watchFrame(
  origins: readonly string[],
  signal?: AbortSignal,
): { readonly lost: Promise<Lost>; readonly stop: () => void } {
  const stopped = new AbortController();
  const lost = new Promise<Lost>((resolve) => {
    const look = (event: SecurityPolicyViolationEvent) => {
      const vital = /^(script|frame|child|default|require-trusted)/.test(event.effectiveDirective);
      const ours =
        origins.some((origin) => event.blockedURI.startsWith(origin)) ||
        event.blockedURI === 'trusted-types-sink';
      if (vital && ours && event.disposition === 'enforce') resolve(fail('blocked'));
    };
    const giveUp = () => resolve(fail('timeout'));
    const timer = setTimeout(giveUp, framePatience);
    const until = { signal: stopped.signal };
    document.addEventListener('securitypolicyviolation', look, until);
    signal?.addEventListener('abort', giveUp, until);
    stopped.signal.addEventListener('abort', () => clearTimeout(timer));
  });
  return { lost, stop: () => stopped.abort() };
}

/** Where Stripe shows a bank's question: in shares of the window. */
const middle = [
  [0.5, 0.5],
  [0.5, 0.3],
  [0.5, 0.7],
  [0.35, 0.5],
  [0.65, 0.5],
] as const;

/**
 * Whether what Stripe adds to the end of the page, such as a bank's question, could not be seen, pressed or read there: above the page is a modal
 * dialog, a popover or an element in full screen, the page is inert, takes no taps, or removes what it does not know. Tried with an element in the same
 * place, which no screen ever shows. `place` is a child of the card, whose own sheet leaves the top layer before the bank asks.
 */
export async function isCovered(place: HTMLElement): Promise<boolean> {
  const card = place.parentElement;
  const probe = document.createElement('div');
  // Only what is on top of it and what it inherits is tried. Stripe's own styles win over those of the page.
  const style = 'all:initial;display:block;position:fixed;inset:0;z-index:2147483647;pointer-events:inherit;';
  probe.style.cssText = style.replaceAll(';', '!important;');
  document.body.append(probe);
  // Pages that watch for foreign elements act before this goes on.
  await Promise.resolve();
  const { clientWidth, clientHeight } = probe;
  const isOnTop = ([x, y]: (typeof middle)[number]): boolean => {
    const hit = document.elementsFromPoint(clientWidth * x, clientHeight * y);
    return hit.find((element) => !card?.contains(element)) === probe;
  };
  const covered = probe.getAttribute('aria-hidden') === 'true' || !middle.every(isOnTop);
  probe.remove();
  return covered;
}

/** Calls back when the page has removed an element of ours, as it would remove the bank's question. Nothing of it is ever shown. */
export function onceSwept(signal: AbortSignal, callback: () => void): void {
  const guard = document.createElement('div');
  guard.hidden = true;
  document.body.append(guard);
  const watch = new MutationObserver(() => {
    if (guard.isConnected) return;
    watch.disconnect();
    callback();
  });
  watch.observe(document.body, { childList: true });
  signal.addEventListener('abort', () => {
    watch.disconnect();
    guard.remove();
  });
}
