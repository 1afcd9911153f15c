import { expect, it } from 'vitest';
import { known, unanswered } from '../../installation/google';
import { lineOf } from '../../installation/installation';
import { judgeTools, type Tools } from './tools';

const good: Tools = {
  node: '20.19.0',
  firebaseTools: { installed: '15.34.2', locked: '15.34.2' },
  commit: 'a'.repeat(40),
  changed: [],
  credentials: known(null),
};

it('finds no fault with the tools of the lock file', () => {
  expect(judgeTools(good).map(({ state }) => state)).toEqual(['ok', 'ok', 'ok', 'ok']);
  expect(judgeTools({ ...good, node: '24.0.1' })[0]?.state).toBe('ok');
});

it.each([
  [{ node: '20.18.3' }, 'missing: Node 20.19 or newer'],
  [{ firebaseTools: { installed: '15.0.0', locked: '15.34.2' } }, 'firebase-tools 15.34.2 instead of 15.0.0'],
  [{ changed: ['core/a.ts'] }, 'missing: a clean checkout; core/a.ts'],
  [{ credentials: unanswered('Could not load them.') }, 'missing: credentials for Google'],
  [{ commit: null }, 'cannot tell: the commit'],
])('names %j', (change, sentence) => {
  const lines = judgeTools({ ...good, ...change }).map(lineOf);
  expect(lines.filter((line) => !line.startsWith('ok'))).toEqual([expect.stringContaining(sentence)]);
});
