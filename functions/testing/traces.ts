import type { Scenario } from './ada';

/** Everything that a request may have changed: the store, and every outgoing call. */
export function traces({ deps }: Scenario): string {
  const { payments, refunds, accounts, wallets, pages } = deps;
  const calls = [payments, refunds, accounts, wallets].map((each) => each.calls);
  return JSON.stringify([deps.store.dump(), calls, pages.asked]);
}
