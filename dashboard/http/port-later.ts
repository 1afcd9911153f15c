import { fail } from '../../core/base/result';
import type { Answer } from '../data/failure';

type Call = (...given: never[]) => Answer<unknown>;
type Port<P> = { readonly [Name in keyof P]: Call };

/** A port whose code loads at its first call. A failed load is the server's silence for that call; the next call tries again. */
export function portLater<P extends Port<P>>(load: () => Promise<P>): P {
  const calls: Partial<Record<PropertyKey, Call>> = {};
  return new Proxy(calls as P, {
    get: (_, name) =>
      (calls[name] ??= async (...given) => {
        const port: Port<P> | null = await load().catch(() => null);
        return port === null ? fail({ code: 'api/unreachable' }) : port[name as keyof P](...given);
      }),
  });
}
