import { paths } from '../../core/documents/documents';
import { adasScenario, adaUid, type Scenario } from './ada';

/** Ada's scenario with her Stripe account registered, since the daily sweeps go through accounts. */
export async function scenarioWithAccount(): Promise<Scenario> {
  const scenario = await adasScenario();
  const requirements: readonly string[] = [];
  const state = {
    accountId: 'acct_ada',
    country: 'US',
    currency: 'usd',
    cardPayments: 'active',
    linkPayments: true,
  } as const;
  scenario.deps.accounts.states.set('acct_ada', { ...state, requirements });
  // As an earlier release stored it.
  const owner = { v: 1, accountId: 'acct_ada', uid: adaUid, connectedAt: new Date(0), comparedAt: null };
  scenario.deps.store.put(paths.stripeAccount('acct_ada'), owner);
  return scenario;
}
