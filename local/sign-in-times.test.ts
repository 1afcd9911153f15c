import { expect, it } from 'vitest';
import { adaToken, adaUid, emptyStage, signIn } from '../functions/testing/ada';
import { signInTimesOn } from './sign-in-times';

const year = 365 * 24 * 60 * 60_000;

// Holds pay-218.
it('a sign-in of now is a sign-in of now when the sandbox is a year ahead', async () => {
  const { deps } = emptyStage();
  signIn(deps, adaUid, adaToken);
  const before = await deps.idTokens.verify(adaToken, false);
  const moved = signInTimesOn({ now: () => Date.now() + year }, deps.idTokens);
  const after = await moved.verify(adaToken, true);
  if (!before.ok || !after.ok) throw new Error('The token is refused');
  const { signedInAt } = before.value;
  expect(after.value).toEqual({ ...before.value, signedInAt: after.value.signedInAt });
  expect(Math.abs(after.value.signedInAt - signedInAt - year)).toBeLessThan(1000);
});

it('a token that is refused stays refused, and everything else is asked as before', async () => {
  const { deps } = emptyStage();
  signIn(deps, adaUid, adaToken);
  const moved = signInTimesOn(deps.clock, deps.idTokens);
  expect((await moved.verify('another', true)).ok).toBe(false);
  expect(await moved.contact(adaUid)).toEqual(await deps.idTokens.contact(adaUid));
  expect(await moved.barred([adaUid])).toEqual(await deps.idTokens.barred([adaUid]));
  await moved.remove(adaUid);
  expect(deps.idTokens.removed).toEqual([adaUid]);
});
