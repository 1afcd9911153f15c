import { randomUUID } from 'node:crypto';

/**
 * `fail` answers 429, 409 or 500. For a 500, `before`: the request does not reach the endpoint and its key stays
 * free; `during`: nothing is done and the 500 is stored under the key, as in Stripe; `after`: the work is done and
 * the 500 is stored. `cut` closes the connection without an answer, before or after the work.
 */
export type FaultKind =
  | { readonly kind: 'latency'; readonly milliseconds: number }
  | { readonly kind: 'fail'; readonly status: 409 | 429 | 500; readonly when: 'before' | 'during' | 'after' }
  | { readonly kind: 'cut'; readonly when: 'before' | 'after' };

export interface Fault {
  readonly id: string;
  /** Method and path; a star stands for any text: `POST /v1/refunds`, `* /v1/payment_intents*`, `*`. */
  readonly route: string;
  readonly fault: FaultKind;
  /** The rate of matching requests that fail, 0 to 1. */
  readonly share: number;
  /** How often the fault applies; null without a limit. */
  readonly left: number | null;
}

export interface Faults {
  list(): readonly Fault[];
  add(fault: Omit<Fault, 'id'>): Fault;
  clear(): void;
  /** The faults that apply to this request. Decreases their counters. */
  take(method: string, path: string): readonly FaultKind[];
}

/** Whether a call such as `POST /v1/refunds` matches a route. A star in the route stands for any text. */
export const matchesRoute = (route: string, address: string): boolean =>
  new RegExp(
    `^${route
      .split('*')
      .map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*')}$`,
  ).test(address);

export function createFaults(random: () => number): Faults {
  let faults: readonly Fault[] = [];
  return {
    list: () => faults,
    add(parts) {
      const fault = { ...parts, id: randomUUID() };
      faults = [...faults, fault];
      return fault;
    },
    clear() {
      faults = [];
    },
    take(method, path) {
      const matching = faults.filter(
        ({ route, share }) => matchesRoute(route, `${method} ${path}`) && random() < share,
      );
      faults = faults
        .map((fault) =>
          matching.includes(fault) && fault.left !== null ? { ...fault, left: fault.left - 1 } : fault,
        )
        .filter(({ left }) => left !== 0);
      return matching.map(({ fault }) => fault);
    },
  };
}
