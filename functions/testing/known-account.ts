import { paths } from '../../core/documents/documents';
import { encodeStripeAccount } from '../../core/documents/stripe-account-document';
import { adasStage, adaUid, type Stage } from './ada';

/** Ada's stage with her Stripe account registered, since the daily sweeps go through accounts. */
export async function stageWithAccount(): Promise<Stage> {
  const stage = await adasStage();
  const owner = { v: 1, accountId: 'acct_ada', uid: adaUid, connectedAt: 0, comparedAt: null } as const;
  const requirements: readonly string[] = [];
  const state = {
    accountId: 'acct_ada',
    country: 'US',
    currency: 'usd',
    cardPayments: 'active',
    linkPayments: true,
  } as const;
  stage.deps.accounts.states.set('acct_ada', { ...state, requirements });
  stage.deps.store.put(paths.stripeAccount('acct_ada'), encodeStripeAccount(owner));
  return stage;
}
