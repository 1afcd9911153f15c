/** The part of `process` that ends it. */
export interface Ending {
  listeners(signal: 'SIGTERM'): readonly NodeJS.SignalsListener[];
  removeAllListeners(signal: 'SIGTERM'): unknown;
  on(signal: 'SIGTERM', listener: NodeJS.SignalsListener): unknown;
  once(signal: 'SIGTERM', listener: () => void): unknown;
  kill(pid: number, signal: 'SIGTERM'): unknown;
  readonly pid: number;
}

/**
 * Runs `work` when the platform ends this instance, which it announces ten seconds ahead (cloud.google.com/run/docs/container-contract#instance-shutdown).
 * The Functions Framework exits as soon as no connection is open, and would cut the work off, so its listener gets the signal afterwards
 * (github.com/GoogleCloudPlatform/functions-framework-nodejs). The framework listens from its start on, so call this in a request.
 */
export function beforeEnd(work: () => Promise<void>, ending: Ending = process): void {
  const others = ending.listeners('SIGTERM');
  ending.removeAllListeners('SIGTERM');
  ending.once('SIGTERM', () => {
    void work().finally(() => {
      for (const other of others) ending.on('SIGTERM', other);
      ending.kill(ending.pid, 'SIGTERM');
    });
  });
}
