import { newStripeAccount } from '../../core/documents/stripe-account-document';
import { noPayments } from '../../core/money/payments-state';
import { restrictionOf, rightsIn } from '../../core/profile/standing';
import { fail, ok, type Result } from '../../core/base/result';
import { type AccountDeps, stateAfter } from './follow-account';
import type { AccountState } from '../stripe/accounts';
import { followConnection } from '../monthly/follow-connection';
import { stored } from '../store/stored';
import type { ConnectBody } from '../../core/api/owner-api';
import type { Deps, Owner } from '../deps';
import type { PaymentsResult } from '../stripe/payments';
import { statementDescriptor } from '../stripe/statement-descriptor';

type Refused = 'not-theirs' | 'restricted';

/** The account that is connected now, and whose monthly tips are out of reach or in reach again by that. */
interface Connected {
  readonly accountId: string;
  readonly gone: string | null;
  readonly back: string | null;
}

/**
 * Makes an account the owner's payment account, in place of `replaced`. Earlier accounts stay registered as theirs, so that a late event still finds
 * its owner. Answers the account that is connected now: when two requests created two accounts, the first one stays. `not-theirs`: another owner
 * connected the account first; in `single` mode only one owner can take tips. `restricted`: the host has suspended this owner, or the owner
 * of the account.
 */
export async function connectAccount(
  { store, config, clock }: AccountDeps,
  uid: string,
  state: AccountState,
  replaced: string | null,
): Promise<Result<string, Refused>> {
  const { accountId } = state;
  const connected = await store.transaction(async (tx): Promise<Result<Connected, Refused>> => {
    const now = clock.now();
    const claim = stored.stripeAccount(accountId);
    const doc = stored.payments(uid);
    const owner = await tx.read(claim);
    const before = (await tx.read(doc)) ?? noPayments(config.mode, config.livemode, now);
    const standings = await tx.readAll([...new Set([uid, owner?.uid ?? uid])].map(stored.standing));
    if (standings.some((each) => !rightsIn(restrictionOf(each, now)).connects)) return fail('restricted');
    if (owner !== undefined && owner.uid !== uid) return fail('not-theirs');
    const another = before.accountId !== null && before.accountId !== accountId;
    const stays = { gone: null, back: null };
    if (another && before.accountId !== replaced) return ok({ accountId: before.accountId, ...stays });
    if (owner === undefined) tx.write(claim, newStripeAccount(accountId, uid, now));
    else if (another || before.disconnectedAt !== null) tx.write(claim, { ...owner, nextLookAt: now });
    tx.write(doc, stateAfter(config, before, state, now));
    if (config.mode === 'single') return ok({ accountId, ...stays });
    const back = !another && before.disconnectedAt !== null ? accountId : null;
    return ok({ accountId, gone: another ? before.accountId : null, back });
  });
  if (!connected.ok) return connected;
  const { gone, back } = connected.value;
  if (gone !== null) await followConnection({ store, clock }, uid, gone, true);
  if (back !== null) await followConnection({ store, clock }, uid, back, false);
  return ok(connected.value.accountId);
}

/**
 * Creates an owner's account at Stripe in place of `replaced`. `other-request`: this round was already used with other data, by a press in another
 * tab or one whose answer was lost. The next round may then be used.
 */
export async function makeAccount(
  deps: Deps,
  { uid, email }: Owner,
  body: ConnectBody,
  replaced: string | null,
): Promise<PaymentsResult<AccountState | 'other-request'>> {
  const draft = await deps.store.read(stored.draft(uid));
  const publicName = draft?.name || draft?.handle || null;
  const round = await creationRound(deps, uid, replaced);
  const made = await deps.accounts.createAccount({
    uid,
    round,
    email,
    name: publicName ?? email ?? 'Busker',
    descriptor: publicName === null ? null : statementDescriptor(publicName),
    ...body,
  });
  if (made.ok || made.problem.kind !== 'refused') return made;
  await endRound(deps, uid, round);
  return made.problem.code === 'idempotency_error' ? ok('other-request') : fail(made.problem);
}

type RoundDeps = Pick<Deps, 'store' | 'clock'>;

/**
 * The round in which an account is created at Stripe, stored before Stripe is asked. Two presses, and a press after a crash, belong to the same round
 * and so make one account. An account that replaces another one is a new round.
 */
function creationRound({ store, clock }: RoundDeps, uid: string, replaces: string | null): Promise<number> {
  return store.transaction(async (tx) => {
    const doc = stored.connecting(uid);
    const before = await tx.read(doc);
    if (before?.replaces === replaces) return before.round;
    const round = (before?.round ?? 0) + 1;
    tx.write(doc, { v: 1, round, replaces, startedAt: clock.now() });
    return round;
  });
}

/** Ends a round that Stripe refused, so that the next press may ask for another country. Several requests of one round end it once. */
async function endRound({ store, clock }: RoundDeps, uid: string, round: number): Promise<void> {
  await store.transaction(async (tx) => {
    const doc = stored.connecting(uid);
    const before = await tx.read(doc);
    if (before?.round === round) tx.write(doc, { ...before, round: round + 1, startedAt: clock.now() });
  });
}
