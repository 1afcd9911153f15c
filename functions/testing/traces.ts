import type { Stage } from './ada';

/** All that could have been touched: the store, and every call that went out. */
export function traces({ deps }: Stage): string {
  const { payments, refunds, accounts, wallets, pages } = deps;
  const calls = [payments, refunds, accounts, wallets].map((each) => each.calls);
  return JSON.stringify([deps.store.dump(), calls, pages.asked]);
}
