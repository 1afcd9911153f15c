import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { findChromium, installedChromium, packagedChromiumFolder, settleEnvironment } from './find-chromium';

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
    expect(await findChromium({ CHROMIUM_PATH: mine, PATH: folder })).toMatchObject({ executablePath: mine });
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
