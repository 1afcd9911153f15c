import { paths } from '@busker/core/documents/documents';
import { paymentsDocument } from '@busker/core/money-documents/stripe-account-document';
import {
  adaDraft,
  adaToken,
  adaUid,
  bearerOf,
  emptyScenario,
  putDraft,
  sendEvent,
  signIn,
  type Scenario,
} from './ada';

/** Asks to connect payments as an owner does in the dashboard. */
export const connect = (
  scenario: Scenario,
  body: object = { country: 'US', currency: null },
  token = adaToken,
) => scenario.call('POST', '/v1/me/payments/connect', body, bearerOf(token));

export function paymentsIn(scenario: Scenario) {
  const payments = paymentsDocument.decode(scenario.deps.store.dump()[paths.payments(adaUid)]);
  if (!payments.ok) throw new Error('No payments');
  return payments.value;
}

/** Ada is signed in and has a draft, but no payments yet. */
export function newOwner(config: Parameters<typeof emptyScenario>[0] = {}): Scenario {
  const scenario = emptyScenario({ mode: 'connect', ...config });
  signIn(scenario.deps, adaUid, adaToken);
  putDraft(scenario.deps, adaUid, adaDraft);
  return scenario;
}

export const accountId = `acct_1_of_${adaUid}`;

export const secondId = `acct_2_of_${adaUid}`;

export function finishOnboarding(scenario: Scenario, of = accountId): void {
  const state = scenario.deps.accounts.states.get(of);
  if (state)
    scenario.deps.accounts.states.set(of, {
      ...state,
      cardPayments: 'active',
      linkPayments: true,
      requirements: [],
    });
}

/** Ada has published, and her first account takes cards. */
export async function publishedOwner(): Promise<Scenario> {
  const scenario = newOwner();
  await connect(scenario);
  finishOnboarding(scenario);
  await sendEvent(scenario, 'account.updated', { account: accountId });
  await scenario.call('POST', '/v1/me/publish', { revision: 1 }, bearerOf(adaToken));
  return scenario;
}

/** Ada disconnects both accounts at Stripe. */
export const cutAtStripe = (scenario: Scenario) => scenario.deps.accounts.states.clear();
