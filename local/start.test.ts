import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { parseConfig } from '@busker/functions/config';
import { recurringKinds } from '@busker/functions/jobs/recurring-jobs';
import { settingNotices } from '@busker/functions/setting-notices';
import { adaToken, adaUid, emptyScenario, signIn } from '@busker/functions/testing/ada';
import { environmentOfRunning } from './functions-environment';
import { freePorts } from './ports';
import { signInTimesOn, startBusker, startFunctions, type Busker } from './start';
import { welcome } from './welcome';

describe('start', () => {
  const run = promisify(execFile);
  const root = fileURLToPath(new URL('..', import.meta.url));
  let stateDir = '';
  let busker: Busker;
  const logged: string[] = [];
  const quiet = { ports: freePorts, log: () => undefined, logLine: (line: string) => void logged.push(line) };

  beforeAll(async () => {
    stateDir = await mkdtemp(join(tmpdir(), 'busker-start-'));
    busker = await startBusker({ ...quiet, stateDir });
  });
  afterAll(async () => {
    await busker.close();
    await rm(stateDir, { recursive: true });
  });

  const profile = async (handle: string): Promise<unknown> =>
    (await fetch(`${busker.addresses.app}/v1/profiles/${handle}`)).json();

  /** The environment of another process: servers in this one write their addresses into theirs, also those that have ended. */
  const environment = (change: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.endsWith('_EMULATOR_HOST'))),
    ...change,
  });

  /** The mails that arrived at the local mail server. */
  async function arrived(): Promise<
    readonly { readonly to: string; readonly subject: string; readonly id: string }[]
  > {
    const answer = await fetch(`${busker.addresses.app}/__post/mails`);
    const mails = v.array(
      v.object({ to: v.string(), subject: v.string(), headers: v.array(v.tuple([v.string(), v.string()])) }),
    );
    return v.parse(mails, await answer.json()).map(({ to, subject, headers }) => ({
      to,
      subject,
      id: headers.find(([name]) => name === 'message-id')?.[1] ?? '',
    }));
  }

  // Holds host-085.
  it('delivers the mails of the functions to the mail server, and shows them in the outbox until it is cleared', async () => {
    const { app, auth } = busker.addresses;
    const body = new URLSearchParams({
      requestId: 'first',
      kind: 'terms',
      address: `${app}/@ada`,
      ground: 'Terms',
      why: 'A test.',
      name: 'Zoe',
      email: 'zoe@example.com',
      goodFaith: 'on',
    });
    const before = new Set((await arrived()).map(({ id }) => id));
    expect((await fetch(`${app}/report`, { method: 'POST', body })).status).toBe(201);
    const outbox = async () => (await fetch(`${auth}/__local/outbox`)).text();
    const newOnes = async () => (await arrived()).filter(({ id }) => !before.has(id));
    const recipients = async () => (await newOnes()).map(({ to }) => to).toSorted();
    await expect.poll(recipients).toEqual(['reports@busker.example', 'zoe@example.com']);
    expect(new Set((await newOnes()).map(({ id }) => id)).size).toBe(2);
    expect(await outbox()).toContain('We have your report');
    await fetch(`${auth}/__local/outbox/clear`, { method: 'POST' });
    expect(await outbox()).not.toContain('We have your report');
  });

  // Holds web-028.
  it('listens only on this machine', () => {
    for (const address of Object.values(busker.addresses))
      expect(['localhost', '127.0.0.1']).toContain(new URL(address).hostname);
  });

  it('starts the jobs by timers, with queries that have their indexes', async () => {
    const answer = await fetch(`${busker.addresses.app}/ready`);
    const { heartbeats } = (await answer.json()) as { readonly heartbeats: readonly object[] };
    expect(answer.status).toBe(200);
    expect(heartbeats[0]).toMatchObject({ name: 'tick', state: 'ok' });
    expect(logged.filter((line) => line.includes('"ERROR"'))).toEqual([]);
  });

  it('lets a person run each sweep in another process, and reports its counts', async () => {
    // The other process finds the ports in the state folder.
    const env = environment({ BUSKER_STATE: stateDir });
    const sweep = (...args: readonly string[]) =>
      run(process.execPath, ['host/busker.mjs', 'sweep', ...args], { cwd: root, env });
    const { stdout } = await sweep('all', '--local');
    const lines = stdout.trim().split('\n');
    expect(lines).toContain('reconcile: checked 0, changed 0');
    expect(lines.map((line) => line.split(': ')[0])).toEqual(
      recurringKinds.filter((kind) => kind !== 'go-live'),
    );
    expect((await sweep('accounts', '--local')).stdout.trim()).toBe('reconcile: checked 2, changed 0');
    env['STRIPE_API_BASE'] = '1';
    await expect(sweep('accounts', '--local')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('sweep failed') as string,
    });
    await expect(sweep('yearly')).rejects.toMatchObject({ code: 2 });
  });

  it('says in one sentence that nothing was started from a folder, or that nothing runs from it now', async () => {
    const other = await mkdtemp(join(tmpdir(), 'busker-stopped-'));
    const problemOf = async (folder: string, env: Readonly<Record<string, string>> = {}) => {
      const found = await environmentOfRunning(env, folder);
      return found.ok ? null : found.problem;
    };
    expect(await problemOf(stateDir)).toBeNull();
    expect(await problemOf(other)).toMatch(/^Nothing has been started from .* Run npm start first\.$/);
    expect(await problemOf(stateDir, { FIRESTORE_EMULATOR_HOST: '1' })).toMatch(/^Nothing runs from /);
    await rm(other, { recursive: true });
  });

  // Holds host-081.
  it.each([
    [
      'a wrong number',
      { PLATFORM_FEE_BPS: 'much' },
      /^Busker cannot start: PLATFORM_FEE_BPS must be a whole number from 0 to 5000\.\n$/,
    ],
    [
      'two wrong settings',
      { LIMIT_FACTOR: '0', CLIENT_ADDRESS: 'x' },
      /^Busker cannot start: CLIENT_ADDRESS must be .*LIMIT_FACTOR must be .*\n$/,
    ],
    ['a wrong port', { BUSKER_PORT: 'x' }, /^BUSKER_PORT=x is not a port\. .*\n$/],
    [
      'a file in the place of the state folder',
      { BUSKER_STATE: fileURLToPath(import.meta.url) },
      /^\S+start\.test\.ts cannot hold the state: it is a file\. .*\n$/,
    ],
  ] as const)(
    'names %s in one line, and ends with 1 before it builds anything',
    async (_what, change, line) => {
      const program = `
      const { loadServers } = await import('./scripts/load-servers.mjs');
      const { run } = await loadServers();
      await run(async () => { console.log('built'); return false; });`;
      const env = environment({ BUSKER_STATE: join(stateDir, 'other'), ...change });
      const args = [
        '--input-type=module',
        '--eval',
        program,
        ...('BUSKER_PORT' in change ? [] : ['--', '--free-ports']),
      ];
      await expect(run(process.execPath, args, { cwd: root, env })).rejects.toMatchObject({
        code: 1,
        stdout: '',
        stderr: expect.stringMatching(line) as string,
      });
    },
  );

  /** A start from this folder, as `npm start` makes it, with `dist/` built. */
  async function startFrom(folder: string): Promise<unknown> {
    const program = `
    await import('./scripts/first-checks.mjs');
    const { endInOneSentence } = await import('./scripts/failure-sentence.mjs');
    const { loadServers } = await import('./scripts/load-servers.mjs');
    const { run } = await loadServers();
    await run(async () => true).catch((error) => endInOneSentence(error, 'Busker cannot start: '));`;
    const args = ['--input-type=module', '--eval', program, '--', '--free-ports'];
    return run(process.execPath, args, { cwd: root, env: environment({ BUSKER_STATE: folder }) });
  }

  it.each([
    ['keys.json', 'a folder', /^\S+keys\.json cannot be read\. .*\n$/],
    ['firestore', 'a file', /^Busker cannot start: The system refused mkdir of \S+firestore: .*\n$/],
    ['stripe.jsonl', 'a folder', /^Busker cannot start: The system refused .*: it is a folder, .*\n$/],
    ['post', 'a file', /^Busker cannot start: The system refused mkdir of \S+post: .*\n$/],
  ] as const)(
    'says in one line that %s of the state folder is %s, and ends with 1',
    async (name, what, line) => {
      const folder = await mkdtemp(join(tmpdir(), 'busker-odd-'));
      await writeFile(join(folder, 'busker-state.json'), '{ "version": 1 }\n');
      if (what === 'a file') await writeFile(join(folder, name), 'mine');
      else await mkdir(join(folder, name));
      await expect(startFrom(folder)).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringMatching(line) as string,
      });
      await rm(folder, { recursive: true });
    },
  );

  it('takes the earlier name of CLIENT_ADDRESS, with a notice that names the new one', async () => {
    expect(settingNotices({ TRUSTED_PROXY_HOPS: '2' })).toEqual([
      'TRUSTED_PROXY_HOPS is the earlier name of CLIENT_ADDRESS. Set CLIENT_ADDRESS=proxy:2 instead; the next release ignores it.',
    ]);
    vi.stubEnv('TRUSTED_PROXY_HOPS', '2');
    const found = await environmentOfRunning({}, stateDir);
    vi.unstubAllEnvs();
    expect(found.ok && parseConfig(found.value).app.clientAddress).toEqual({ kind: 'proxy', hops: 2 });
  });

  it('refuses a second process with the same state and does not affect the first', async () => {
    await expect(startBusker({ ...quiet, stateDir })).rejects.toThrow('is in use by process');
    expect(await profile('ada')).toMatchObject({ name: 'Ada Lind' });
  });

  it('replaces the functions alone, and keeps the old ones where the new ones cannot start', async () => {
    const before = await profile('ada');
    const broken = (): never => {
      throw new Error('a change with an error');
    };
    await expect(busker.restartFunctions(broken)).rejects.toThrow('a change with an error');
    expect(await profile('ada')).toEqual(before);
    let started = 0;
    await busker.restartFunctions((options) => {
      started += 1;
      return startFunctions(options);
    });
    expect(started).toBe(1);
    expect(await profile('ada')).toEqual(before);
  });

  /** The accounts of the sign-in service: who they are, and when they were made. */
  const accounts = v.object({ users: v.array(v.object({ localId: v.string(), createdAt: v.string() })) });

  it('has two owners who can be tipped in their own currency, keeps everything over a restart, and creates nothing twice', async () => {
    const before = await profile('ada');
    expect(before).toMatchObject({ name: 'Ada Lind', tips: { state: 'on', currency: 'usd' } });
    expect(await profile('grace')).toMatchObject({
      name: 'Grace Mori',
      tips: { state: 'on', currency: 'jpy' },
    });
    // A page that an admin has hidden stays hidden, and does not keep the servers from starting.
    const hide = ['hide', 'grace', '--reason', 'Test.', '--yes', '--local'];
    await run(process.execPath, ['host/busker.mjs', 'admin', ...hide], {
      cwd: root,
      env: environment({ BUSKER_STATE: stateDir }),
    });
    await busker.close();
    const people = async () =>
      v.parse(accounts, JSON.parse(await readFile(join(stateDir, 'auth/accounts.json'), 'utf8'))).users;
    const known = await people();
    busker = await startBusker({ ...quiet, stateDir });
    expect(await profile('ada')).toEqual({
      ...(before as object),
      url: `${busker.addresses.app}/@ada`,
      tipUrl: `${busker.addresses.app}/@ada/tip`,
    });
    expect((await fetch(`${busker.addresses.app}/@grace`)).status).toBe(404);
    expect(await people()).toEqual(known);
  });

  it('releases every port when it cannot start', async () => {
    const other = await mkdtemp(join(tmpdir(), 'busker-start-'));
    const inUse = Number(new URL(busker.addresses.stripe).port);
    const ports = { ...freePorts, stripe: inUse };
    await expect(startBusker({ ...quiet, ports, stateDir: other })).rejects.toThrow(
      '(the Stripe sandbox) is in use',
    );
    const again = await startBusker({ ...quiet, stateDir: other });
    await again.close();
    await rm(other, { recursive: true });
  });
});

