import { mostWalletSites } from '../../core/documents/wallet-sites-document';
import type { PaymentsState } from '../../core/money/payments-state';
import type { Deps } from '../deps';
import { logUnavailable } from '../http/log-stripe-failure';
import { stored } from '../store/stored';

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
