import { idOf, type OpenSandbox } from '../testing/open-sandbox';
import { subscribe } from '../testing/subscribe';

/** One action for each type of event of billing. */
export async function billALittle(sandbox: OpenSandbox, on: { stripeAccount: string }): Promise<void> {
  const { stripe } = sandbox;
  const renewal = async (id: string) => {
    const { items } = await stripe.subscriptions.retrieve(id, {}, on);
    const end = (items.data[0]?.current_period_end ?? 0) + 2 * 3600;
    await sandbox.control('billing/advance', { to: end * 1000 });
  };
  const answering = async (answer: object) => {
    const id = await subscribe(sandbox, on);
    await sandbox.control('billing/renewals', { subscription: id, ...answer });
    await renewal(id);
    return id;
  };
  await answering({ answer: 'succeed' });
  const discounted = await subscribe(sandbox, on);
  const half = { subscription: discounted, percentOff: 50, duration: 'once' };
  await sandbox.control('billing/discount', half);
  await renewal(discounted);
  const asked = await answering({ answer: 'ask' });
  const { latest_invoice: open } = await stripe.subscriptions.retrieve(asked, {}, on);
  await stripe.invoices.voidInvoice(idOf(open ?? ''), {}, on);
  const lenient = await subscribe(sandbox, on);
  const pause_collection = { behavior: 'mark_uncollectible' as const };
  await stripe.subscriptions.update(lenient, { pause_collection }, on);
  await renewal(lenient);
  await sandbox.control('billing/replace-card', { subscription: lenient });
  await sandbox.control('billing/pause', { subscription: lenient });
  await sandbox.control('billing/resume', { subscription: lenient });
  await sandbox.control('billing/settings', { account: on.stripeAccount, finalizing: 'fails' });
  await renewal(lenient);
  const { customer } = await stripe.subscriptions.retrieve(lenient, {}, on);
  await stripe.customers.del(idOf(customer), {}, on);
}
