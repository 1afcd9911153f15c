import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const file = fileURLToPath(new URL('crowd-of-fans.ts', import.meta.url));

export interface Fans {
  /** Looks at the profile so often, for so long. Rejects when a view was not answered with 204. */
  view(): Promise<void>;
  end(): void;
}

/** Starts a process that sends views to the instance of `count` at this port. */
export async function startFans(
  port: number,
  {
    handle,
    perSecond,
    seconds,
  }: { readonly handle: string; readonly perSecond: number; readonly seconds: number },
): Promise<Fans> {
  const child = fork(file, {
    execArgv: ['--import', 'tsx'],
    env: {
      ...process.env,
      VIEWS_PORT: String(port),
      VIEWS_HANDLE: handle,
      VIEWS_PER_SECOND: String(perSecond),
      VIEWS_SECONDS: String(seconds),
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await once(child, 'message');
  return {
    async view() {
      const done = once(child, 'message');
      child.send('view');
      const [{ failed }] = (await done) as [{ readonly failed: number }];
      if (failed > 0) throw new Error(`${failed} views were not counted`);
    },
    end: () => void child.kill(),
  };
}
