import { fail } from '../../core/base/result';
import type { SurfaceFault } from './payment-surface';

/**
 * Tells when the page's policy stops a script or frame of these origins. A blocked frame fires `load` as if all were well (measured in
 * Chromium 156); only this event tells.
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
