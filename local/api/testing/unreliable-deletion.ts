import { paths } from '@busker/core/documents/documents';
import { jobIdOf } from '@busker/core/jobs/job-document';
import { ledgerEntryDocument } from '@busker/core/money-documents/stripe-account-document';
import { addContribution, noContribution, type TipContribution } from '@busker/core/money/money';
import { runAnyJob } from '@busker/functions/jobs/recurring-jobs';
import { allDocuments, stored } from '@busker/functions/store/store';
import { contributionAt } from '../compare-with-stripe';
import { listAtStripe, type IntentAtStripe } from '../list-at-stripe';
import { adaUid, type OpenApi } from '../open-api';
import { addFaults, clearFaults } from '../unreliable-run';

const hour = 60 * 60_000;

export interface DeletedUnderFaults {
  /** Monthly tips that Stripe would have charged again, and their unpaid invoices, before the deletion. */
  readonly ranBefore: number;
  readonly openBefore: number;
  /** The same after it. */
  readonly running: readonly string[];
  readonly open: readonly string[];
  /** The sum of the books, and of Stripe's own lists. */
  readonly books: TipContribution;
  readonly atStripe: TipContribution;
}

interface SubscriptionAtStripe {
  readonly id: string;
  readonly status: string;
  readonly items: { readonly data: readonly { readonly current_period_end: number }[] };
}

const running = async (api: OpenApi): Promise<readonly SubscriptionAtStripe[]> =>
  listAtStripe(api, '/v1/subscriptions');

async function openInvoices(api: OpenApi, subscriptions: readonly SubscriptionAtStripe[]) {
  const lists = subscriptions.map(({ id }) =>
    listAtStripe(api, '/v1/invoices', `&status=open&subscription=${id}`),
  );
  return (await Promise.all(lists)).flat().map(({ id }) => id);
}

/** An account with an open dispute cannot be deleted. */
async function closeDisputes(api: OpenApi): Promise<void> {
  const disputes = await listAtStripe<{ readonly id: string; readonly status: string }>(api, '/v1/disputes');
  for (const { id: dispute, status } of disputes) {
    if (!status.includes('needs_response')) continue;
    const outcome = status.startsWith('warning') ? 'warning_closed' : 'lost';
    await api.control('disputes/close', { dispute, outcome });
  }
  await api.stripe.webhooksIdle();
}

/** The cards of every other monthly tip are declined at the next renewal, so that invoices are open. */
async function declineSome(api: OpenApi): Promise<void> {
  const all = await running(api);
  for (const [index, { id: subscription }] of all.entries())
    if (index % 2 === 0) await api.control('billing/renewals', { subscription, answer: 'decline' });
  const ends = all.flatMap(({ items }) => items.data.map((item) => item.current_period_end * 1000));
  await api.control('billing/advance', { to: Math.min(...ends) + 30 * hour, deliver: 'each-step' });
  await api.stripe.webhooksIdle();
}

/** Ada deletes her account while connections to Stripe break and all of its events are lost; the job is repeated until it is done. */
export async function deleteUnderFaults(api: OpenApi): Promise<DeletedUnderFaults> {
  await closeDisputes(api);
  await declineSome(api);
  const ran = await running(api);
  const openBefore = (await openInvoices(api, ran)).length;
  await addFaults(api, 1);
  api.deps.idTokens.signIn('token-ada', {
    uid: adaUid,
    guest: false,
    provider: 'password',
    email: 'ada@example.com',
    emailVerified: true,
    signedInAt: api.deps.clock.now(),
  });
  const asked = await api.call('POST', '/v1/me/delete', { handle: 'ada' }, 'token-ada');
  if (asked.status > 202) throw new Error(`The deletion was refused: ${JSON.stringify(asked.json)}`);
  for (let tries = 0; (await stateOf(api)) !== 'done'; tries += 1) {
    if (tries === 200) throw new Error('The deletion does not end');
    await api.control('clock/advance', { milliseconds: hour });
    await runAnyJob(api.deps, jobIdOf('delete', adaUid));
  }
  await clearFaults(api);
  await api.stripe.webhooksIdle();
  return {
    ranBefore: ran.length,
    openBefore,
    running: (await running(api)).map(({ id }) => id),
    open: await openInvoices(api, ran),
    books: await books(api),
    atStripe: await sumAtStripe(api),
  };
}

const stateOf = async ({ deps }: OpenApi) => (await deps.store.read(stored.leaving(adaUid)))?.state.name;

async function books({ deps }: OpenApi): Promise<TipContribution> {
  let sum = noContribution;
  const from = paths.ledgerEntries(adaUid);
  for await (const { value } of allDocuments(deps.store, from, ledgerEntryDocument.decode)) {
    const { amount: gross, refunded, disputed } = value;
    sum = addContribution(sum, { count: 1, gross, refunded, disputed });
  }
  return sum;
}

async function sumAtStripe(api: OpenApi): Promise<TipContribution> {
  let sum = noContribution;
  for (const intent of await listAtStripe<IntentAtStripe>(api, '/v1/payment_intents'))
    sum = addContribution(sum, await contributionAt(api, intent));
  return sum;
}
