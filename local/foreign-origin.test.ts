import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { connect } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePorts } from './ports';
import { startBusker, type Busker } from './start';

let stateDir = '';
let busker: Busker;

beforeAll(async () => {
  stateDir = await mkdtemp(join(tmpdir(), 'busker-foreign-'));
  busker = await startBusker({ ports: freePorts, stateDir, log: () => undefined });
});
afterAll(async () => {
  await busker.close();
  await rm(stateDir, { recursive: true });
});

type Server = keyof Busker['addresses'];

/** Sends any Host and Origin; fetch cannot. */
function ask(server: Server, method: string, path: string, headers: Record<string, string>): Promise<number> {
  const { port } = new URL(busker.addresses[server]);
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, method, path, headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    asked.once('error', reject).end();
  });
}

const documents = '/v1/projects/demo-busker/databases/(default)/documents/profiles';
const bucket = 'demo-busker.firebasestorage.app';

/** The local services that a public page might attack. */
const endpoints: readonly (readonly [server: Server, method: string, path: string])[] = [
  ['auth', 'GET', '/emulator/v1/projects/demo-busker/oobCodes'],
  ['auth', 'GET', '/emulator/v1/projects/demo-busker/verificationCodes'],
  ['auth', 'DELETE', '/emulator/v1/projects/demo-busker/accounts'],
  ['auth', 'GET', '/__local/outbox'],
  ['auth', 'GET', '/__local/outbox/messages'],
  ['auth', 'GET', '/__local/outbox/letter'],
  ['auth', 'POST', '/__local/outbox/clear'],
  ['firestore', 'DELETE', '/emulator/v1/projects/demo-busker/databases/(default)/documents'],
  ['firestore', 'PUT', '/emulator/v1/projects/demo-busker:securityRules'],
  ['firestore', 'GET', documents],
  ['storage', 'GET', `/storage/v1/b/${bucket}/o`],
  ['storage', 'PUT', '/internal/setRules'],
  ['app', 'GET', '/__post/mails'],
  ['app', 'POST', '/__post/faults'],
  ['app', 'POST', '/__post/faults/clear'],
  ['push', 'POST', '/subscribe'],
  ['push', 'POST', '/p/any'],
  ['push', 'GET', '/p/any'],
  ['push', 'DELETE', '/p/any'],
  ['push', 'GET', '/__push/messages'],
  ['push', 'POST', '/__push/faults'],
  ['stripe', 'POST', '/__sandbox/clock'],
  ['stripe', 'GET', '/__sandbox/state'],
];

describe('a public page', () => {
  it.each(endpoints)('cannot call %s %s %s', async (server, method, path) => {
    const own = new URL(busker.addresses[server]).host;
    const owner = { authorization: 'Bearer owner' };
    for (const origin of ['https://evil.example', 'null', 'http://localhost.evil.example'])
      expect([origin, await ask(server, method, path, { ...owner, host: own, origin })]).toEqual([
        origin,
        403,
      ]);
  });

  it.each([
    ...endpoints,
    ['app', 'GET', '/'],
    ['app', 'GET', '/v1/profiles/ada'],
    ['examples', 'GET', '/'],
  ] as const)('cannot call %s %s %s through its own domain name', async (server, method, path) => {
    const status = await ask(server, method, path, { host: 'evil.example', authorization: 'Bearer owner' });
    expect([403, 421]).toContain(status);
  });

  it('cannot clear the outbox, and neither can another page of this machine', async () => {
    const { host } = new URL(busker.addresses.auth);
    const clear = (origin: string) => ask('auth', 'POST', '/__local/outbox/clear', { host, origin });
    expect(await clear(busker.addresses.examples)).toBe(403);
    expect(await clear(busker.addresses.auth)).toBe(204);
  });
});

it('other machines cannot reach any local server', async () => {
  const outside = Object.values(networkInterfaces())
    .flat()
    .find((each) => each?.family === 'IPv4' && !each.internal)?.address;
  // A machine without a network has no other address to test.
  if (outside === undefined) return;
  for (const address of Object.values(busker.addresses)) {
    const reached = await new Promise<string>((resolve) => {
      const socket = connect({ host: outside, port: Number(new URL(address).port) });
      socket.once('connect', () => resolve('reached')).once('error', () => resolve('refused'));
      socket.setTimeout(2000, () => resolve('refused'));
      socket.once('close', () => resolve('refused')).unref();
    });
    expect([address, reached]).toEqual([address, 'refused']);
  }
});
