import * as v from 'valibot';
import type { MonthlyPage, PortalRequest } from '../../core/api/monthly-api';
import { fail, ok, problem, type Problem, type Result } from '../../core/base/result';
import { paths } from '../../core/documents/documents';
import type { MonthlySetup } from '../../core/documents/monthly-document';
import type { Monthly } from '../../core/monthly/monthly';
import { lookupHandle } from '../../core/profile/draft';
import { restrictionOf, rightsIn } from '../../core/profile/standing';
import type { Deps } from '../deps';
import { stored } from '../store/stored';
import type { PaymentsFailure, PaymentsResult } from '../stripe/payments';
import { monthlySetup, newPortal } from './monthly-plan';

type Flow = PortalRequest['flow'];

/** Where Stripe mails a fan a link to the portal; null = no portal was made. It works after the owner has left this server. */
export async function portalLogin(
  { store }: Pick<Deps, 'store'>,
  { ownerUid, stripe }: { readonly ownerUid: string; readonly stripe: Pick<Monthly['stripe'], 'accountId'> },
): Promise<string | null> {
  const setup = await store.read(stored.monthlySetup(ownerUid));
  return setup?.accountId === stripe.accountId ? (setup.portal?.loginUrl ?? null) : null;
}

/**
 * Stripe's portal for this fan. Its address is short-lived and is not stored. Where the owner has removed the portal's configuration at Stripe, another
 * one is made.
 */
export async function openPortal(
  deps: Deps,
  monthly: Monthly,
  flow: Flow,
): Promise<Result<MonthlyPage, Problem | PaymentsFailure>> {
  const owner = { uid: monthly.ownerUid, handle: monthly.handle, accountId: monthly.stripe.accountId };
  let setup = await monthlySetup(deps, owner);
  for (let tries = 0; tries < 2 && setup.ok; tries += 1) {
    const opened = await visit(deps, monthly, setup.value, flow);
    if (!opened.ok) return opened;
    if (opened.value !== 'no-portal') return ok(opened.value);
    setup = await newPortal(deps, owner, setup.value);
  }
  return setup.ok ? fail(problem('monthly-unavailable')) : setup;
}

async function visit(
  { subscriptions, config }: Deps,
  { handle, stripe }: Monthly,
  { portal }: MonthlySetup,
  flow: Flow,
): Promise<PaymentsResult<MonthlyPage | 'no-portal'>> {
  const { accountId: account, customerId } = stripe;
  if (customerId === null) return fail({ kind: 'gone' });
  if (portal === null) return ok('no-portal');
  const returnUrl = `${config.publicOrigin}/@${handle}`;
  return subscriptions.openPortal({
    account,
    configurationId: portal.configurationId,
    customerId,
    returnUrl,
    flow,
  });
}

export interface MonthlyOwner {
  readonly uid: string;
  readonly handle: string;
  /** The name, as far as it is public. */
  readonly owner: string;
  /** The language of the profile. */
  readonly own: string | undefined;
  /** Of which monthly tips Stripe answers us. `part`: not of those of an account that was disconnected. `none`: the account now is disconnected. */
  readonly reach: 'all' | 'part' | 'none';
  /** Where Stripe mails fans a link to its own page; null = unknown. */
  readonly portalLogin: string | null;
}

/**
 * The owner whose fans end monthly tips without their link, by a handle or an earlier one. A profile that was taken down or restricted still has such fans.
 */
export async function monthlyOwner(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  asked: string | undefined,
): Promise<MonthlyOwner | undefined> {
  const handle = v.safeParse(lookupHandle, asked);
  const claim = handle.success ? await store.read(stored.handle(handle.output)) : undefined;
  if (claim?.state !== 'live') return undefined;
  const { uid } = claim;
  const [profile, standing, payments] = await Promise.all([
    store.read(stored.profile(uid)),
    store.read(stored.standing(uid)),
    store.read(stored.payments(uid)),
  ]);
  const isShown = rightsIn(restrictionOf(standing, clock.now())).shown;
  const name = profile !== undefined && isShown ? profile.name : `@${claim.handle}`;
  const accountId = payments?.accountId ?? null;
  return {
    uid,
    handle: profile?.handle ?? claim.handle,
    owner: name,
    own: profile?.language,
    reach: (payments?.disconnectedAt ?? null) === null ? await reachOf(store, uid) : 'none',
    portalLogin: await portalLogin({ store }, { ownerUid: uid, stripe: { accountId } }),
  };
}

/** The marks of functions/monthly/follow-connection.ts. The same for every fan, so that it tells nothing of one. */
async function reachOf(store: Deps['store'], uid: string): Promise<MonthlyOwner['reach']> {
  const where = [['elsewhere.since', '>', new Date(0)]] as const;
  const marked = await store.find({ from: paths.monthlies(uid), where, limit: 1 }, () => null);
  return marked.length > 0 ? 'part' : 'all';
}
