import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mailedLink } from './action-screen';

describe('mailed link', () => {
  const origin = 'https://busker.example';
  const link = (query: Record<string, string>) =>
    mailedLink(`${origin}/auth/action?${new URLSearchParams(query)}`);

  test('parses every email link of the sign-in service', () => {
    const modes = [
      'verifyEmail',
      'verifyAndChangeEmail',
      'recoverEmail',
      'resetPassword',
      'revertSecondFactorAddition',
      'signIn',
    ];
    expect(modes.map((mode) => link({ mode, oobCode: 'c' }).kind)).toEqual([
      'verify',
      'change',
      'recover',
      'reset',
      'revert',
      'sign-in',
    ]);
  });

  test('reports a link without code or with an unknown action as broken', () => {
    expect(link({ mode: 'verifyEmail' }).kind).toBe('broken');
    expect(link({ mode: 'constructor', oobCode: 'c' }).kind).toBe('broken');
    expect(link({}).kind).toBe('broken');
  });

  test('continues to the requested page, also when the service wraps the address', () => {
    const wrapped = `${origin}/auth/action?next=${encodeURIComponent('/tips?state=paid')}`;
    expect(link({ mode: 'signIn', oobCode: 'c', continueUrl: wrapped })).toMatchObject({
      next: '/tips?state=paid',
    });
    expect(link({ mode: 'verifyEmail', oobCode: 'c', continueUrl: `${origin}/profile` })).toMatchObject({
      next: '/profile',
    });
  });

  // Holds dash-017.
  test('never continues to another origin', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.webUrl(),
          fc.constantFrom('//evil.example', 'javascript:alert(1)', `${origin}//evil.example`),
        ),
        (given) => {
          for (const query of [{ next: given }, { continueUrl: given }]) {
            const read = link({ mode: 'verifyEmail', oobCode: 'c', ...query });
            const next = read.kind === 'broken' ? '/' : read.next;
            expect(new URL(next, origin).origin).toBe(origin);
          }
        },
      ),
    );
  });
});
