import { randomUUID } from 'node:crypto';
import { atStripe } from '../../functions/stripe/in-memory-fan';
import { seededRandom } from '../../emulators/stripe/events/webhook-faults';
import { moveTo, type ScaleWorld } from './world';
import { zipf } from './zipf';

/** Fans of the first `owners` owners send tips by Zipf's law, evenly over `ms` milliseconds. Each is paid, booked, and known by its event. */
export async function sendTips(world: ScaleWorld, tips: number, owners: number, ms: number): Promise<void> {
  const { app, inner, clock } = world;
  const stripe = atStripe(inner.payments, clock.now);
  const rank = zipf(owners, seededRandom(2));
  const began = clock.now();
  const post = async (path: string, body: object, more: Record<string, string> = {}) => {
    const headers = { 'content-type': 'application/json', origin: 'https://blog.example', ...more };
    const answer = await app.request(path, { method: 'POST', headers, body: JSON.stringify(body) });
    if (answer.status >= 400) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Record<string, string>;
  };
  for (let tip = 0; tip < tips; tip += 1) {
    moveTo(clock, began + (tip * ms) / tips);
    const owner = world.owners[rank()];
    if (owner === undefined) continue;
    const { handle, uid, accountId } = owner;
    const fan = { 'x-forwarded-for': `198.51.${Math.floor(tip / 250) % 250}.${tip % 250}` };
    const { session } = await post('/v1/tip-sessions', { handle }, fan);
    const amounts = { tipAmount: 500, coverCosts: false, total: 500, currency: 'usd' };
    const request = { handle, ...amounts, clientRequestId: randomUUID(), session, surface: 'elements' };
    const { tipId = '', clientSecret = '' } = await post('/v1/tips', request, fan);
    const paymentIntentId = clientSecret.split('_secret_')[0] ?? '';
    stripe.pay(paymentIntentId);
    stripe.book(paymentIntentId, {
      id: `txn_${tipId}`,
      stripeFee: 45,
      applicationFee: 0,
      net: 455,
      currency: 'usd',
    });
    const bell = {
      id: `evt_${tipId}`,
      type: 'payment_intent.succeeded',
      account: accountId,
      livemode: false,
    };
    const about = { objectId: paymentIntentId, paymentIntentId, reference: { uid, tipId } };
    await post('/v1/stripe/webhook', { ...bell, ...about }, { 'stripe-signature': 'genuine' });
  }
}
