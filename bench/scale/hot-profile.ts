import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { collections, paths } from '@busker/core/documents/documents';
import { insightDocument } from '@busker/core/insights/insight-document';
import { rollUp } from '@busker/functions/view-counts/roll-up';
import { allDocuments } from '@busker/functions/store/store';
import { adaUid, openApi, type OpenApi } from '@busker/local/api/open-api';
import { median, type BenchOptions, type BenchRow } from '../bench-row';
import { crowd, withoutStripe } from '../money/run';
import { sendViews, viewSender, type ViewSender } from './view-sender';

const file = fileURLToPath(new URL('count-instance.ts', import.meta.url));

interface CountInstance extends ViewSender {
  readonly port: number;
  /** Waits for the answers that are under way, then ends the process. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

/** Starts instances of `count` in processes of their own. `env` names their store. */
async function startInstances(
  wanted: number,
  env: Readonly<Record<string, string>>,
): Promise<CountInstance[]> {
  return Promise.all(Array.from({ length: wanted }, () => startInstance(env)));
}

async function startInstance(env: Readonly<Record<string, string>>): Promise<CountInstance> {
  const child = fork(file, {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message) => resolve(Number(message)));
    child.once('exit', (code) => reject(new Error(`An instance ended with ${code}`)));
  });
  const sender = viewSender(port);
  return Object.assign(sender, {
    port,
    async end(signal: 'SIGTERM' | 'SIGKILL') {
      await sender.close();
      await ended(child, signal);
    },
  });
}

async function ended(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await exit;
}

const fansFile = fileURLToPath(new URL('crowd-of-fans.ts', import.meta.url));

interface Fans {
  /** Checks the profile so often, for so long. Rejects when a view was not answered with 204. */
  view(): Promise<void>;
  end(): void;
}

/** Starts a process that sends views to the instance of `count` at this port. */
async function startFans(
  port: number,
  {
    handle,
    perSecond,
    seconds,
  }: { readonly handle: string; readonly perSecond: number; readonly seconds: number },
): Promise<Fans> {
  const child = fork(fansFile, {
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

const handle = 'ada';

/** The settings of a deployed server: views are counted in memory for ten seconds. */
const settings = {
  COUNT_WINDOW_SECONDS: '10',
  ROLL_UP_MINUTES: '10',
  LIMIT_FACTOR: '1000000',
  CLIENT_ADDRESS: 'proxy:1',
};

function environmentOf({ env }: Pick<OpenApi, 'env'>): Readonly<Record<string, string>> {
  return { ...env, ...settings };
}

async function viewsCounted({ deps }: OpenApi): Promise<number> {
  await rollUp(deps);
  let views = 0;
  for await (const { value } of allDocuments(deps.store, paths.insights(adaUid), insightDocument.decode))
    views += value.views;
  return views;
}

const percentile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? Number.NaN;

/** 1,000 views a second on one profile for a minute, over HTTP to three instances, of which one gets SIGTERM and one is killed. */
export async function hotProfile({ quick, log }: BenchOptions): Promise<BenchRow[]> {
  const [perSecond, seconds] = quick ? [100, 12] : [1_000, 60];
  const api = await openApi(settings);
  const instances = await startInstances(3, environmentOf(api));
  const [first, second, third] = instances as [CountInstance, CountInstance, CountInstance];
  try {
    const open = new Set(instances);
    const part = Math.floor(seconds / 2);
    await sendViews(handle, () => [...open], perSecond, part);
    open.delete(first);
    await Promise.all([first.end('SIGTERM'), sendViews(handle, () => [...open], perSecond, seconds - part)]);
    const answered = instances.reduce((sum, { answered: times }) => sum + times.length, 0);
    const took = instances.flatMap((each) => each.took);
    const failed = instances.reduce((sum, each) => sum + each.failed, 0);
    await third.end('SIGTERM');
    const batches = (await api.deps.store.find({ from: collections.viewBatches, limit: 500 }, () => null))
      .length;
    // What the killed instance answered in its last ten seconds may be lost, and nothing else.
    const killedAt = performance.now();
    await second.end('SIGKILL');
    const atRisk = second.answered.filter((at) => at > killedAt - 11_000).length;
    const counted = await viewsCounted(api);
    log(
      `hot profile: ${answered} answered, ${counted} counted, ${atRisk} in the last seconds of the killed instance`,
    );
    const what = `${perSecond} views a second on one profile for ${seconds} s`;
    return [
      { what: `${what}: answers other than 204`, value: failed, unit: 'count', atMost: 0 },
      { what: 'p95 of an answer', value: percentile(took, 0.95), unit: 'ms', atMost: 50 },
      { what: 'batches written', value: batches, unit: 'count', atMost: 30 },
      {
        what: 'views missing that no killed instance had in its last 10 s',
        value: Math.max(0, answered - counted - atRisk),
        unit: 'count',
        atMost: 0,
      },
      {
        what: 'views counted more than once',
        value: Math.max(0, counted - answered),
        unit: 'count',
        atMost: 0,
      },
    ];
  } finally {
    await Promise.all(instances.map((instance) => instance.end('SIGKILL')));
    await api.close();
  }
}

/**
 * 50 tips at once on one profile, alone and beside 500 views a second from another process, in turns. The p95 is that of a round, and the median of the
 * rounds counts: over all rounds it would be that of the one in which the machine did something else.
 */
export async function tipsBesideViews({ quick }: BenchOptions): Promise<BenchRow[]> {
  const rounds = quick ? 3 : 11;
  const api = await openApi(settings);
  const instances = await startInstances(1, environmentOf(api));
  const fans = await startFans(instances[0]?.port ?? 0, { handle, perSecond: 500, seconds: 3 });
  try {
    const server = withoutStripe(api);
    await crowd(server, 50);
    const alone: number[] = [];
    const beside: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      alone.push(percentile((await crowd(server, 50)).each, 0.95));
      const views = fans.view();
      beside.push(percentile((await crowd(server, 50)).each, 0.95));
      await views;
    }
    const [without, withViews] = [median(alone), median(beside)];
    return [
      {
        what: '50 tips at once: p95 of a tip, median of the rounds',
        value: without,
        unit: 'ms',
        atMost: null,
      },
      {
        what: 'the same beside 500 views a second, as a part of it',
        value: withViews / without,
        unit: 'ratio',
        atMost: 1.3,
      },
    ];
  } finally {
    fans.end();
    await Promise.all(instances.map((instance) => instance.end('SIGKILL')));
    await api.close();
  }
}
