import { paths } from '@busker/core/documents/documents';
import {
  encodeReconcile,
  mostWalletSites,
  type ReconcileFields,
  type StripeAccountOwner,
} from '@busker/core/money-documents/stripe-account-document';
import type { PaymentsState } from '@busker/core/payments/payments-state';
import type { AppConfig } from '../config';
import type { Deps } from '../deps';
import { logUnavailable } from '../log';
import { stored } from '../store/store';

type HostDeps = Pick<Deps, 'store' | 'clock' | 'config' | 'wallets' | 'log'>;

const hour = 60 * 60_000;
/** Milliseconds after which a refused domain is tried again. The checks of an account are a day apart at least, so this bounds the calls. */
const refusedFor = 30 * 24 * hour;

/** A name with a dot whose last part is no number. IP addresses and `localhost` are none, and Stripe refuses them. */
const publicName = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+(?!\d+$)[a-z0-9-]{2,63}$/;

/** The domain of the pages `/@handle` and `/t/`, which carry the card too; null = wallets cannot work there. */
export function hostDomain({ publicOrigin }: Pick<AppConfig, 'publicOrigin'>): string | null {
  const { protocol, hostname } = new URL(publicOrigin);
  const isPublic = publicName.test(hostname) && !hostname.endsWith('.localhost');
  return protocol === 'https:' && isPublic ? hostname : null;
}

/**
 * Registers the host's own domain on a connected account that takes cards, unless that is done: with direct charges each account needs it. Answers
 * what its document has to store; empty = nothing. Stripe's failures never fail the caller: without an answer the account is due again in an hour,
 * and a refused domain is tried again after 30 days.
 */
export async function registerHost(deps: HostDeps, owner: StripeAccountOwner): Promise<ReconcileFields> {
  const { config, clock, wallets, log } = deps;
  const now = clock.now();
  const domain = hostDomain(config);
  if (domain === null || owner.hostDomain === domain) return {};
  if (owner.hostRefusedAt !== null && now - owner.hostRefusedAt < refusedFor) return {};
  const account = config.mode === 'single' ? null : owner.accountId;
  if (!(await takesCards(deps, owner.uid, account))) return {};
  const answer = await wallets.register(account, domain);
  if (answer.ok) return { hostDomain: domain, hostRefusedAt: null };
  const { problem } = answer;
  if (problem.kind === 'gone') return {};
  if (problem.kind === 'refused') return { hostRefusedAt: now };
  logUnavailable(log, problem);
  // A key that may not register domains stays so until the host changes it: asking hourly would only fill the log.
  if (problem.key !== undefined) return { hostRefusedAt: now };
  return { nextLookAt: Math.min(owner.nextLookAt, now + hour) };
}

/** The same at the moment when an account may have begun to take cards: after an event, or when its owner connects. */
export async function registerHostNow(deps: HostDeps, owner: StripeAccountOwner | undefined): Promise<void> {
  if (owner === undefined) return;
  const fields = await registerHost(deps, owner);
  if (Object.keys(fields).length > 0)
    await deps.store.add(paths.stripeAccount(owner.accountId), {}, encodeReconcile(fields));
}

/** Whether this is the account with which the owner takes cards now. Before, no fan sees the card with it, and Stripe may refuse domains. */
async function takesCards(
  { store, config }: HostDeps,
  uid: string,
  account: string | null,
): Promise<boolean> {
  const payments = await store.read(stored.payments(uid));
  return (
    payments?.cardPayments === 'active' &&
    payments.accountId === account &&
    payments.livemode === config.livemode &&
    payments.disconnectedAt === null
  );
}

type SiteDeps = Pick<Deps, 'store' | 'clock' | 'wallets' | 'log'>;

/** Remembers domains that are registered on this account. */
export async function rememberSites(
  { store, clock }: SiteDeps,
  uid: string,
  accountId: string | null,
  domains: readonly string[],
): Promise<void> {
  if (domains.length === 0) return;
  await store.transaction(async (tx) => {
    const doc = stored.walletSites(uid);
    const before = await tx.read(doc);
    const known = before?.domains ?? [];
    const all = [...new Set([...known, ...domains])].slice(0, mostWalletSites);
    if (all.length === known.length) return;
    tx.write(doc, { v: 1, domains: all, accountId: before?.accountId ?? accountId, updatedAt: clock.now() });
  });
}

/**
 * Registers the domains of an earlier account on the owner's present one. Doing it twice changes nothing. If Stripe does not answer, or
 * refuses a domain because the account is not ready yet, the next call tries again. A domain that Stripe refuses for a ready account is dropped.
 */
export async function restoreSites(
  deps: SiteDeps,
  uid: string,
  { accountId, cardPayments }: Pick<PaymentsState, 'accountId' | 'cardPayments'>,
): Promise<void> {
  const kept = await deps.store.read(stored.walletSites(uid));
  if (kept === undefined || kept.accountId === accountId) return;
  const registered: string[] = [];
  for (const domain of kept.domains) {
    const answer = await deps.wallets.register(accountId, domain);
    if (answer.ok) registered.push(domain);
    else if (answer.problem.kind === 'unavailable') return logUnavailable(deps.log, answer.problem);
    else if (cardPayments !== 'active') return;
  }
  await deps.store.transaction(async (tx) => {
    const doc = stored.walletSites(uid);
    const before = await tx.read(doc);
    if (before === undefined || before.accountId !== kept.accountId) return;
    const added = before.domains.filter((domain) => !kept.domains.includes(domain));
    tx.write(doc, { ...before, domains: [...registered, ...added], accountId, updatedAt: deps.clock.now() });
  });
}
