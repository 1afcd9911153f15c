export interface Link {
  /** Milliseconds there and back. */
  readonly roundTrip: number;
  /** Bits per second, shared by all connections. */
  readonly rate: number;
}

/** The one line that all connections of a visit share: busy until `freeAt` (milliseconds of `performance.now()`). */
export interface SharedLine {
  freeAt: number;
}

const segment = 1460;

/**
 * Sends a connection's bytes as a network does: no more under way than the window allows, which begins with ten segments and grows by
 * what was confirmed; each segment takes its time on the shared line, and half a round trip to arrive.
 */
export function connectionQueue(
  { roundTrip, rate }: Link,
  line: SharedLine,
  deliver: (bytes: Buffer) => void,
): (bytes: Buffer) => void {
  const waiting: Buffer[] = [];
  // In the order of sending: timers of nearly the same moment may fire in another.
  const flying: Buffer[] = [];
  let window = 10 * segment;
  let underWay = 0;

  const pump = (): void => {
    for (let next = waiting[0]; next && underWay < window; next = waiting[0]) {
      const part = next.subarray(0, segment);
      if (part.length === next.length) waiting.shift();
      else waiting[0] = next.subarray(segment);
      underWay += part.length;
      const now = performance.now();
      line.freeAt = Math.max(now, line.freeAt) + (part.length * 8_000) / rate;
      const arrives = line.freeAt - now + roundTrip / 2;
      flying.push(part);
      setTimeout(() => {
        const first = flying.shift();
        if (first) deliver(first);
      }, arrives);
      setTimeout(
        () => {
          underWay -= part.length;
          window += part.length;
          pump();
        },
        arrives + roundTrip / 2,
      );
    }
  };

  return (bytes) => {
    waiting.push(bytes);
    pump();
  };
}
