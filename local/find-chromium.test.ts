import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { findChromium, installedChromium } from './find-chromium';

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

describe('the browser of the tests', () => {
  it('is the one that CHROMIUM_PATH names, before any other', async () => {
    await program('chromium');
    const mine = await program('my-browser');
    expect(await findChromium({ CHROMIUM_PATH: mine, PATH: folder })).toMatchObject({ executablePath: mine });
  });

  it('is refused in a sentence when CHROMIUM_PATH names no program', async () => {
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

  it('is not a file that cannot be run', async () => {
    await writeFile(join(folder, 'chromium'), 'text');
    expect(installedChromium({ PATH: folder })).toBeNull();
  });
});
