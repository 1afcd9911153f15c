import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { startAuth } from './start-auth';

const rounds = inject('accountKills');
/** The documented maximum delay. */
const keptAfterMs = 5000;
/** On a machine of any speed: a round ends when this many accounts are old enough to count. */
const countedAtLeast = 10;

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'busker-auth-kill-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

interface Started {
  readonly port?: number;
  readonly refused?: string;
}

async function start(dataDir: string): Promise<{ child: ChildProcess; answer: Started }> {
  const child = fork(fileURLToPath(new URL('testing/run-auth.ts', import.meta.url)), [dataDir], {
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [answer] = (await once(child, 'message')) as [Started];
  return { child, answer };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill(signal);
  await gone;
}

const call = async (port: number, path: string, body: object, token?: string): Promise<unknown> => {
  const answer = await fetch(`http://127.0.0.1:${port}/identitytoolkit.googleapis.com/v1/${path}?key=local`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
  return answer.json();
};

interface Acknowledged {
  readonly email: string;
  readonly at: number;
}

/** Creates accounts in sequence until the process has ended. */
async function makeAccounts(port: number, round: number, made: Acknowledged[]): Promise<void> {
  for (let number = 0; ; number += 1) {
    const email = `r${round}n${number}@example.com`;
    const answer = await call(port, 'accounts:signUp', { email, password: 'busker-demo' }).catch(() => null);
    if (answer === null) return;
    made.push({ email, at: Date.now() });
    // At most 20 accounts a second: each one is signed in again at the end, and a password takes long to check.
    await wait(50);
  }
}

it('keeps every account older than 5 s after kill -9, in a file that is always complete', async () => {
  const promised: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const { child, answer } = await start(folder);
    const { port = 0 } = answer;
    const made: Acknowledged[] = [];
    const making = makeAccounts(port, round, made);
    const kept = (): Acknowledged[] => made.filter(({ at }) => at < Date.now() - keptAfterMs);
    await vi.waitUntil(() => kept().length >= countedAtLeast, { timeout: 60_000 });
    await wait(Math.random() * 1000);
    const counted = kept();
    await end(child, 'SIGKILL');
    await making;
    promised.push(...counted.map(({ email }) => email));
    expect(JSON.parse(await readFile(join(folder, 'accounts.json'), 'utf8'))).toHaveProperty('version', 1);
  }
  const again = await startAuth({ port: 0, projectId: 'demo-busker', dataDir: folder });
  const lost = [];
  for (const email of promised) {
    const answer = await call(again.port, 'accounts:signInWithPassword', { email, password: 'busker-demo' });
    if (typeof answer !== 'object' || answer === null || !('idToken' in answer)) lost.push(email);
  }
  await again.close();
  expect(promised.length).toBeGreaterThanOrEqual(rounds * countedAtLeast);
  expect(lost).toEqual([]);
  expect((await readdir(folder)).filter((name) => name.endsWith('.next'))).toEqual([]);
});

it('allows one process for each folder, and starts after another one was killed', async () => {
  const mine = join(folder, 'one-at-a-time');
  const first = await start(mine);
  const second = await start(mine);
  expect(second.answer.refused).toBe(
    `${mine} is in use by process ${first.child.pid}. Stop that process first, or choose another folder.`,
  );
  await end(second.child, 'SIGTERM');
  await end(first.child, 'SIGKILL');
  const third = await startAuth({ port: 0, projectId: 'demo-busker', dataDir: mine });
  await third.close();
});

it('retries after a failed write, and loses nothing', async () => {
  const mine = join(folder, 'full-disk');
  const complaints = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const auth = await startAuth({ port: 0, projectId: 'demo-busker', dataDir: mine, writeDelayMs: 50 });
  // A folder in the place of the next file makes the write fail, as a full disk does.
  const inTheWay = join(mine, `accounts.json.${process.pid}.next`);
  await mkdir(inTheWay);
  await writeFile(join(inTheWay, 'x'), '');
  await call(auth.port, 'accounts:signUp', { email: 'full@example.com', password: 'busker-demo' });
  await expect.poll(() => complaints.mock.calls.length).toBeGreaterThan(0);
  await rm(inTheWay, { recursive: true });
  await expect.poll(() => readFile(join(mine, 'accounts.json'), 'utf8')).toContain('full@example.com');
  await auth.close();
  complaints.mockRestore();
});
