import type { TipSession, TipSessionRequest } from '@busker/core/fan-api/tip-api';
import { usualMethods, methodsFor, withoutLink, type MethodPlace } from '@busker/core/payments/methods';
import { ok, type Result } from '@busker/core/base/result';
import type { Deps } from '../deps';
import { monthlyTerms } from '../monthly/monthly-plan';
import { sessionLifetimeMs, signGate } from '../tips/tip-access';
import { tipTerms, challengeAhead } from '../open-tips/new-tip';
import { reconcileSoon } from '../reconcile/abandoned-tips';
import type { Caller } from '../http/caller';
import { lookUpForTip } from '../profiles/published-profile';

type SessionDeps = Pick<
  Deps,
  | 'store'
  | 'recentProfiles'
  | 'clock'
  | 'config'
  | 'ways'
  | 'ids'
  | 'limits'
  | 'challenge'
  | 'jobs'
  | 'log'
  | 'accounts'
>;

export interface SessionView {
  /** Where the card is, which decides the payment methods; null = a card of an earlier release. */
  readonly where?: MethodPlace | null;
  /** The language of the words for monthly tips. */
  readonly language?: string;
}

/**
 * The data that the sheet needs to show amounts and to start paying. Nothing is created at Stripe. Once a day it wants a check of the account.
 */
export async function createTipSession(
  deps: SessionDeps,
  { handle }: TipSessionRequest,
  caller: Caller,
  { where = null, language = 'en' }: SessionView = {},
): Promise<Result<TipSession>> {
  const { origin } = caller;
  const { config, clock, ids } = deps;
  const ahead = (uid: string) => challengeAhead(deps, uid, caller);
  const asked = await lookUpForTip(deps, handle, (uid) => ahead(uid).documents);
  if (!asked.ok) return asked;
  const { found, beside } = asked.value;
  const terms = await tipTerms(deps, found, origin);
  if (!terms.ok) return terms;
  const { payments, amounts, cover } = terms.value;
  await reconcileSoon(deps, payments);
  const { profile } = found;
  const { uid } = profile;
  const expiresAt = clock.now() + sessionLifetimeMs;
  const { accountId: account, currency } = payments;
  const link = payments.linkPayments;
  const methods = [
    ...withoutLink(where === null ? usualMethods : methodsFor(currency, where, deps.ways), link),
  ];
  const nonce = ids.fresh();
  return ok({
    session: signGate(config.secrets, { uid, account, currency, origin, ways: methods, expiresAt, nonce }),
    expiresAt,
    name: profile.name,
    currency,
    limits: { ...amounts.limits },
    presets: [...amounts.presets],
    fees: cover === null ? null : { ...cover },
    paymentMode: config.mode,
    publishableKey: config.publishableKey,
    stripeAccount: account,
    stripeJs: config.stripeJs,
    link,
    ways: methods,
    thanks: profile.tips.thanks,
    undo: profile.tips.undo,
    challenge: ahead(uid).due(beside),
    monthly: monthlyTerms(terms.value, profile, language, clock.now()),
  });
}
