import { createServer } from 'node:http';
import { expect, it } from 'vitest';
import { closeServer, listenOnLoopback } from '../emulators/loopback';
import { holderInLsof, portHolder, socketsAt } from './port-holder';

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
