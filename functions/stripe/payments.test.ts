import Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { badDocumentIds } from '../../core/testing/fakes';
import { readWebhookEvent, referenceIn } from './payments';

describe('webhook event', () => {
  const stripe = new Stripe('sk_test_sandbox_bell');
  const now = Date.UTC(2026, 10, 20, 12);
  const event = {
    id: 'evt_1',
    object: 'event',
    type: 'payment_intent.succeeded',
    account: 'acct_ada',
    livemode: false,
    data: {
      object: { id: 'pi_1', object: 'payment_intent', amount: 1, metadata: { owner_uid: 'u', tip_id: 't' } },
    },
  };
  const payload = JSON.stringify(event);
  const signed = (secret: string, secondsAgo = 0) =>
    stripe.webhooks.generateTestHeaderString({
      payload,
      secret,
      timestamp: Math.floor(now / 1000) - secondsAgo,
    });
  const read = (signature: string, secrets: readonly string[], body = payload) =>
    readWebhookEvent(stripe, secrets, Buffer.from(body), signature, now);

  describe('a webhook event', () => {
    // Holds pay-073, host-016.
    it('is accepted with any of several secrets', async () => {
      for (const secret of ['whsec_old', 'whsec_new'])
        expect(await read(signed(secret), ['whsec_old', 'whsec_new'])).toMatchObject({ ok: true });
      expect(await read(signed('whsec_other'), ['whsec_old', 'whsec_new'])).toMatchObject({
        problem: 'not-signed',
      });
    });

    // Holds pay-073.
    it('is refused after a change, or five minutes after its signature', async () => {
      const altered = payload.replace('"amount":1', '"amount":2');
      expect(await read(signed('whsec'), ['whsec'], altered)).toMatchObject({ problem: 'not-signed' });
      expect(await read(signed('whsec', 299), ['whsec'])).toMatchObject({ ok: true });
      expect(await read(signed('whsec', 301), ['whsec'])).toMatchObject({ problem: 'not-signed' });
      expect(await read('', ['whsec'])).toMatchObject({ problem: 'not-signed' });
    });

    it('is refused when its signature is more than five minutes in the future', async () => {
      expect(await read(signed('whsec', -299), ['whsec'])).toMatchObject({ ok: true });
      for (const ahead of [301, 24 * 60 * 60])
        expect(await read(signed('whsec', -ahead), ['whsec'])).toMatchObject({ problem: 'not-signed' });
    });

    it.each(badDocumentIds)('has an `unreadable` reference for invalid metadata: %j', async (bad) => {
      for (const metadata of [
        { owner_uid: bad, tip_id: 't' },
        { owner_uid: 'u', tip_id: bad },
      ]) {
        const odd = JSON.stringify({ ...event, data: { object: { id: 'pi_1', metadata } } });
        const header = stripe.webhooks.generateTestHeaderString({
          payload: odd,
          secret: 'whsec',
          timestamp: Math.floor(now / 1000),
        });
        const parsed = await read(header, ['whsec'], odd);
        expect(parsed).toMatchObject({ ok: true, value: { reference: 'unreadable' } });
        expect(referenceIn(metadata)).toBeNull();
      }
    });

    // Holds pay-074.
    it('has the object and the account, and none of its content', async () => {
      const parsed = await read(signed('whsec'), ['whsec']);
      expect(parsed).toEqual({
        ok: true,
        value: {
          id: 'evt_1',
          type: 'payment_intent.succeeded',
          account: 'acct_ada',
          livemode: false,
          objectId: 'pi_1',
          paymentIntentId: 'pi_1',
          reference: { uid: 'u', tipId: 't' },
        },
      });
    });

    // Holds pay-304.
    it.each([
      ['a customer', { id: 'cus_1', object: 'customer' }, 'cus_1'],
      ['a way to pay', { id: 'pm_1', object: 'payment_method', customer: 'cus_1' }, 'cus_1'],
      ['a way to pay of nobody', { id: 'pm_1', object: 'payment_method', customer: null }, undefined],
      ['a payment', { id: 'pi_1', object: 'payment_intent', customer: 'cus_1' }, undefined],
    ])('about %s names its customer', async (_what, object, customerId) => {
      const body = JSON.stringify({ ...event, data: { object } });
      const parsed = await read(signedBody(body), ['whsec'], body);
      expect(parsed.ok && parsed.value.customerId).toBe(customerId);
    });

    const signedBody = (body: string) =>
      stripe.webhooks.generateTestHeaderString({
        payload: body,
        secret: 'whsec',
        timestamp: Math.floor(now / 1000),
      });

    // Holds pay-197.
    it('of Accounts v2 names no account and no tip: account.updated reports the same change', async () => {
      const thin = JSON.stringify({
        id: 'evt_v2',
        object: 'v2.core.event',
        type: 'v2.core.account[configuration.merchant].capability_status_updated',
        livemode: false,
        created: '2026-11-20T12:00:00.000Z',
        related_object: { id: 'acct_ada', type: 'v2.core.account', url: '/v2/core/accounts/acct_ada' },
      });
      expect(await read(signedBody(thin), ['whsec'], thin)).toMatchObject({
        ok: true,
        value: { id: 'evt_v2', livemode: false, account: null, objectId: null, reference: null },
      });
      expect(await read(signed('whsec'), ['whsec'], thin)).toMatchObject({ problem: 'not-signed' });
    });

    it.each(['not JSON', '[]', '{"object":"v2.core.event"}', '{"id":"evt_1","type":"x","object":"other"}'])(
      'is unreadable when its signed body is %s',
      async (body) => {
        expect(await read(signedBody(body), ['whsec'], body)).toMatchObject({ problem: 'unreadable' });
      },
    );
  });
});
