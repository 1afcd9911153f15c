import { randomUUID } from 'node:crypto';

/**
 * `fail` answers 429, 409 or 500. For a 500: `before` it reaches the endpoint (nothing is kept under the key), `during` (nothing is done and the
 * 500 is kept under the key, as Stripe does) or `after` (all is done, the 500 is kept).
 * `cut` closes the socket without an answer, before or after the request was carried out.
 */
export type FaultKind =
  | { readonly kind: 'latency'; readonly milliseconds: number }
  | { readonly kind: 'fail'; readonly status: 409 | 429 | 500; readonly when: 'before' | 'during' | 'after' }
  | { readonly kind: 'cut'; readonly when: 'before' | 'after' };

export interface Fault {
  readonly id: string;
  /** `POST /v1/refunds`, `* /v1/payment_intents*`, `*`: method and path, a star stands for any text. */
  readonly route: string;
  readonly fault: FaultKind;
  /** Share of the matching requests that it meets, 0 to 1. */
  readonly share: number;
  /** How often it strikes; null for ever. */
  readonly left: number | null;
}

export interface Faults {
  list(): readonly Fault[];
  add(fault: Omit<Fault, 'id'>): Fault;
  clear(): void;
  /** Those that strike this request. Counts them down. */
  strike(method: string, path: string): readonly FaultKind[];
}

const matches = (route: string, address: string): boolean =>
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
    strike(method, path) {
      const struck = faults.filter(
        ({ route, share }) => matches(route, `${method} ${path}`) && random() < share,
      );
      faults = faults
        .map((fault) =>
          struck.includes(fault) && fault.left !== null ? { ...fault, left: fault.left - 1 } : fault,
        )
        .filter(({ left }) => left !== 0);
      return struck.map(({ fault }) => fault);
    },
  };
}
