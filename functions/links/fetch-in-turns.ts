import type { SafeFetch } from '../http/safe-fetch/safe-fetch';

interface AtOnce {
  /** Requests at the same time to all hosts. */
  readonly all: number;
  readonly perHost: number;
}

/** Fetches at most so many pages at the same time. The others wait for their turn; a busy host does not hold up the others. */
export function fetchInTurns(fetchPage: SafeFetch, atOnce: AtOnce): SafeFetch {
  const waiting: { readonly host: string; readonly go: () => void }[] = [];
  const busy = new Map<string, number>();
  let running = 0;
  const busyAt = (host: string) => busy.get(host) ?? 0;
  const count = (host: string, by: 1 | -1) => {
    running += by;
    if (busyAt(host) + by === 0) busy.delete(host);
    else busy.set(host, busyAt(host) + by);
  };
  const next = () => {
    if (running >= atOnce.all) return;
    const index = waiting.findIndex(({ host }) => busyAt(host) < atOnce.perHost);
    const [turn] = index < 0 ? [] : waiting.splice(index, 1);
    if (turn === undefined) return;
    count(turn.host, 1);
    turn.go();
    next();
  };
  return async (...request) => {
    const { host } = new URL(request[0]);
    await new Promise<void>((go) => {
      waiting.push({ host, go });
      next();
    });
    try {
      return await fetchPage(...request);
    } finally {
      count(host, -1);
      next();
    }
  };
}
