import { createServer } from 'node:http';
import { describe, expect, it } from 'vitest';
import { closeServer, listenOnLoopback, loopbackRefusal } from './loopback';

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
  it('fails with a message that names the port and the setting to change it', async () => {
    const first = createServer();
    const port = await listenOnLoopback(first, 0, { name: 'the first' });
    const second = listenOnLoopback(createServer(), port, { name: 'the app', setting: 'BUSKER_PORT' });
    await expect(second).rejects.toThrow(
      `Port ${port} (the app) is in use. Stop the program that uses it, or choose another port with BUSKER_PORT.`,
    );
    await closeServer(first);
  });
});
