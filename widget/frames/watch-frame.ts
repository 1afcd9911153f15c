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
