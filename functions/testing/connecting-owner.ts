import { paths } from '../../core/documents/documents';
import { decodePayments } from '../../core/documents/stripe-account-document';
import {
  adaDraft,
  adaToken,
  adaUid,
  bearerOf,
  emptyStage,
  putDraft,
  sendEvent,
  signIn,
  type Stage,
} from './ada';

/** Asks to connect payments as an owner does in the dashboard. */
export const connect = (stage: Stage, body: object = { country: 'US', currency: null }, token = adaToken) =>
  stage.call('POST', '/v1/me/payments/connect', body, bearerOf(token));

export function paymentsIn(stage: Stage) {
  const payments = decodePayments(stage.deps.store.dump()[paths.payments(adaUid)]);
  if (!payments.ok) throw new Error('No payments');
  return payments.value;
}

/** Ada is signed in and has a draft, but no payments yet. */
export function newOwner(config: Parameters<typeof emptyStage>[0] = {}): Stage {
  const stage = emptyStage({ mode: 'connect', ...config });
  signIn(stage.deps, adaUid, adaToken);
  putDraft(stage.deps, adaUid, adaDraft);
  return stage;
}

export const accountId = `acct_1_of_${adaUid}`;

export const secondId = `acct_2_of_${adaUid}`;

export function finishOnboarding(stage: Stage, of = accountId): void {
  const state = stage.deps.accounts.states.get(of);
  if (state)
    stage.deps.accounts.states.set(of, {
      ...state,
      cardPayments: 'active',
      linkPayments: true,
      requirements: [],
    });
}

/** Ada has published, and her first account takes cards. */
export async function publishedOwner(): Promise<Stage> {
  const stage = newOwner();
  await connect(stage);
  finishOnboarding(stage);
  await sendEvent(stage, 'account.updated', { account: accountId });
  await stage.call('POST', '/v1/me/publish', { revision: 1 }, bearerOf(adaToken));
  return stage;
}

/** Ada disconnects both accounts at Stripe. */
export const cutAtStripe = (stage: Stage) => stage.deps.accounts.states.clear();
