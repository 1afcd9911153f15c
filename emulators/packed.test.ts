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
const packages = [['firestore', 'firestore-emulator', ['firebase-admin']]] as const;

const anyRules = `rules_version = '2';
service cloud.firestore { match /databases/{database}/documents { match /{any=**} { allow read; } } }`;

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
  const env = { PATH: process.env['PATH'] ?? '', HOME: cwd };
  const child = spawn(command, args, { cwd, env, stdio: 'pipe', timeout: 120_000 });
  let out = '';
  let errors = '';
  child.stderr.on('data', (part: Buffer) => (errors += String(part)));
  child.stdout.on('data', (part: Buffer) => {
    out += String(part);
    if (until !== undefined && out.includes(until)) child.kill('SIGTERM');
  });
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, out, errors })));
}

const blocksOf = (text: string, language: string): string[] =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(
    ([, code = '']) => code,
  );

describe.each(packages)('the package of the emulator %s', (folder, command, sdks) => {
  const name = `@busker/${command}`;
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
    await writeFile(join(home, `${folder}.rules`), anyRules);
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

  it('starts by the one line of its README, says how the SDKs find it, and ends at a signal', async () => {
    const [line = ''] = blocksOf(readme, 'sh');
    const [npx, called, ...args] = line.trim().split(' ');
    expect([npx, called]).toEqual(['npx', name]);
    const { code, out, errors } = await cli([...args, '--port', '0'], '\nexport ');
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    expect(out).toMatch(/listening on http:\/\/127\.0\.0\.1:\d+\nexport [A-Z_]+=/);
  });

  it('refuses what it cannot use by the name of the option', async () => {
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
      [['now'], '"now" is no option'],
    ] as const;
    const ended = await Promise.all(wrong.map(([args]) => cli(args)));
    taken.close();
    expect(ended.map(({ code, errors }) => [code, errors.split('.')[0]])).toEqual(
      wrong.map(([, said]) => [2, `${command}: ${said}`]),
    );
  });

  it('leaves no open handle after a hundred starts and stops, so that the process ends by itself', async () => {
    const { code, out, errors } = await script(`import { start } from '${name}';
      for (let at = 0; at < 100; at += 1) await (await start()).stop();
      const open = () => process.getActiveResourcesInfo().filter((name) => /TCP|Timeout|FS/.test(name));
      while (open().length > 0) await new Promise(setImmediate);
      console.log('nothing is open');`);
    expect({ code, out, errors }).toEqual({ code: 0, out: 'nothing is open\n', errors: '' });
  });

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
    await writeFile(join(home, 'setup.mjs'), setup);
    const { out, code } = await script(`import setup from './setup.mjs';
      const stop = await setup();
      console.log(Object.keys(process.env).some((name) => /^(FIRE|STRIPE_|STORAGE_)/.test(name)));
      await stop();`);
    expect({ out, code }).toEqual({ out: 'true\n', code: 0 });
  });
});
