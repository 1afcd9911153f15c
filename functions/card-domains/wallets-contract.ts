import assert from 'node:assert/strict';
import type { Wallets } from '../stripe/payments';

interface WalletsPromise {
  readonly promise: string;
  /** `account` and `other` take cards; each promise has a domain of its own. */
  readonly holds: (wallets: Wallets, account: string, other: string, domain: string) => Promise<void>;
}

async function registered(wallets: Wallets, account: string, domain: string): Promise<boolean> {
  const listed = await wallets.list(account);
  assert.ok(listed.ok);
  return listed.value.some((site) => site.domain === domain);
}

/** The contract of Stripe's payment method domains, in memory and at the local Stripe. */
export const walletsContract: readonly WalletsPromise[] = [
  {
    promise: 'a domain that is registered has wallets on this account alone, however often it is registered',
    holds: async (wallets, account, other, domain) => {
      for (let times = 0; times < 2; times += 1) {
        const site = await wallets.register(account, domain);
        assert.ok(site.ok);
        assert.deepEqual([site.value.applePay, site.value.googlePay], ['active', 'active']);
      }
      const listed = await wallets.list(account);
      assert.equal(listed.ok && listed.value.filter((site) => site.domain === domain).length, 1);
      assert.equal(await registered(wallets, other, domain), false);
    },
  },
  {
    promise:
      'a domain that is switched off is in no list, on this account alone, and is on again once it is registered',
    holds: async (wallets, account, other, domain) => {
      for (const each of [account, other]) assert.ok((await wallets.register(each, domain)).ok);
      for (let times = 0; times < 2; times += 1) assert.ok((await wallets.disable(account, domain)).ok);
      assert.deepEqual(
        [await registered(wallets, account, domain), await registered(wallets, other, domain)],
        [false, true],
      );
      const again = await wallets.register(account, domain);
      assert.equal(again.ok && again.value.applePay, 'active');
      assert.equal(await registered(wallets, account, domain), true);
    },
  },
  {
    promise: 'a domain that was never registered can be switched off',
    holds: async (wallets, account, _, domain) => {
      assert.ok((await wallets.disable(account, domain)).ok);
      assert.equal(await registered(wallets, account, domain), false);
    },
  },
];
