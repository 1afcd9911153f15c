import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { paths } from '../../../core/documents/documents';
import { adasStage, adaToken, adaUid, bearerOf, paidTip, signIn } from '../../testing/ada';
import { tipIn } from '../../testing/stored-state';

// Holds pay-222.
it('a refund ends with the time that its way of paying has for refunds, and Stripe is not asked', async () => {
  const stage = await adasStage();
  const { tipId } = await paidTip(stage);
  const path = paths.tip(adaUid, tipId);
  const { stripe, ...rest } = stage.deps.store.dump()[path] as { readonly stripe: object };
  stage.deps.store.put(path, { ...rest, stripe: { ...stripe, paymentMethodType: 'ideal' } });
  stage.deps.clock.advance(181 * 24 * 60 * 60_000);
  signIn(stage.deps, adaUid, adaToken);
  const body = { requestId: randomUUID(), amount: null, reason: 'requested_by_customer' };
  const answer = await stage.call('POST', `/v1/me/tips/${tipId}/refunds`, body, bearerOf(adaToken));
  expect(answer).toMatchObject({ status: 409, json: { code: 'refund-too-late' } });
  expect(tipIn(stage, tipId)).toMatchObject({ state: 'paid', refund: { status: 'none', pending: 0 } });
});
