import type { ConnectBody } from '../../core/api/owner-api';
import { fail, ok } from '../../core/base/result';
import type { Deps, Owner } from '../deps';
import type { AccountState } from '../stripe/accounts';
import type { PaymentsResult } from '../stripe/payments';
import { statementDescriptor } from '../stripe/statement-descriptor';
import { stored } from '../store/stored';
import { creationRound, endRound } from './creation-round';

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
