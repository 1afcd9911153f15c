import { expect, it } from 'vitest';
import { adaToken, adaUid, bearerOf, storedTips } from '../testing/ada';
import { begin, monthlyIn, monthlyStage } from '../testing/monthly-stage';
import { workOff } from '../testing/work-off';

const month = 31 * 24 * 60 * 60_000;
const left = ({ deps }: Awaited<ReturnType<typeof monthlyStage>>) =>
  Object.keys(deps.store.dump()).filter((path) => path.startsWith(`profiles/${adaUid}`));

// Holds pay-260.
it('deleting an account ends its monthly tips and voids what is open, before anything is removed', async () => {
  const stage = await monthlyStage();
  const id = await begin(stage);
  stage.deps.clock.advance(month);
  stage.billing.renew(id, 'declined');
  stage.deps.subscriptions.failNext('endNow', { kind: 'unavailable', error: new Error('away') });
  const fresh = { ...bearerOf(adaToken) };
  stage.deps.idTokens.signIn(adaToken, {
    uid: adaUid,
    guest: false,
    provider: 'password',
    email: 'ada@example.com',
    emailVerified: true,
    signedInAt: stage.deps.clock.now(),
  });
  await stage.call('POST', '/v1/me/delete', { handle: 'ada' }, fresh);
  expect(monthlyIn(stage)).toMatchObject({ asked: { what: 'end', reason: 'account' } });
  expect(storedTips(stage).length).toBeGreaterThan(0);
  stage.deps.clock.advance(60 * 60_000);
  await workOff(stage.deps);
  const at = stage.deps.subscriptions.subscriptions.get(id);
  expect(at?.facts.status).toBe('canceled');
  expect(at?.invoices.map(({ status }) => status)).toEqual(['paid', 'void']);
  expect(left(stage)).toEqual([]);
});

it('an account that has disconnected is deleted, although its monthly tips can only be ended at Stripe', async () => {
  const stage = await monthlyStage();
  await begin(stage);
  stage.deps.subscriptions.outage = { kind: 'gone' };
  await stage.call('POST', '/v1/me/delete', { handle: 'ada' }, bearerOf(adaToken));
  await workOff(stage.deps);
  expect(left(stage)).toEqual([]);
});
