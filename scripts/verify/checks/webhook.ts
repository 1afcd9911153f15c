import { createHmac, randomUUID } from 'node:crypto';
import { judged, skipped, type Finding } from '../finding';
import type { Site } from '../site';

function signed(secret: string, body: string): string {
  const at = Math.floor(Date.now() / 1000);
  return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`;
}

const post = (site: Site, body: string, signature: string) =>
  site.ask('/v1/stripe/webhook', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    body,
  });

/** An event of the other mode of Stripe's keys. The server accepts it when it is signed, and stores none of its data. */
const harmless = (livemode: boolean) =>
  JSON.stringify({
    id: `evt_verify_${randomUUID().replaceAll('-', '')}`,
    object: 'event',
    type: 'busker.verify',
    livemode: !livemode,
    data: { object: {} },
  });

/** Checks that the server accepts events with Stripe's signature, and no others. */
export async function checkWebhook(site: Site): Promise<readonly Finding[]> {
  const forged = await post(site, '{}', 't=1,v1=00');
  const findings = [
    judged('forged event', forged.status === 400 ? null : `answered ${forged.status}, not 400`, 'refused'),
  ];
  const webhook = site.insight?.webhook ?? null;
  if (webhook === null)
    return [...findings, skipped('signed event', 'needs STRIPE_WEBHOOK_SECRETS in the environment')];
  for (const [index, secret] of webhook.secrets.entries()) {
    const body = harmless(webhook.livemode);
    const { status } = await post(site, body, signed(secret, body));
    const fault = status === 200 ? null : `answered ${status}, not 200`;
    findings.push(judged(`event signed with secret ${index + 1}`, fault, 'accepted'));
  }
  return findings;
}
