import { formatAccount, formatCapability } from '../format/account';
import type { Sandbox } from '../sandbox';
import type { AccountEntity } from '../state/account-entities';

export interface SeedAccount {
  readonly id: string;
  readonly email?: string;
  readonly displayName?: string;
  /** ISO 3166 alpha-2, upper case; default US. */
  readonly country?: string;
  /** ISO 4217, lower case; default usd. */
  readonly currency?: string;
  /** Default active: the account can take cards at once. */
  readonly cardPayments?: AccountEntity['cardPayments'];
}

export function newAccount(
  sandbox: Sandbox,
  parts: Partial<AccountEntity> & Pick<AccountEntity, 'id'>,
): AccountEntity {
  const account: AccountEntity = {
    created: sandbox.clock.seconds(),
    role: 'connected',
    email: null,
    displayName: null,
    country: 'US',
    currency: 'usd',
    entityType: null,
    dashboard: 'full',
    feesCollector: 'stripe',
    lossesCollector: 'stripe',
    cardPaymentsRequested: true,
    cardPayments: 'restricted',
    linkPaymentsRequested: true,
    requirement: 'onboarding',
    connection: 'connected',
    metadata: {},
    ...parts,
  };
  sandbox.store.put('account', account);
  return account;
}

/** Does nothing if the account already exists. */
export function seedAccount(
  sandbox: Sandbox,
  seed: SeedAccount,
  role: AccountEntity['role'] = 'connected',
): void {
  if (sandbox.store.get('account', seed.id)) return;
  const cardPayments = seed.cardPayments ?? 'active';
  newAccount(sandbox, {
    id: seed.id,
    role,
    email: seed.email ?? null,
    displayName: seed.displayName ?? null,
    country: seed.country ?? 'US',
    currency: seed.currency ?? 'usd',
    entityType: 'individual',
    cardPayments,
    requirement: cardPayments === 'active' ? 'nothing' : 'onboarding',
  });
}

/** Stripe sends two events: one for the account and one for the capability. */
export function changeAccount(
  sandbox: Sandbox,
  before: AccountEntity,
  change: Partial<AccountEntity>,
): AccountEntity {
  const after = { ...before, ...change };
  sandbox.store.put('account', after);
  sandbox.emit({ account: after.id, type: 'account.updated', object: formatAccount(after) });
  if (after.cardPayments !== before.cardPayments)
    sandbox.emit({ account: after.id, type: 'capability.updated', object: formatCapability(after) });
  return after;
}
