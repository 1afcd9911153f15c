import {
  connectBody,
  type ConnectAnswer,
  type ConnectBody,
  type WaysAnswer,
} from '@busker/core/dashboard-api/owner-api';
import { problem, fail, ok, unreachable, type Problem, type Result } from '@busker/core/base/result';
import { isLeaving } from '@busker/core/account/account-document';
import { newStripeAccount } from '@busker/core/money-documents/stripe-account-document';
import { convertsIn } from '@busker/core/money/fan-money';
import { noPayments, type PaymentsState } from '@busker/core/payments/payments-state';
import { restrictionOf, rightsIn } from '@busker/core/moderation/standing';
import { ownMethodTypes, methodOf, methodState, type MethodFacts } from '@busker/core/payments/methods';
import type { Deps, Owner } from '../deps';
import { logUnavailable } from '../log';
import { ownerCall, ownerCallWith, type Route } from '../http/routes';
import { mayAskStripe, mayReadMethods } from '../limits/limit-rules';
import { followConnection } from '../monthly/jobs';
import { mayPublish, restrictedBy } from '../profiles/publish';
import { registerHostNow, restoreSites } from '../card-domains/host-domain';
import { stored } from '../store/store';
import {
  statementDescriptor,
  type AccountState,
  type PaymentsFailure,
  type PaymentsResult,
} from '../stripe/payments';
import { askAccount, followAccount, stateAfter, type AccountDeps } from './follow-account';

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
async function makeAccount(
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

/**
 * Why connecting did not work, for the owner: another country or currency may help, the host must act, or Stripe is away. The log has Stripe's code
 * and request id for the host.
 */
function connectingProblem({ log }: Pick<Deps, 'log'>, failure: PaymentsFailure): Problem {
  switch (failure.kind) {
    case 'unavailable': {
      const { key } = failure;
      logUnavailable(log, failure);
      if (key === undefined) {
        return problem('service-unavailable', {
          detail: 'Stripe is not answering right now. Please try again.',
        });
      }
      const { code, requestId: stripeRequestId, permission } = key;
      log.connectingRefused({ code, stripeRequestId, permission });
      return problem('stripe-key-refused');
    }
    case 'gone':
      return problem('payments-not-ready', {
        detail: 'Stripe no longer lets Busker use this account. Please connect again.',
      });
    case 'refused': {
      const { code, requestId: stripeRequestId } = failure;
      log.connectingRefused({ code, stripeRequestId, permission: null });
      return problem('account-refused');
    }
    default:
      return unreachable(failure);
  }
}

/** An account may be disconnected between two calls, and two presses may ask for different countries. Then the server tries once more. */
const mostTries = 2;

/**
 * Starts or continues Stripe's onboarding. An account that we may still use is kept, else a new one replaces it. Each request creates a new link,
 * since a link works once.
 */
export async function connectPayments(
  deps: Deps,
  owner: Owner,
  body: ConnectBody,
): Promise<Result<ConnectAnswer>> {
  const allowed = mayPublish(owner);
  if (!allowed.ok) return allowed;
  const [standing, leaving] = await deps.store.readVersioned([
    stored.standing(owner.uid),
    stored.leaving(owner.uid),
  ]);
  if (isLeaving(leaving.value)) return fail(problem('account-leaving'));
  const restriction = restrictionOf(standing.value, deps.clock.now());
  if (restriction !== null && !rightsIn(restriction).connects) return fail(restrictedBy(restriction));
  for (let tries = 0; tries < mostTries; tries += 1) {
    const { accountId: known = null } = (await deps.store.read(stored.payments(owner.uid))) ?? {};
    const account = await accountOf(deps, owner, body, known);
    if (!account.ok) return fail(connectingProblem(deps, account.problem));
    if (account.value === 'other-request') continue;
    const connected = await connectAccount(deps, owner.uid, account.value, known);
    if (!connected.ok)
      return fail(problem(connected.problem === 'restricted' ? 'profile-restricted' : 'payments-not-ready'));
    await registerHostNow(deps, await deps.store.read(stored.stripeAccount(connected.value)));
    if (deps.config.mode === 'single') return ok({ url: null });
    await restoreSites(deps, owner.uid, { ...account.value, accountId: connected.value });
    const link = await onboardingAt(deps, connected.value);
    if (link.ok) return ok({ url: link.value.url });
    if (link.problem.kind !== 'gone') return fail(connectingProblem(deps, link.problem));
    await followAccount(deps, owner.uid, connected.value);
  }
  return fail(connectingProblem(deps, { kind: 'gone' }));
}

/** Reads the current state from Stripe: after onboarding, or when the owner asks. */
export async function refreshPayments(deps: Deps, { uid }: Owner): Promise<Result<PaymentsState>> {
  const payments = await deps.store.read(stored.payments(uid));
  const nothingToAsk = payments?.accountId === null && deps.config.mode !== 'single';
  if (payments === undefined || nothingToAsk) return fail(problem('payments-not-ready'));
  const followed = await followAccount(deps, uid, payments.accountId);
  if (!followed.ok) return fail(connectingProblem(deps, followed.problem));
  await restoreSites(deps, uid, followed.value);
  if (payments.accountId !== null)
    await registerHostNow(deps, await deps.store.read(stored.stripeAccount(payments.accountId)));
  return followed;
}

/** The account that this owner may still use, or a new one. */
async function accountOf(
  deps: Deps,
  owner: Owner,
  body: ConnectBody,
  known: string | null,
): Promise<PaymentsResult<AccountState | 'other-request'>> {
  if (deps.config.mode === 'single') return deps.accounts.readAccount(null);
  if (known === null) return makeAccount(deps, owner, body, null);
  const asked = await askAccount(deps, known);
  if (!asked.ok) return asked;
  return asked.value === 'disconnected' ? makeAccount(deps, owner, body, known) : ok(asked.value);
}

function onboardingAt({ accounts, config }: Deps, accountId: string) {
  const page = `${config.publicOrigin}/settings/payments`;
  return accounts.openOnboarding(accountId, { refreshUrl: `${page}?again=1`, returnUrl: `${page}?back=1` });
}

/** An owner's Stripe account: start or continue onboarding, read its state. */
export function paymentsRoutes(deps: Deps): readonly Route[] {
  return [
    {
      path: '/v1/me/payments/connect',
      cors: 'own',
      on: {
        POST: ownerCallWith(deps, 'current', connectBody, async (owner, body) => {
          const may = await mayAskStripe(deps, owner.uid);
          return may.ok ? connectPayments(deps, owner, body) : may;
        }),
      },
    },
    {
      path: '/v1/me/payments/refresh',
      cors: 'own',
      on: {
        POST: ownerCall(deps, 'signed-in', async (owner) => {
          const may = await mayAskStripe(deps, owner.uid);
          return may.ok ? refreshPayments(deps, owner) : may;
        }),
      },
    },
    {
      path: '/v1/me/ways',
      cors: 'own',
      on: { GET: ownerCall(deps, 'signed-in', (owner) => readOwnMethods(deps, owner)) },
    },
  ];
}

const unknown: MethodFacts = { capability: 'none', shown: null };

/** Reading is never refused for what the owner entered, as connecting is. */
function methodsProblem(deps: Pick<Deps, 'log'>, failure: PaymentsFailure): Problem {
  if (failure.kind !== 'refused') return connectingProblem(deps, failure);
  deps.log.serviceUnavailable({ service: 'stripe', error: new Error(`Stripe refused: ${failure.code}`) });
  return problem('service-unavailable');
}

/** The payment methods of an owner's account, as they are at Stripe now. Nothing of it is stored: Stripe decides at each payment. */
async function readOwnMethods(deps: Deps, { uid }: Owner): Promise<Result<WaysAnswer>> {
  const payments = await deps.store.read(stored.payments(uid));
  const isMissing = payments?.accountId === null && deps.config.mode !== 'single';
  if (payments === undefined || isMissing || payments.disconnectedAt !== null)
    return fail(problem('payments-not-ready'));
  const allowed = await mayReadMethods(deps, uid);
  if (!allowed.ok) return allowed;
  const read = await deps.accounts.readMethods(payments.accountId);
  if (!read.ok) return fail(methodsProblem(deps, read.problem));
  // Fans see the published settings, not the draft.
  const published = await deps.store.read(stored.profile(uid));
  const fanCurrency = published?.tips.fanCurrency === true && convertsIn(payments.country);
  return ok({
    ways: ownMethodTypes.map((type) => ({
      type,
      state: methodState(
        payments.currency,
        methodOf(type) ?? null,
        read.value.get(type) ?? unknown,
        fanCurrency,
      ),
    })),
  });
}
