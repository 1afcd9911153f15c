import { execFile, spawn } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The published emulators, each with the vendor's packages that the code of its README imports. */
const packages = [
  ['firestore', 'firestore-emulator', ['firebase-admin']],
  ['storage', 'storage-emulator', ['firebase-admin']],
  ['auth', 'auth-emulator', ['firebase-admin']],
  ['stripe', 'stripe-sandbox', ['stripe']],
  ['rules-engine', 'rules-engine', []],
] as const;

/** A seed of each server as files, the path that it gets, and a request whose answer has what it brought. */
const seeds = {
  firestore: [
    { 'seed.json': '{"users/ada": {"name": "Ada"}}' },
    'seed.json',
    "'GET', '/v1/projects/demo-project/databases/(default)/documents/users/ada', 'owner'",
  ],
  storage: [
    { 'seed/pictures/ada.txt': 'Ada' },
    'seed',
    "'GET', '/storage/v1/b/pictures/o/ada.txt?alt=media', 'owner'",
  ],
  auth: [
    { 'seed.json': '[{"email": "ada@example.com", "password": "secret of Ada", "displayName": "Ada"}]' },
    'seed.json',
    "'POST', '/identitytoolkit.googleapis.com/v1/projects/demo-project/accounts:query', 'owner', '{}'",
  ],
  stripe: [
    { 'seed.json': '[{"id": "acct_ada", "email": "Ada@example.com"}]' },
    'seed.json',
    "'GET', '/v1/accounts/acct_ada', 'sk_test_sandbox_local'",
  ],
} as const;

const rulesOf = (service: string, path: string): string =>
  `rules_version = '2';\nservice ${service} { match /${path} { match /{any=**} { allow read; } } }`;

let all = '';
beforeAll(async () => {
  all = await mkdtemp(join(tmpdir(), 'busker-packed-'));
  const folders = packages.map(([folder]) => folder);
  await promisify(execFile)(process.execPath, ['scripts/emulator-packages.mjs', all, ...folders], {
    cwd: root,
  });
});
afterAll(() => rm(all, { recursive: true, force: true }));

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly errors: string;
}

/** Runs a program until it ends by itself, or until it has printed `until` and got a signal. */
function run(cwd: string, command: string, args: readonly string[], until?: string): Promise<Ended> {
  // Nothing of this checkout may stand in for what the package lacks.
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: cwd,
    // firebase-admin otherwise asks the network whether it runs at Google, and prints what it answers.
    METADATA_SERVER_DETECTION: 'none',
  };
  const child = spawn(command, args, { cwd, env, stdio: 'pipe', timeout: 170_000 });
  let out = '';
  let errors = '';
  child.stderr.on('data', (part: Buffer) => (errors += String(part)));
  child.stdout.on('data', (part: Buffer) => {
    out += String(part);
    // Once: a second signal, at the next line, would end the program before it has stopped.
    if (until !== undefined && !child.killed && out.includes(until)) child.kill('SIGTERM');
  });
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, out, errors })));
}

const blocksOf = (text: string, language: string): string[] =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(
    ([, code = '']) => code,
  );

