import { paths } from '@busker/core/documents/documents';
import type { OwnDomain } from '@busker/core/domains/domain-document';
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
  if ((await takingCards(deps, owner.uid))?.accountId !== account) return {};
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

/** The account with which the owner takes cards now. Before, no fan sees the card with it, and Stripe may refuse domains. */
async function takingCards(
  { store, config }: Pick<Deps, 'store' | 'config'>,
  uid: string,
): Promise<Pick<PaymentsState, 'accountId'> | undefined> {
  const payments = await store.read(stored.payments(uid));
  const takes =
    payments?.cardPayments === 'active' &&
    payments.livemode === config.livemode &&
    payments.disconnectedAt === null;
  return takes ? payments : undefined;
}

/** Milliseconds until Stripe is asked again about an owner's domain. */
const askedAgain = { waiting: 10 * 60_000, refused: 24 * hour, registered: Infinity } as const;

type WalletsOn = Pick<OwnDomain, 'uid' | 'domain' | 'wallets'>;

/**
 * Registers an owner's domain that is live on the account that takes their cards, unless that is done. Answers what its document has to store. Stripe's failures
 * never fail the caller: the page is there, and fans pay in other ways.
 */
export async function offerWallets(
  deps: HostDeps,
  { uid, domain, wallets: before }: WalletsOn,
): Promise<OwnDomain['wallets']> {
  const { clock, wallets, log } = deps;
  const taking = await takingCards(deps, uid);
  if (taking === undefined) return null;
  const at = clock.now();
  const account = taking.accountId;
  const isKept = before?.account === account && before.at > 0;
  if (isKept && at - before.at < askedAgain[before.state]) return before;
  const answer = await wallets.register(account, domain);
  if (answer.ok) {
    const isOffered = answer.value.applePay === 'active' && answer.value.googlePay === 'active';
    return { account, state: isOffered ? 'registered' : 'refused', at };
  }
  const { problem } = answer;
  if (problem.kind !== 'unavailable') return { account, state: 'refused', at };
  logUnavailable(log, problem);
  // A key that may not register domains stays so until the host changes it.
  return { account, state: problem.key === undefined ? 'waiting' : 'refused', at };
}

/**
 * Switches an owner's domain off at Stripe, because it is not theirs any more. Without an answer it stays registered there: it is on nobody's account but
 * theirs. One that they registered as a site of their own stays too.
 */
export async function withdrawWallets(
  { store, wallets, log }: Pick<HostDeps, 'store' | 'wallets' | 'log'>,
  { uid, domain, wallets: before }: WalletsOn,
): Promise<void> {
  if (before === null) return;
  const sites = await store.read(stored.walletSites(uid));
  if (sites?.domains.includes(domain) === true) return;
  const answer = await wallets.disable(before.account, domain);
  if (!answer.ok && answer.problem.kind === 'unavailable') logUnavailable(log, answer.problem);
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
