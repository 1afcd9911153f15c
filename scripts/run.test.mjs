import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readCommandLine } from './command-line.mjs';
import { failureSentence, machineProblem } from './failure-sentence.mjs';
import { must, root, run, trial } from './run.mjs';

describe('a command that is run', () => {
  const program = (code) => ['-e', code];

  it('collects what a command prints, with its exit code', async () => {
    const code = 'console.log("out"); console.error("err"); process.exitCode = 3';
    const { output, ...rest } = await run('node', program(code), { limit: 20_000 });
    expect(rest).toEqual({ code: 3 });
    expect(output).toContain('out');
    expect(output).toContain('err');
  });

  it('ends a command in an endless loop and its child processes after the limit, and says so', async () => {
    const loop = 'for (;;);';
    const parent = `
    const child = require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(loop)}]);
    console.log(child.pid);
    setTimeout(() => { ${loop} }, 100);`;
    const { code, output } = await run('node', program(parent), { limit: 2000 });
    expect(code).toBe(1);
    expect(output).toContain('was ended: no end after 2 s');
    const [pid] = output.match(/^\d+/m) ?? [];
    await expect.poll(() => isAlive(Number(pid))).toBe(false);
  });

  it('ends the processes that a command left running', async () => {
    const parent = `
    const child = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' });
    child.unref();
    console.log(child.pid);
    setTimeout(() => process.exit(), 200);`;
    const { code, output } = await run('node', program(parent), { limit: 20_000 });
    expect(code).toBe(0);
    const [pid] = output.match(/^\d+/m) ?? [];
    await expect.poll(() => isAlive(Number(pid))).toBe(false);
  });

  it('that must not fail gives what it printed, or an error with it', async () => {
    expect(await must('node', program('console.log("out")'))).toBe('out\n');
    await expect(must('node', program('console.log("why"); process.exit(3)'))).rejects.toThrow(/-e .*\nwhy/);
  });

  it('is a trial until it is stopped, with all that it has started, and gives its exit code', async () => {
    const server = `
    const child = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    process.on('SIGTERM', () => process.exit(4));
    setTimeout(() => console.log('ready ' + child.pid), 100);`;
    const { ready, stop } = trial('node', program(server), /ready .*\n/);
    const [, pid] = /ready (\d+)/.exec(await ready);
    expect(isAlive(Number(pid))).toBe(true);
    expect(await stop()).toBe(4);
    await expect.poll(() => isAlive(Number(pid))).toBe(false);
    await expect(trial('node', program('console.log("no port")'), /ready/).ready).rejects.toThrow('no port');
  });

  it('ends its command when it is ended itself', async () => {
    const address = new URL('run.mjs', import.meta.url).href;
    const script = `
    import { run } from ${JSON.stringify(address)};
    setTimeout(() => process.kill(process.pid, 'SIGTERM'), 1000);
    await run('node', ['-e', 'require("node:fs").writeFileSync(process.argv[1], String(process.pid)); setInterval(() => {}, 1000)', process.argv[1]], { limit: 60_000 });`;
    const folder = await mkdtemp(join(tmpdir(), 'busker-run-'));
    const pidFile = join(folder, 'pid');
    const { code } = await run('node', ['--input-type=module', ...program(script), pidFile], {
      limit: 20_000,
    });
    expect(code).toBe(130);
    const pid = Number(await readFile(pidFile, 'utf8'));
    expect(pid).toBeGreaterThan(0);
    await expect.poll(() => isAlive(pid)).toBe(false);
    await rm(folder, { recursive: true });
  });

  function isAlive(pid) {
    try {
      process.kill(pid, 0);
      return true;
    } catch {
      return false;
    }
  }
});

