/** Above this number and this share of all accounts, the cause is a fault of the host or of Stripe, not owners who disconnected. */
const most = { accounts: 3, percent: 1 } as const;

/**
 * The accounts that one daily check no longer found at Stripe. None is marked before all were checked: a wrong key makes every account look
 * disconnected, and owners would be asked to connect again.
 */
export class GoneAccounts<T> {
  readonly found: T[] = [];

  constructor(readonly looked: number) {}

  get areTooMany(): boolean {
    const { length } = this.found;
    return length > most.accounts && length * 100 > this.looked * most.percent;
  }
}