describe('sign in times', () => {
  const year = 365 * 24 * 60 * 60_000;

  // Holds pay-218.
  it('a sign-in of now is a sign-in of now when the sandbox is a year ahead', async () => {
    const { deps } = emptyScenario();
    signIn(deps, adaUid, adaToken);
    const before = await deps.idTokens.verify(adaToken, false);
    const moved = signInTimesOn({ now: () => Date.now() + year }, deps.idTokens);
    const after = await moved.verify(adaToken, true);
    if (!before.ok || !after.ok) throw new Error('The token is refused');
    const { signedInAt } = before.value;
    expect(after.value).toEqual({ ...before.value, signedInAt: after.value.signedInAt });
    expect(Math.abs(after.value.signedInAt - signedInAt - year)).toBeLessThan(1000);
  });

  it('a token that is refused stays refused, and everything else is asked as before', async () => {
    const { deps } = emptyScenario();
    signIn(deps, adaUid, adaToken);
    const moved = signInTimesOn(deps.clock, deps.idTokens);
    expect((await moved.verify('another', true)).ok).toBe(false);
    expect(await moved.contact(adaUid)).toEqual(await deps.idTokens.contact(adaUid));
    expect(await moved.barred([adaUid])).toEqual(await deps.idTokens.barred([adaUid]));
    await moved.remove(adaUid);
    expect(deps.idTokens.removed).toEqual([adaUid]);
  });
});

const addresses = {
  app: 'http://localhost:1',
  auth: 'http://localhost:2',
  examples: 'http://localhost:3',
  firestore: 'http://localhost:4',
  storage: 'http://localhost:5',
  stripe: 'http://localhost:6',
  mail: 'smtp://localhost:7',
  push: 'http://localhost:8',
};

describe('the welcome', () => {
  it('names the state folder', () => {
    for (const stateDir of ['/home/ada/busker/.busker', '/tmp/another place'])
      expect(welcome(addresses, { seconds: 1.23, stateDir })).toContain(`Its data stays in ${stateDir}.`);
  });
});
