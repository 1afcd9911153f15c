import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  functionsEnv,
  readBuiltFunctions,
  readRules,
  writeDeployConfig,
  writeFunctionsEnv,
} from './release-steps';
import { fakeInstallation } from './testing/fake-google';

describe('functions env', () => {
  it('hands the functions their settings, and neither secrets nor names that Firebase keeps for itself', () => {
    const given = [
      '# of this host',
      'PUBLIC_ORIGIN=https://busker.example',
      'export PAYMENTS_MODE=connect',
      'FIREBASE_WEB_CONFIG={"apiKey":"x"}',
      'STRIPE_SECRET_KEY=sk_live_x',
      'STRIPE_WEBHOOK_SECRETS=whsec_x',
      'BUSKER_SECRET=xxxx',
      'CHALLENGE_SECRET_KEY=0x1',
      'STRIPE_PUBLISHABLE_KEY=pk_live_x',
      '',
    ].join('\r\n');
    expect(functionsEnv(given)).toBe(
      'PUBLIC_ORIGIN=https://busker.example\nPAYMENTS_MODE=connect\nSTRIPE_PUBLISHABLE_KEY=pk_live_x\nWEB_API_KEY=x\n',
    );
  });
});

describe('build site', () => {
  let root = '';
  beforeEach(async () => {
    root = `${await mkdtemp(join(tmpdir(), 'busker-build-'))}/`;
    await mkdir(`${root}dist/functions`, { recursive: true });
    await mkdir(`${root}rules`, { recursive: true });
    const code = 'export const app = { __endpoint: {} };\nexport const other = 1;\n';
    await writeFile(`${root}dist/functions/index.js`, code);
    await writeFile(`${root}dist/functions/package.json`, '{"type":"module"}');
    await writeFile(`${root}rules/firestore.rules`, 'f');
    await writeFile(
      `${root}rules/storage.rules`,
      'firestore.exists(/databases/(default)/documents/deleted/x)',
    );
  });
  afterEach(() => rm(root, { recursive: true, force: true }));

  const run = async (command: string, args: readonly string[]) => {
    const { stdout } = await promisify(execFile)(command, [...args]);
    return { code: 0, output: stdout };
  };
  const read = (env: string) =>
    readBuiltFunctions(
      {
        root,
        run,
        build: () => Promise.resolve(true),
        standardInput: () => Promise.resolve(''),
        say: () => undefined,
      },
      'busker-test',
      env,
    );

  describe('the built functions', () => {
    it('are found by name, and their release depends only on code and settings', async () => {
      const first = await read('A=1');
      expect(first.ids).toEqual(['app']);
      expect(first.release).toMatch(/^[0-9a-f]{12}$/);
      await writeFile(`${root}dist/functions/.env`, 'BUSKER_RELEASE=x');
      await writeFile(`${root}dist/functions/.secret.local`, 'BUSKER_SECRET=x');
      await writeFile(`${root}dist/functions/firebase-debug.log`, 'x');
      expect(await read('A=1')).toEqual(first);
      expect((await read('A=2')).release).not.toBe(first.release);
      await writeFile(`${root}dist/functions/more.js`, '');
      expect((await read('A=1')).release).not.toBe(first.release);
    });

    it('get their release as one of their settings', async () => {
      await writeFunctionsEnv(
        root,
        'PUBLIC_ORIGIN=https://busker.example\nBUSKER_SECRET=x\n',
        '0123456789ab',
      );
      expect(await readFile(`${root}dist/functions/.env`, 'utf8')).toBe(
        'PUBLIC_ORIGIN=https://busker.example\nBUSKER_RELEASE=0123456789ab\n',
      );
    });
  });

  describe('the configuration of a deploy', () => {
    const config = async () => JSON.parse(await readFile(`${root}firebase.deploy.json`, 'utf8'));

    // Holds host-011.
    it('names region and database, so that firebase-tools never chooses a location', async () => {
      await writeDeployConfig(root, fakeInstallation(), {
        embed: ['0.1.0/busker.js'],
        assets: ['main-1.js'],
      });
      expect(await config()).toMatchObject({
        firestore: { database: '(default)', location: 'eur3' },
        storage: { rules: 'rules/storage.rules' },
        hosting: {
          rewrites: [
            { function: { functionId: 'count', region: 'europe-west1' } },
            { function: { functionId: 'app', region: 'europe-west1' } },
            { destination: '/index.html' },
            { destination: '/overlay.html' },
            { function: { functionId: 'app', region: 'europe-west1' } },
          ],
        },
      });
    });

    it('lets browsers keep for ever the files that exist, and no others', async () => {
      await writeDeployConfig(root, fakeInstallation(), {
        embed: ['0.1.0/busker.js'],
        assets: ['main-1.js'],
      });
      const { hosting } = await config();
      const rows: readonly { source?: string; regex?: string; headers: object }[] = hosting.headers;
      const kept = rows.filter(({ headers }) => JSON.stringify(headers).includes('immutable'));
      expect(kept.map(({ source, regex }) => source ?? regex)).toEqual([
        String.raw`^/assets/(?:main-1\.js)$`,
        String.raw`^/embed/(?:0\.1\.0/busker\.js)$`,
      ]);
    });

    it('lets the storage rules read the configured database', async () => {
      const wanted = fakeInstallation({ database: { id: 'restored', location: 'eur3' } });
      await writeDeployConfig(root, wanted, { embed: [], assets: [] });
      const { storage } = await config();
      const text = await readFile(`${root}${storage.rules}`, 'utf8');
      expect(text).toBe('firestore.exists(/databases/restored/documents/deleted/x)');
      expect((await readRules(root, wanted)).storage).toBe(text);
    });
  });
});