describe('the command line', () => {
  const build = {
    command: 'npm run build',
    about: 'makes dist/.',
    options: { '--force': 'builds everything again' },
    names: { one: 'target', many: 'targets', known: ['widget', 'overlay'] },
  };

  it('has the known options and names', () => {
    expect(readCommandLine(build, ['overlay', '--force'])).toEqual({
      kind: 'run',
      options: new Set(['--force']),
      names: ['overlay'],
    });
  });

  it.each([
    [['--froce', '-x'], 'npm run build has no option --froce, -x. Its options are --force, --help.'],
    [['widgets'], 'npm run build has no target widgets. Its targets are widget, overlay.'],
  ])('is refused for %o by name, with the list of what there is', (argv, problem) => {
    expect(readCommandLine(build, argv)).toEqual({ kind: 'refused', problem });
  });

  it('is refused for a word that belongs to no option, where a command takes no names', () => {
    const { names: _names, ...start } = build;
    expect(readCommandLine(start, ['--force', 'now'])).toMatchObject({
      problem: 'npm run build takes only options, not now. Its options are --force, --help.',
    });
  });

  it('asks for help before anything else, and the help names every option and name', () => {
    const read = readCommandLine(build, ['--froce', '--help']);
    expect(read).toEqual({
      kind: 'help',
      text: [
        'npm run build [target …] [-- options]: makes dist/.',
        '  targets: widget, overlay',
        '  --force  builds everything again',
        '  --help   prints this',
      ].join('\n'),
    });
  });
});

describe('the machine', () => {
  it.each(['18.20.4', '20.18.3', '14.0.0'])(
    'with Node.js %s is refused with the version that is needed',
    (version) => {
      expect(machineProblem(version, true)).toBe(
        `Busker needs Node.js 20.19 or newer; this is ${version}. See https://nodejs.org.`,
      );
    },
  );

  it.each(['20.19.0', '22.0.0', '24.11.0'])('with Node.js %s and the packages will do', (version) => {
    expect(machineProblem(version, true)).toBeNull();
  });

  it('without the packages is told to install them', () => {
    expect(machineProblem('22.0.0', false)).toBe('The packages are not installed yet: run `npm ci` first.');
  });
});

describe('a failure', () => {
  const refused = (code, more) => Object.assign(new Error(`${code}: …`), { code, syscall: 'open', ...more });

  it.each([
    [refused('ENOSPC', { syscall: 'write' }), 'The system refused write: the disk is full.'],
    [refused('EROFS', { syscall: 'write' }), 'The system refused write: the disk is read-only.'],
    [refused('EACCES', { path: '/a/b' }), 'The system refused open of /a/b: you have no permission for it.'],
    [refused('EIEIO', { path: '/a/b' }), 'The system refused open of /a/b: EIEIO.'],
    [
      refused('EADDRINUSE', { syscall: 'listen', address: '127.0.0.1', port: 4300 }),
      'The system refused listen of port 4300 of 127.0.0.1: another program uses it.',
    ],
    [
      new Error('/a/log is damaged at byte 9. No file was changed.\nmore'),
      '/a/log is damaged at byte 9. No file was changed.',
    ],
    [new Error('no point at the end'), 'no point at the end.'],
    ['a text', 'a text.'],
  ])('of %s is one sentence', (error, sentence) => {
    expect(failureSentence(error)).toBe(sentence);
  });
});

describe('a clone without packages', () => {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'busker-bare-'));
    await mkdir(join(folder, 'scripts'));
    for (const name of await readdir(`${root}scripts`))
      if (name.endsWith('.mjs')) await copyFile(`${root}scripts/${name}`, join(folder, 'scripts', name));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it.each(['start', 'dev', 'build', 'test check', 'test test', 'test test:rest', 'test test:long'])(
    'scripts/%s says one sentence and ends with 1',
    async (words) => {
      const [name, ...args] = words.split(' ');
      const command = promisify(execFile)(process.execPath, [
        join(folder, 'scripts', `${name}.mjs`),
        ...args,
      ]);
      await expect(command).rejects.toMatchObject({
        code: 1,
        stdout: '',
        stderr: 'The packages are not installed yet: run `npm ci` first.\n',
      });
    },
  );
});
