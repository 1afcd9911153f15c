import { createServer } from 'node:http';
import { describe, expect, it } from 'vitest';
import { closeServer, listenOnLoopback } from '@busker/emulators/loopback';
import { freePorts, holderInLsof, portHolder, portsFrom, portsInUse, socketsAt, whyInUse } from './ports';

describe('ports', () => {
  it('are the default ones unless a setting has another, in any accepted form', () => {
    expect(portsFrom({})).toEqual({
      ok: true,
      value: {
        app: 4100,
        examples: 4200,
        auth: 9099,
        firestore: 8080,
        storage: 9199,
        stripe: 12111,
        mail: 1025,
        push: 8095,
      },
    });
    const env = {
      BUSKER_PORT: '5000',
      FIRESTORE_EMULATOR_HOST: 'localhost:5001',
      STRIPE_API_BASE: 'http://127.0.0.1:5002',
      FIREBASE_AUTH_EMULATOR_HOST: '',
    };
    expect(portsFrom(env)).toMatchObject({
      ok: true,
      value: { app: 5000, firestore: 5001, stripe: 5002, auth: 9099 },
    });
  });

  it.each([
    [{ BUSKER_PORT: 'eighty' }, 'BUSKER_PORT=eighty is not a port.'],
    [{ BUSKER_PORT: '70000' }, 'BUSKER_PORT=70000 is not a port.'],
    [{ FIRESTORE_EMULATOR_HOST: '0.0.0.0:8080' }, 'names another machine'],
    [{ STRIPE_API_BASE: 'https://api.stripe.com:443' }, 'is not a port'],
    [{ STRIPE_API_BASE: 'https://api.stripe.com:8443' }, 'names another machine'],
    [{ BUSKER_PORT: '9099' }, 'both have port 9099'],
  ])('refuse %o with one sentence', (env, sentence) => {
    expect(portsFrom(env)).toEqual({ ok: false, problem: expect.stringContaining(sentence) });
  });

  it('in use by other programs are all named, with who holds them where the system tells, and the way out', async () => {
    const [one, two] = [createServer(), createServer()];
    const app = await listenOnLoopback(one, 0, { name: 'one' });
    const stripe = await listenOnLoopback(two, 0, { name: 'two' });
    const holders = async (port: number) => (port === app ? { pid: 812, command: 'java -jar x' } : null);
    expect(await portsInUse({ ...freePorts, app, stripe }, holders)).toBe(
      `Ports ${app} (app, API and embed, BUSKER_PORT), held by process 812 (java -jar x); ` +
        `${stripe} (Stripe sandbox, STRIPE_API_BASE) are in use. ` +
        'Stop those programs, choose other ports with those settings, or take free ports: npm start -- --free-ports',
    );
    await closeServer(two);
    expect(await portsInUse({ ...freePorts, app, stripe }, holders)).toBe(
      `Port ${app} (app, API and embed, BUSKER_PORT), held by process 812 (java -jar x) is in use. ` +
        'Stop that program, choose another port with that setting, or take free ports: npm start -- --free-ports',
    );
    await closeServer(one);
    expect(await portsInUse({ ...freePorts, app, stripe })).toBeNull();
  });

  it('in use beside them is named with its setting, which is the only way out', async () => {
    const server = createServer();
    const port = await listenOnLoopback(server, 0, { name: 'one' });
    const wanted = [{ port, name: 'dashboard with hot reload', setting: 'BUSKER_DEV_PORT' }];
    const nobody = () => Promise.resolve(null);
    expect(await whyInUse(wanted, undefined, nobody)).toBe(
      `Port ${port} (dashboard with hot reload, BUSKER_DEV_PORT) is in use. Stop that program, or choose another port with that setting.`,
    );
    await closeServer(server);
    expect(await whyInUse(wanted)).toBeNull();
  });
});

describe('port holder', () => {
  it('finds the sockets that listen at a port in the table of proc(5), and no connection from or to it', () => {
    const table = [
      '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode',
      '   0: 0100007F:1004 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 4711 1 0',
      '   1: 0100007F:1004 0100007F:C350 01 00000000:00000000 00:00000000 00000000     0        0 4712 1 0',
      '   2: 0100007F:C350 0100007F:1004 01 00000000:00000000 00:00000000 00000000     0        0 4713 1 0',
      '   3: 00000000:238B 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 4714 1 0',
    ].join('\n');
    expect(socketsAt(table, 0x1004)).toEqual(['4711']);
    expect(socketsAt(table, 80)).toEqual([]);
  });

  it('reads what lsof says, and nothing where it says nothing', () => {
    expect(holderInLsof('p812\ncjava\nf45\n')).toEqual({ pid: 812, command: 'java' });
    expect(holderInLsof('')).toBeNull();
  });

  it('says which process listens at a port, where the system tells', async () => {
    const server = createServer();
    const port = await listenOnLoopback(server, 0, { name: 'one' });
    const holder = await portHolder(port);
    await closeServer(server);
    // Every Linux tells it; elsewhere lsof may be missing.
    const told = process.platform === 'linux' || holder !== null;
    expect(holder?.pid).toBe(told ? process.pid : undefined);
    expect(holder?.command ?? 'node').toContain('node');
    expect(await portHolder(port)).toBeNull();
  });
});
