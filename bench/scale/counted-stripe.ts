import type { Clock } from '../../functions/store/clock';

/** Calls to Stripe by endpoint and by second of the virtual clock. */
export class StripeCalls {
  private readonly endpoints = new Map<string, number>();
  private readonly seconds = new Map<number, number>();
  private readonly subjects = new Map<string, number>();

  constructor(private readonly clock: Clock) {}

  /** `subject`: the account of the call, if it has one. */
  note(endpoint: string, subject: unknown): void {
    if (typeof subject === 'string') {
      const key = `${endpoint} ${subject}`;
      this.subjects.set(key, (this.subjects.get(key) ?? 0) + 1);
    }
    this.endpoints.set(endpoint, (this.endpoints.get(endpoint) ?? 0) + 1);
    const second = Math.floor(this.clock.now() / 1_000);
    this.seconds.set(second, (this.seconds.get(second) ?? 0) + 1);
  }

  reset(): void {
    this.endpoints.clear();
    this.seconds.clear();
    this.subjects.clear();
  }

  get total(): number {
    return [...this.endpoints.values()].reduce((sum, calls) => sum + calls, 0);
  }

  /** The accounts for which this endpoint was called more than once, as a part of those for which it was called. */
  repeated(endpoint: string): number {
    const calls = [...this.subjects].filter(([key]) => key.startsWith(`${endpoint} `));
    return calls.filter(([, times]) => times > 1).length / calls.length;
  }

  /** The most calls in one second. */
  get busiest(): number {
    return Math.max(0, ...this.seconds.values());
  }

  /** `listIntents 10000, readAccount 200`, the most first. */
  toString(): string {
    const sorted = [...this.endpoints].toSorted(([, a], [, b]) => b - a);
    return sorted.map(([endpoint, calls]) => `${endpoint} ${calls}`).join(', ');
  }
}

/** The same port, with every call noted. Methods that reach no server are not calls. */
export function countedCalls<T extends object>(
  port: T,
  calls: StripeCalls,
  offline: readonly string[] = [],
): T {
  return new Proxy(port, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function' || typeof name !== 'string') return value;
      return (...args: readonly unknown[]): unknown => {
        if (!offline.includes(name)) calls.note(name, args[0]);
        return Reflect.apply(value, target, args);
      };
    },
  });
}
