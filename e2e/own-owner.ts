import { defaultTipSettings, type Draft } from '../core/profile/draft';
import type { Addresses } from './backend';
import { addressesOfRun, test } from './fixtures';
import { newTenant, type Tenant, type WantedTenant } from './tenant';

/** An owner for the tests of one file, on the backend that all tests share. Everything but the name is known once the tests run. */
export interface OwnOwner extends Tenant {
  readonly account: string;
  readonly addresses: Addresses;
  /** The plain example page, with this owner's card. */
  readonly site: string;
}

/**
 * Makes an owner before the tests of a file, for tests that change what the tests of others see. Playwright makes one for each worker that runs tests of
 * the file.
 * @param prepare what the owner needs before the first test
 */
export function ownOwner(wanted: WantedTenant = {}, prepare?: (owner: OwnOwner) => Promise<void>): OwnOwner {
  let made: Tenant | null = null;
  const tenant = (): Tenant => {
    if (made) return made;
    throw new Error('The owner of this file is made before its first test.');
  };
  const owner: OwnOwner = {
    name: wanted.name ?? 'Tess Tenant',
    get addresses() {
      return addressesOfRun();
    },
    get site() {
      return `${addressesOfRun().examples}/@${tenant().handle}/plain-html/`;
    },
    get email() {
      return tenant().email;
    },
    get password() {
      return tenant().password;
    },
    get uid() {
      return tenant().uid;
    },
    get handle() {
      return tenant().handle;
    },
    get account() {
      const { account } = tenant();
      if (account === null) throw new Error('The owner of this file has not connected payments.');
      return account;
    },
  };
  test.beforeAll(async () => {
    made = await newTenant(addressesOfRun(), wanted);
    await prepare?.(owner);
  });
  return owner;
}

/** Part of a draft: fans can give every month and every year. */
export const offersMonthly: Partial<Draft> = {
  tips: {
    ...defaultTipSettings,
    monthly: { on: true, intervals: ['month', 'year'], presets: { month: null, year: null } },
  },
};
