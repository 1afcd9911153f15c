import { noPayments, type PaymentsState } from '../../core/money/payments-state';
import { fail, ok, type Result } from '../../core/base/result';
import type { StripeAccountOwner } from '../../core/documents/stripe-account-document';
import type { AccountState } from '../stripe/accounts';
import type { Deps } from '../deps';
import type { PaymentsFailure } from '../stripe/payments';
import { stored } from '../store/stored';

export type AccountDeps = Pick<Deps, 'store' | 'accounts' | 'config' | 'clock'>;

/**
 * Copies the state of the owner's Stripe account into their payments document. Every trigger calls this; an event only starts it. An account that we
 * may no longer read was disconnected by its owner, or belongs to the other mode of Stripe's keys.
 */
export async function followAccount(
  deps: AccountDeps,
  uid: string,
  accountId: string | null,
): Promise<Result<PaymentsState, PaymentsFailure>> {
  const asked = await deps.accounts.readAccount(deps.config.mode === 'single' ? null : accountId);
  if (!asked.ok && asked.problem.kind !== 'gone') return asked;
  return writeAccount(deps, uid, asked.ok ? asked.value : 'disconnected', accountId);
}

/**
 * The same for the owner who connected that account first: after an event, and once a day, since an event can be lost. An account of a deleted owner
 * is ignored.
 */
export async function followConnected(
  deps: AccountDeps,
  { uid, accountId }: Pick<StripeAccountOwner, 'uid' | 'accountId'>,
): Promise<Result<null, PaymentsFailure>> {
  if ((await deps.store.read(stored.ledger(uid))) !== undefined) return ok(null);
  const followed = await followAccount(deps, uid, accountId);
  return followed.ok || followed.problem.kind === 'gone' ? ok(null) : followed;
}

/** `gone`: the owner has connected another account since. The earlier account no longer matters. */
async function writeAccount(
  { store, config, clock }: AccountDeps,
  uid: string,
  state: AccountState | 'disconnected',
  accountId: string | null,
): Promise<Result<PaymentsState, PaymentsFailure>> {
  const now = clock.now();
  const connected = config.mode === 'single' ? null : accountId;
  return store.transaction(async (tx) => {
    const doc = stored.payments(uid);
    const before = (await tx.read(doc)) ?? noPayments(config.mode, config.livemode, now);
    if (before.accountId !== null && before.accountId !== connected) return fail({ kind: 'gone' });
    const after =
      state === 'disconnected' ? cutOff(config, before, now) : stateAfter(config, before, state, now);
    tx.write(doc, after);
    return ok(after);
  });
}

type ModeOfServer = Pick<Deps['config'], 'mode' | 'livemode'>;

const cutOff = ({ mode, livemode }: ModeOfServer, before: PaymentsState, now: number): PaymentsState => ({
  ...before,
  mode,
  livemode,
  cardPayments: 'none',
  requirements: [],
  disconnectedAt: before.disconnectedAt ?? now,
  checkedAt: now,
  updatedAt: now,
});

/** Stripe's state of the owner's current account. A new account keeps nothing of the previous one. */
export function stateAfter(
  { mode, livemode }: ModeOfServer,
  before: PaymentsState,
  state: AccountState,
  now: number,
): PaymentsState {
  const { country, currency, cardPayments, requirements } = state;
  const accountId = mode === 'single' ? null : state.accountId;
  const known = before.accountId === accountId ? before.feesCountry : null;
  return {
    ...before,
    mode,
    livemode,
    accountId,
    country,
    currency,
    feesCountry: known ?? country,
    cardPayments,
    requirements,
    disconnectedAt: null,
    checkedAt: now,
    updatedAt: now,
  };
}
