import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { findChromium, installedChromium, packagedChromiumFolder, settleEnvironment } from './find-chromium';
import { createServer } from 'node:http';
import { closeServer, leasePort, listenOnLoopback, loopbackRefusal } from './loopback';

describe('find-chromium', () => {
  let folder = '';
  const program = async (name: string): Promise<string> => {
    const path = join(folder, name);
    await writeFile(path, '#!/bin/sh\n');
    await chmod(path, 0o755);
    return path;
  };

  beforeEach(async () => {
    vi.stubEnv('CHROMIUM_PATH', '');
    folder = await mkdtemp(join(tmpdir(), 'busker-browser-'));
  });
  afterEach(async () => {
    vi.unstubAllEnvs();
    await rm(folder, { recursive: true });
  });

  describe("the tests' browser", () => {
    it('is the one in CHROMIUM_PATH, if set', async () => {
      await program('chromium');
      const mine = await program('my-browser');
      expect(await findChromium({ CHROMIUM_PATH: mine, PATH: folder })).toMatchObject({
        executablePath: mine,
      });
    });

    it('is an error when CHROMIUM_PATH is not a program', async () => {
      const path = join(folder, 'nothing');
      await expect(findChromium({ CHROMIUM_PATH: path })).rejects.toThrow(
        `CHROMIUM_PATH=${path} is not a program.`,
      );
    });

    it.each(['chromium', 'google-chrome', 'microsoft-edge'])('is an installed %s', async (name) => {
      const path = await program(name);
      expect((await findChromium({ PATH: `/nowhere:${folder}` })).executablePath).toBe(path);
      expect(process.env['CHROMIUM_PATH']).toBe(path);
    });

    it('is never a file that is not executable', async () => {
      await writeFile(join(folder, 'chromium'), 'text');
      expect(installedChromium({ PATH: folder })).toBeNull();
    });

    it('is an error when BUSKER_TEST_BROWSER has an unknown value', async () => {
      await expect(findChromium({ BUSKER_TEST_BROWSER: 'firefox' })).rejects.toThrow(
        'BUSKER_TEST_BROWSER=firefox is not known. Set it to "npm", or unset it.',
      );
    });
  });

  describe.runIf(process.platform === 'linux' && process.arch === 'x64')(
    'the browser of the npm package',
    () => {
      beforeEach(() => {
        vi.stubEnv('LD_LIBRARY_PATH', undefined);
        vi.stubEnv('FONTCONFIG_FILE', undefined);
      });

      it.each([
        ['with BUSKER_TEST_BROWSER=npm, even if another browser is installed', 'npm', 'chromium'],
        ['when no browser is installed', undefined, 'not-a-browser'],
      ])('is used %s', async (_, setting, installed) => {
        await program(installed);
        const { executablePath, args } = await findChromium({ PATH: folder, BUSKER_TEST_BROWSER: setting });
        expect(executablePath).toBe(join(packagedChromiumFolder(), 'chromium'));
        expect(args).toEqual(['--no-sandbox']);
      });

      it('renders a text field with its own fonts only, on any machine', async () => {
        const { executablePath, args } = await findChromium({ BUSKER_TEST_BROWSER: 'npm' });
        const browser = await chromium.launch({ executablePath, args: [...args] });
        try {
          const page = await browser.newPage();
          await page.setContent('<label>Name <input value="Ada" /></label>');
          await page.getByLabel('Name').focus();
          expect(await page.getByLabel('Name').inputValue()).toBe('Ada');
        } finally {
          await browser.close();
        }
      });
    },
  );

  describe('the environment of the browser of the npm package', () => {
    it('adds the library paths once, before the existing ones', () => {
      const env: NodeJS.ProcessEnv = { LD_LIBRARY_PATH: '/opt/lib' };
      settleEnvironment(env, '/browser');
      settleEnvironment(env, '/browser');
      expect(env).toEqual({
        LD_LIBRARY_PATH: '/browser/al2023/lib:/opt/lib',
        FONTCONFIG_FILE: '/browser/fonts/fonts.conf',
      });
    });
  });
});

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
