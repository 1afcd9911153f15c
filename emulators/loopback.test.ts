import { createServer } from 'node:http';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { closeServer, leasePort, listenOnLoopback, loopbackRefusal } from './loopback';

describe('the check of Host and Origin', () => {
  it.each([
    ['localhost:4100', undefined],
    ['127.0.0.1:4100', 'http://localhost:4100'],
    ['[::1]:4100', 'http://127.0.0.1:4200'],
    ['tab7.localhost:8080', 'http://tab7.localhost:4100'],
  ])('accepts the host %s with the origin %s', (host, origin) => {
    expect(loopbackRefusal({ host, origin })).toBeNull();
  });

  it.each([
    ['a host name that resolves to this machine', 'busker.example:4100', undefined],
    ['no host', undefined, undefined],
    ['a host name that starts like localhost', 'localhost.evil.example', undefined],
    ['a public page', 'localhost:4100', 'https://evil.example'],
    ['a public page whose name starts like localhost', 'localhost:4100', 'https://localhost.evil.example'],
    ['a page with an opaque origin', 'localhost:4100', 'null'],
  ])('refuses %s', (_who, host, origin) => {
    expect(loopbackRefusal({ host, origin })).toEqual(expect.any(String));
  });
});

describe('listening', () => {
  afterEach(() => void vi.restoreAllMocks());

  it('fails with a message that names the port and the setting to change it', async () => {
    const first = createServer();
    const port = await listenOnLoopback(first, 0, { name: 'the first' });
    const second = listenOnLoopback(createServer(), port, { name: 'the app', setting: 'BUSKER_PORT' });
    await expect(second).rejects.toThrow(
      `Port ${port} (the app) is in use. Stop the program that uses it, or choose another port with BUSKER_PORT.`,
    );
    await closeServer(first);
  });

  it('takes a free port below those of outgoing connections, so that a restart finds it free', async () => {
    const server = createServer();
    const port = await listenOnLoopback(server, 0, { name: 'any' });
    expect(port).toBeGreaterThanOrEqual(20_000);
    expect(port).toBeLessThan(32_000);
    await closeServer(server);
  });

  it('tries another port where the first is taken', async () => {
    const taken = createServer();
    const port = await listenOnLoopback(taken, 0, { name: 'the first' });
    const share = (port - 20_000 + 0.5) / 12_000;
    vi.spyOn(Math, 'random').mockReturnValueOnce(share).mockReturnValueOnce(share).mockReturnValue(0.987654);
    const server = createServer();
    const other = await listenOnLoopback(server, 0, { name: 'the second' });
    expect(other).not.toBe(port);
    await closeServer(taken);
    await closeServer(server);
  });

  it('leaves a port alone whose server is stopped and will start again on it', async () => {
    const away = createServer();
    const port = await listenOnLoopback(away, 0, { name: 'the first' });
    await closeServer(away);
    const share = (port - 20_000 + 0.5) / 12_000;
    vi.spyOn(Math, 'random').mockReturnValueOnce(share);
    const seeking = createServer();
    expect(await listenOnLoopback(seeking, 0, { name: 'another' })).not.toBe(port);
    const again = createServer();
    expect(await listenOnLoopback(again, port, { name: 'the first' })).toBe(port);
    await closeServer(seeking);
    await closeServer(again);
  });

  it('takes a port again that nobody has taken for a quarter of an hour', async () => {
    const server = createServer();
    const port = await listenOnLoopback(server, 0, { name: 'the first' });
    await closeServer(server);
    expect(leasePort(port)).toBe(false);
    expect(leasePort(port, Date.now() + 16 * 60_000)).toBe(true);
  });
});
