import { expect, it } from 'vitest';
import { readCommandLine } from './command-line.mjs';

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
