import { expect, it } from 'vitest';
import { commandWords } from './command';

const read = (...args: string[]) =>
  commandWords({ args, allowPositionals: true, options: { to: { type: 'string' } } });

it('reads options and words', () => {
  const words = read('list', '--to', 'a');
  expect(words.ok && [words.value.positionals, words.value.values.to]).toEqual([['list'], 'a']);
});

it('names an unknown option and an option without its value, and does not throw', () => {
  expect(read('--help')).toEqual({ ok: false, problem: "Unknown option '--help'" });
  expect(read('--to')).toMatchObject({ ok: false, problem: expect.stringContaining('--to') as string });
});
