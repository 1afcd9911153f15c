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
/** On a machine of any speed: a round ends when this many accounts were answered. */
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

/** Creates accounts in sequence until the process has ended; every third one is deleted again. */
async function makeAccounts(port: number, round: number, answered: Answered): Promise<void> {
  for (let number = 0; ; number += 1) {
    const email = `r${round}n${number}@example.com`;
    const made = (await call(port, 'accounts:signUp', { email, password }).catch(() => null)) as {
      readonly idToken: string;
    } | null;
    if (made === null) return;
    answered.made.push(email);
    if (number % 3 === 2) {
      // Until its answer a deletion may have happened or not.
      answered.made.pop();
      const gone = await call(port, 'accounts:delete', { idToken: made.idToken }).catch(() => null);
      if (gone === null) return;
      answered.deleted.push(email);
    }
    // At most 20 accounts a second: each one is signed in again at the end, and a password takes long to check.
    await wait(50);
  }
}

interface Answered {
  readonly made: string[];
  readonly deleted: string[];
}

const password = 'busker-demo';

// Holds host-080.
it('keeps every account that it answered, and no deleted one, after kill -9, in a file that is always complete', async () => {
  const answered: Answered = { made: [], deleted: [] };
  for (let round = 0; round < rounds; round += 1) {
    const { child, answer } = await start(folder);
    const before = answered.made.length;
    const making = makeAccounts(answer.port ?? 0, round, answered);
    await vi.waitUntil(() => answered.made.length - before >= countedAtLeast, {
      timeout: 60_000,
      interval: 1,
    });
    await wait(Math.random() * 100);
    await end(child, 'SIGKILL');
    await making;
    expect(JSON.parse(await readFile(join(folder, 'accounts.json'), 'utf8'))).toHaveProperty('version', 1);
  }
  const again = await startAuth({ port: 0, projectId: 'demo-busker', dataDir: folder });
  const canSignIn = async (email: string): Promise<boolean> => {
    const answer = await call(again.port, 'accounts:signInWithPassword', { email, password });
    return typeof answer === 'object' && answer !== null && 'idToken' in answer;
  };
  const wrong: string[] = [];
  for (const email of answered.made) if (!(await canSignIn(email))) wrong.push(`${email} is lost`);
  for (const email of answered.deleted) if (await canSignIn(email)) wrong.push(`${email} is back`);
  await again.close();
  expect(answered.made.length).toBeGreaterThanOrEqual(rounds * countedAtLeast);
  expect(answered.deleted.length).toBeGreaterThan(0);
  expect(wrong).toEqual([]);
  expect((await readdir(folder)).filter((name) => name.endsWith('.next'))).toEqual([]);
});

it.each([
  ['created', 'signUp'],
  ['deleted', 'delete'],
] as const)(
  'knows after kill -9 that an account was %s, when it was killed right after the answer',
  async (_what, last) => {
    const mine = join(folder, `killed-after-${last}`);
    const email = 'ada@example.com';
    const { child, answer } = await start(mine);
    const { port = 0 } = answer;
    const { idToken } = (await call(port, 'accounts:signUp', { email, password })) as {
      readonly idToken: string;
    };
    if (last === 'delete') await call(port, 'accounts:delete', { idToken });
    await end(child, 'SIGKILL');
    const again = await startAuth({ port: 0, projectId: 'demo-busker', dataDir: mine });
    const signedIn = await call(again.port, 'accounts:signInWithPassword', { email, password });
    // The address of a deleted account is free again.
    const anew = await call(again.port, 'accounts:signUp', { email, password });
    await again.close();
    expect(signedIn).toHaveProperty(last === 'signUp' ? 'idToken' : 'error');
    expect(anew).toHaveProperty(last === 'signUp' ? 'error' : 'idToken');
  },
);

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

it('answers 503 while the accounts cannot be written, retries, and loses nothing', async () => {
  const mine = join(folder, 'full-disk');
  const complaints = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const auth = await startAuth({ port: 0, projectId: 'demo-busker', dataDir: mine, retryMs: 50 });
  // A folder in the place of the next file makes the write fail, as a full disk does.
  const inTheWay = join(mine, `accounts.json.${process.pid}.next`);
  await mkdir(inTheWay);
  await writeFile(join(inTheWay, 'x'), '');
  const refused = await call(auth.port, 'accounts:signUp', { email: 'full@example.com', password });
  expect(refused).toMatchObject({ error: { code: 503, status: 'UNAVAILABLE' } });
  expect(complaints.mock.calls.length).toBeGreaterThan(0);
  await rm(inTheWay, { recursive: true });
  await expect.poll(() => readFile(join(mine, 'accounts.json'), 'utf8')).toContain('full@example.com');
  await auth.close();
  complaints.mockRestore();
});
