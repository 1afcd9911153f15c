import { noPayments, type PaymentsState } from '../core/payments-document';
import { fail, ok, type Result } from '../core/result';
import type { StripeAccountOwner } from '../core/stripe-account-document';
import type { AccountState } from './ports/accounts';
import type { Deps } from './deps';
import type { PaymentsFailure } from './ports/payments';
import { stored } from './stored';

type AccountDeps = Pick<Deps, 'store' | 'accounts' | 'config' | 'clock'>;

/**
 * Makes an owner's payments document what Stripe says of the account. Every trigger calls this: an event is only a bell. An account that
 * we may not see any more was disconnected by its owner.
 */
export async function followAccount(
  deps: AccountDeps,
  uid: string,
  accountId: string,
): Promise<Result<PaymentsState, PaymentsFailure>> {
  const asked = await deps.accounts.readAccount(deps.config.mode === 'single' ? null : accountId);
  if (!asked.ok && asked.problem.kind !== 'gone') return asked;
  return writeAccount(deps, uid, asked.ok ? asked.value : 'disconnected', accountId);
}

/**
 * The same for whoever connected that account first: after an event, and each day, since an event can be lost. An account without its owner,
 * who has deleted all that Busker knew, is nobody's business any more.
 */
export async function followConnected(
  deps: AccountDeps,
  { uid, accountId }: Pick<StripeAccountOwner, 'uid' | 'accountId'>,
): Promise<Result<null, PaymentsFailure>> {
  if ((await deps.store.read(stored.ledger(uid))) !== undefined) return ok(null);
  const followed = await followAccount(deps, uid, accountId);
  return followed.ok || followed.problem.kind === 'gone' ? ok(null) : followed;
}

/** `other-account`: the owner has connected another one meanwhile; what is said of this one does not matter. */
export async function writeAccount(
  { store, config, clock }: AccountDeps,
  uid: string,
  state: AccountState | 'disconnected',
  accountId: string,
): Promise<Result<PaymentsState, PaymentsFailure>> {
  const now = clock.now();
  const connected = config.mode === 'single' ? null : accountId;
  return store.transaction(async (tx) => {
    const doc = stored.payments(uid);
    const before = (await tx.read(doc)) ?? noPayments(config.mode, config.livemode, now);
    if (before.accountId !== null && before.accountId !== connected) return fail({ kind: 'gone' });
    const after = state === 'disconnected' ? cutOff(before, now) : stateAfter(before, state, connected, now);
    tx.write(doc, { ...after, mode: config.mode, livemode: config.livemode, checkedAt: now, updatedAt: now });
    return ok(after);
  });
}

const cutOff = (before: PaymentsState, now: number): PaymentsState => ({
  ...before,
  cardPayments: 'none',
  requirements: [],
  disconnectedAt: before.disconnectedAt ?? now,
});

function stateAfter(
  before: PaymentsState,
  state: AccountState,
  accountId: string | null,
  now: number,
): PaymentsState {
  const { country, currency, cardPayments, requirements } = state;
  return {
    ...before,
    accountId,
    country,
    currency,
    feesCountry: before.feesCountry ?? country,
    cardPayments,
    requirements,
    disconnectedAt: null,
    checkedAt: now,
  };
}
