import { paths } from '../../core/documents/documents';
import { adasStage, adaUid, type Stage } from './ada';

/** Ada's stage with her Stripe account registered, since the daily sweeps go through accounts. */
export async function stageWithAccount(): Promise<Stage> {
  const stage = await adasStage();
  const requirements: readonly string[] = [];
  const state = {
    accountId: 'acct_ada',
    country: 'US',
    currency: 'usd',
    cardPayments: 'active',
    linkPayments: true,
  } as const;
  stage.deps.accounts.states.set('acct_ada', { ...state, requirements });
  // As an earlier release stored it.
  const owner = { v: 1, accountId: 'acct_ada', uid: adaUid, connectedAt: new Date(0), comparedAt: null };
  stage.deps.store.put(paths.stripeAccount('acct_ada'), owner);
  return stage;
}
