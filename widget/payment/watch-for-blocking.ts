import { fail } from '../../core/base/result';
import type { SurfaceFault } from './payment-surface';

/**
 * Reports when the page's policy blocks a script or a frame of these origins. A blocked frame still fires `load` (measured in Chromium 156), so
 * only this event shows it.
 */
export function watchForBlocking(origins: readonly string[]): {
  readonly seen: Promise<ReturnType<typeof fail<SurfaceFault>>>;
  readonly stop: () => void;
} {
  const stopped = new AbortController();
  const seen = new Promise<ReturnType<typeof fail<SurfaceFault>>>((resolve) => {
    const look = (event: SecurityPolicyViolationEvent) => {
      const vital = /^(script|frame|child|default|require-trusted)/.test(event.effectiveDirective);
      const ours =
        origins.some((origin) => event.blockedURI.startsWith(origin)) ||
        event.blockedURI === 'trusted-types-sink';
      if (vital && ours && event.disposition === 'enforce') resolve(fail('blocked'));
    };
    document.addEventListener('securitypolicyviolation', look, { signal: stopped.signal });
  });
  return { seen, stop: () => stopped.abort() };
}