describe.each(packages)('the package of the emulator %s', (folder, command, sdks) => {
  const name = `@busker/${command}`;
  const serves = folder !== 'rules-engine';
  let home = '';
  let readme = '';
  const script = async (code: string): Promise<Ended> => {
    await writeFile(join(home, 'script.mjs'), code);
    return run(home, process.execPath, ['script.mjs']);
  };
  const cli = (args: readonly string[], until?: string): Promise<Ended> =>
    run(home, join(home, 'node_modules/.bin', command), args, until);

  beforeAll(async () => {
    home = join(all, `home-of-${folder}`);
    await mkdir(home);
    await writeFile(join(home, 'package.json'), '{ "type": "module" }');
    await writeFile(join(home, 'firestore.rules'), rulesOf('cloud.firestore', 'databases/{id}/documents'));
    await writeFile(
      join(home, 'other.rules'),
      folder === 'storage' ? rulesOf('cloud.firestore', 'a/{b}') : rulesOf('firebase.storage', 'b/{c}/o'),
    );
    await writeFile(join(home, 'broken.rules'), 'allow');
    await writeFile(join(home, 'storage.rules'), rulesOf('firebase.storage', 'b/{bucket}/o'));
    const [packed = ''] = (await readdir(all)).filter((each) => each.startsWith(`busker-${command}-`));
    const install = ['install', '--offline', '--no-audit', '--no-fund', join(all, packed)];
    const installed = await run(home, 'npm', install);
    if (installed.code !== 0) throw new Error(installed.errors);
    readme = await readFile(join(home, 'node_modules', name, 'README.md'), 'utf8');
  });

  it('stands alone: npm installs it and nothing else, with licences, typings and a changelog', async () => {
    expect(await readdir(join(home, 'node_modules'))).toEqual(['.bin', '.package-lock.json', '@busker']);
    expect(await readdir(join(home, 'node_modules/@busker'))).toEqual([command]);
    const files = await readdir(join(home, 'node_modules', name));
    expect(files).toEqual(
      expect.arrayContaining([
        'CHANGELOG.md',
        'LICENSE',
        'index.d.mts',
        'index.mjs',
        'licenses.txt',
        'package.json',
      ]),
    );
    const manifest: unknown = JSON.parse(
      await readFile(join(home, 'node_modules', name, 'package.json'), 'utf8'),
    );
    expect(manifest).not.toHaveProperty('dependencies');
    expect(manifest).toMatchObject({ name, license: 'MIT', engines: { node: expect.any(String) as string } });
  });

  it('prints the options that its README lists', async () => {
    const { code, out } = await cli(['--help']);
    expect(code).toBe(0);
    expect(blocksOf(readme, 'text')).toContain(out);
  });

  it.runIf(serves)(
    'starts by the one line of its README, says how the SDKs find it, and ends at a signal',
    async () => {
      const [line = ''] = blocksOf(readme, 'sh');
      const [npx, called, ...args] = line.trim().split(' ');
      expect([npx, called]).toEqual(['npx', name]);
      const { code, out, errors } = await cli([...args, '--port', '0'], '\nexport ');
      expect({ code, errors }).toEqual({ code: 0, errors: '' });
      expect(out).toMatch(/listening on http:\/\/127\.0\.0\.1:\d+\nexport [A-Z_]+=/);
    },
  );

  it.runIf(!serves)('checks a file by the one line of its README, and says where a mistake is', async () => {
    const [line = ''] = blocksOf(readme, 'sh');
    const args = line.trim().split(' ').slice(2);
    expect(await cli(args)).toMatchObject({ code: 0, errors: '', out: expect.any(String) as string });
    await writeFile(join(home, 'wrong.rules'), `${rulesOf('cloud.firestore', 'a/{b}')}\nallow`);
    const { code, errors } = await cli(['--rules', 'wrong.rules']);
    expect({ code, errors }).toEqual({
      code: 1,
      errors: expect.stringMatching(/^wrong\.rules:3:\d+ error: /) as string,
    });
    expect(await cli([])).toMatchObject({ code: 2, errors: 'rules-engine: --rules is missing.\n' });
  });

  it.runIf(serves)('refuses what it cannot use by the name of the option', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => taken.once('listening', resolve));
    const { port } = taken.address() as AddressInfo;
    const wrong = [
      [['--prot', '1'], '--prot is no option'],
      [['--port', 'http'], '--port must be a whole number, not "http"'],
      [['--port', '70000'], '--port must be a whole number from 0 to 65535, not 70000'],
      [['--port'], '--port needs a value'],
      [['--port', `${port}`], `--port ${port} is in use by another program`],
      [['--seed', 'missing'], '--seed names missing, which does not exist'],
      [['--quiet=yes'], '--quiet takes no value'],
      ...(folder === 'firestore' || folder === 'storage'
        ? ([
            [['--rules', 'other.rules'], '--rules names other'],
            [['--rules', 'broken.rules'], '--rules has a mistake in broken'],
          ] as const)
        : []),
      [['now'], '"now" is no option'],
    ] as const;
    const ended = await Promise.all(wrong.map(([args]) => cli(args)));
    taken.close();
    expect(ended.map(({ code, errors }) => [code, errors.split('.')[0]])).toEqual(
      wrong.map(([, said]) => [2, `${command}: ${said}`]),
    );
  });

  it.runIf(folder in seeds)('has a seed, keeps it in its folder, and forgets it at a reset', async () => {
    const [files, seed, request] = seeds[folder as keyof typeof seeds];
    for (const [file, text] of Object.entries(files)) {
      await mkdir(dirname(join(home, file)), { recursive: true });
      await writeFile(join(home, file), text);
    }
    const { out, errors } = await script(`import { start } from '${name}';
      async function hasAda(options) {
        const emulator = await start({ data: 'data', ...options });
        const ask = async (method, path, token, body) => {
          const headers = { authorization: 'Bearer ' + token, 'content-type': 'application/json' };
          return (await fetch(emulator.url + path, { method, headers, body })).text();
        };
        const answer = await ask(${request});
        await emulator.stop();
        return answer.includes('Ada');
      }
      console.log(await hasAda({ seed: '${seed}' }), await hasAda({}), await hasAda({ reset: true }), await hasAda({}));`);
    expect({ out, errors }).toEqual({ out: 'true true false false\n', errors: '' });
    await writeFile(join(home, 'seed.txt'), '{');
    const refused = await cli(['--port', '0', '--seed', 'seed.txt']);
    expect(refused).toMatchObject({ code: 2, errors: expect.stringMatching(/: --seed /) as string });
  });

  it.runIf(serves)(
    'answers the controls that its README names, with the version of the package',
    async () => {
      const named = [...readme.matchAll(/`(GET|POST) (\/__control[\w/]*)`/g)].map(([, ...line]) => line);
      expect(named.map((line) => line.join(' ')).toSorted()).toEqual([
        'GET /__control',
        'POST /__control/reset',
      ]);
      const { out, errors } = await script(`import { start } from '${name}';
      const emulator = await start();
      for (const [method, path] of ${JSON.stringify(named.toSorted())}) {
        const answer = await fetch(emulator.url + path, { method });
        console.log(answer.ok, method === 'GET' && (await answer.json()).version);
      }
      await emulator.stop();`);
      const { version } = JSON.parse(
        await readFile(join(home, 'node_modules', name, 'package.json'), 'utf8'),
      ) as { version: string };
      expect({ out, errors }).toEqual({ out: `true ${version}\ntrue false\n`, errors: '' });
    },
  );

  it.runIf(serves)(
    'leaves no open handle after a hundred starts and stops, so that the process ends by itself',
    async () => {
      const { code, out, errors } = await script(`import { start } from '${name}';
      for (let at = 0; at < 100; at += 1) await (await start()).stop();
      const open = () => process.getActiveResourcesInfo().filter((name) => /TCP|Timeout|FS/.test(name));
      while (open().length > 0) await new Promise(setImmediate);
      console.log('nothing is open');`);
      expect({ code, out, errors }).toEqual({ code: 0, out: 'nothing is open\n', errors: '' });
    },
  );

  it('does in a program what its README shows', async () => {
    for (const sdk of sdks) {
      const link = join(home, 'node_modules', sdk);
      await mkdir(dirname(link), { recursive: true });
      await symlink(join(root, 'node_modules', sdk), link);
    }
    const [program = '', setup = ''] = blocksOf(readme, 'js');
    const printed = [...program.matchAll(/^console\.log\(.*\); \/\/ (.*)$/gm)].map(
      ([, said = '']) => `${said}\n`,
    );
    expect(printed.length).toBeGreaterThan(0);
    expect(await script(program)).toEqual({ code: 0, out: printed.join(''), errors: '' });
    if (!serves) return;
    await writeFile(join(home, 'setup.mjs'), setup);
    const { out, code } = await script(`import setup from './setup.mjs';
      const stop = await setup();
      console.log(Object.keys(process.env).some((name) => /^(FIRE|STRIPE_|STORAGE_)/.test(name)));
      await stop();`);
    expect({ out, code }).toEqual({ out: 'true\n', code: 0 });
  });
});
