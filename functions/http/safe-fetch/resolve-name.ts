import { lookup, Resolver } from 'node:dns/promises';
import type { Resolve } from './fetch-target';

/** The number of simultaneous look-ups for all owners together; others wait, within their own deadline. */
const atOnce = 20;

/** Milliseconds for the first answer, doubled for the second try: together less than the deadline of a fetch. */
const dns = { timeout: 1500, tries: 2 } as const;

type Addresses = Awaited<ReturnType<Resolve>>;

/** Runs at most `most` tasks at a time. A task that is aborted while it waits never starts. */
export function inTurn(most: number): <T>(work: () => Promise<T>, signal: AbortSignal) => Promise<T> {
  let free = most;
  const waiting = new Set<() => void>();
  const turn = (signal: AbortSignal) =>
    new Promise<void>((begin, fail) => {
      if (free > 0) {
        free -= 1;
        begin();
        return;
      }
      const leave = () => {
        waiting.delete(next);
        fail(new Error('Called off while waiting'));
      };
      const next = () => {
        signal.removeEventListener('abort', leave);
        begin();
      };
      waiting.add(next);
      signal.addEventListener('abort', leave, { once: true });
    });
  const done = () => {
    const [next] = waiting;
    if (next === undefined) free += 1;
    else {
      waiting.delete(next);
      next();
    }
  };
  return async (work, signal) => {
    signal.throwIfAborted();
    await turn(signal);
    try {
      return await work();
    } finally {
      done();
    }
  };
}

const answered = (family: 4 | 6, asked: PromiseSettledResult<readonly string[]>): Addresses =>
  asked.status === 'fulfilled' ? asked.value.map((address) => ({ address, family })) : [];

/**
 * Asks the name servers for all addresses of a name. `dns.lookup` is not used: it blocks one of the four threads that files and signatures need too,
 * and cannot be aborted, so four names of a silent name server would stall the process.
 */
export function resolveByDns(servers?: readonly string[]): Resolve {
  const queued = inTurn(atOnce);
  return (name, signal) =>
    queued(async () => {
      const resolver = new Resolver(dns);
      if (servers !== undefined) resolver.setServers(servers);
      const cancel = () => resolver.cancel();
      signal.addEventListener('abort', cancel, { once: true });
      try {
        const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
        return [...answered(4, four), ...answered(6, six)];
      } finally {
        signal.removeEventListener('abort', cancel);
      }
    }, signal);
}

/** The operating system's answer, with its hosts file: only for names that the server's operator allows, never for an owner's. */
export const resolveBySystem: Resolve = (name) => lookup(name, { all: true, verbatim: true });
