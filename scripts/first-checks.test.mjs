import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { failureSentence } from './failure-sentence.mjs';
import { machineProblem } from './machine-problem.mjs';
import { root } from './run.mjs';

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

  it.each(['start', 'dev', 'build', 'check', 'test', 'test-rest', 'test-long'])(
    'scripts/%s.mjs says one sentence and ends with 1',
    async (name) => {
      const command = promisify(execFile)(process.execPath, [join(folder, 'scripts', `${name}.mjs`)]);
      await expect(command).rejects.toMatchObject({
        code: 1,
        stdout: '',
        stderr: 'The packages are not installed yet: run `npm ci` first.\n',
      });
    },
  );
});
