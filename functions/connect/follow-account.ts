import { createHash } from 'node:crypto';
import { fail, ok, type Result } from '@busker/core/base/result';
import { collections, paths } from '@busker/core/documents/documents';
import {
  encodeReconcile,
  type StripeAccountOwner,
} from '@busker/core/money-documents/stripe-account-document';
import { noPayments, type PaymentsState } from '@busker/core/payments/payments-state';
import { paymentsEvent } from '@busker/core/outbox/outbox-event';
import { currencyOf, hasOwnAmounts } from '@busker/core/profile/profile';
import type { Deps } from '../deps';
import { followConnection } from '../monthly/jobs';
import { writeEvent } from '../outbox/relay';
import { stored } from '../store/store';
import type { AccountState, PaymentsFailure } from '../stripe/payments';

export type AccountDeps = Pick<Deps, 'store' | 'accounts' | 'config' | 'clock' | 'ids' | 'outboxQueue'>;

/** How often Stripe is asked when other answers are stored meanwhile. Then the last one is stored; the next check of the account compares it again. */
const mostTries = 3;

/**
 * Copies the state of the owner's Stripe account into their payments document. Every trigger calls this; an event only starts it. An account that we
 * may no longer read was disconnected by its owner, or belongs to the other mode of Stripe's keys. Two events arrive at once: the answer that is stored
 * last can be the older one, so Stripe is asked again when another was stored after it was asked.
 */
export async function followAccount(
  deps: AccountDeps,
  uid: string,
  accountId: string | null,
): Promise<Result<PaymentsState, PaymentsFailure>> {
  for (let tries = 1; ; tries += 1) {
    const askedAt = tries < mostTries ? deps.clock.now() : null;
    const asked = await askAccount(deps, accountId);
    if (!asked.ok) return asked;
    const written = await writeAccount(deps, uid, asked.value, { accountId, askedAt });
    if (written !== 'overtaken') return written;
  }
}

type ConnectedAccount = Pick<StripeAccountOwner, 'uid' | 'accountId'>;

/** The same for the owner who connected that account first, after an event. An account of a deleted owner is ignored. */
export async function followConnected(
  deps: AccountDeps,
  connected: ConnectedAccount,
): Promise<Result<null, PaymentsFailure>> {
  if (await isDeleted(deps, connected)) return ok(null);
  const followed = await followAccount(deps, connected.uid, connected.accountId);
  return followed.ok || followed.problem.kind === 'gone' ? ok(null) : followed;
}

/** A signed event of Stripe's says that the owner disconnected the account. This is stored at once, without asking Stripe again. */
export async function markDisconnected(deps: AccountDeps, connected: ConnectedAccount): Promise<void> {
  if (await isDeleted(deps, connected)) return;
  await writeAccount(deps, connected.uid, 'disconnected', { accountId: connected.accountId, askedAt: null });
}

/**
 * `same`: the owner's payments document is right. `newly-gone`: this account was connected until now, and nothing was written yet. The
 * caller decides whether to mark it as disconnected. `gone`: that is known.
 */
type StateOutcome = 'same' | 'followed' | 'newly-gone' | 'gone';

/**
 * The regular check of an account, since an event can be lost. While Stripe's answer stays the same, it costs one call and no request to the store.
 * `always` also writes when Stripe was asked.
 */
export async function reconcileState(
  deps: AccountDeps,
  owner: StripeAccountOwner,
  always = false,
): Promise<Result<StateOutcome, PaymentsFailure>> {
  const { uid, accountId, stateSeen } = owner;
  const askedAt = deps.clock.now();
  const asked = await askAccount(deps, accountId);
  if (!asked.ok) return asked;
  const state = asked.value;
  if (!always && state !== 'disconnected' && digestOf(state) === stateSeen) return ok('same');
  if (await isDeleted(deps, owner)) return ok(state === 'disconnected' ? 'gone' : 'same');
  if (state === 'disconnected') return ok((await isConnected(deps, owner)) ? 'newly-gone' : 'gone');
  const written = await writeAccount(deps, uid, state, { accountId, askedAt });
  if (written === 'overtaken') await followAccount(deps, uid, accountId);
  return ok('followed');
}

/** A digest of Stripe's answer about an account. */
export const digestOf = (state: AccountState): string =>
  createHash('sha256')
    .update(JSON.stringify(Object.entries(state).toSorted(([a], [b]) => (a < b ? -1 : 1))))
    .digest('base64url')
    .slice(0, 16);

const isDeleted = async ({ store }: AccountDeps, { uid }: ConnectedAccount): Promise<boolean> =>
  (await store.read(stored.ledger(uid))) !== undefined;

async function isConnected({ store, config }: AccountDeps, { uid, accountId }: ConnectedAccount) {
  const payments = await store.read(stored.payments(uid));
  const current = config.mode === 'single' ? null : accountId;
  return payments?.accountId === current && payments.disconnectedAt === null;
}

/**
 * Stripe's state of an account. An account counts as gone only if Stripe still answers for the server's own account: a replaced or wrong key must
 * never look like owners who disconnected. A key that merely lacks the permission to read it is known to Stripe, so it is good enough.
 */
export async function askAccount(
  { accounts, config }: AccountDeps,
  accountId: string | null,
): Promise<Result<AccountState | 'disconnected', PaymentsFailure>> {
  const asked = await accounts.readAccount(config.mode === 'single' ? null : accountId);
  if (asked.ok || asked.problem.kind !== 'gone') return asked;
  const own = await accounts.readAccount(null);
  if (own.ok) return ok('disconnected');
  if (own.problem.kind !== 'unavailable') {
    return fail({
      kind: 'unavailable',
      error: new Error('Stripe does not answer for the server’s own account'),
    });
  }
  return own.problem.key?.why === 'permission' ? ok('disconnected') : own;
}

interface Answered {
  readonly accountId: string | null;
  /** When Stripe was asked, in epoch milliseconds; null = the answer is stored whatever was stored since. */
  readonly askedAt: number | null;
}

/**
 * `gone`: the owner has connected another account since. The earlier account no longer matters. `overtaken`: another answer of Stripe was stored
 * after this one was asked for, and nothing was written.
 */
async function writeAccount(
  { store, config, clock, ids, outboxQueue }: AccountDeps,
  uid: string,
  state: AccountState | 'disconnected',
  { accountId, askedAt }: Answered,
): Promise<Result<PaymentsState, PaymentsFailure> | 'overtaken'> {
  const now = clock.now();
  const connected = config.mode === 'single' ? null : accountId;
  const eventId = ids.fresh();
  const written = await store.transaction(
    async (tx): Promise<Result<Written, PaymentsFailure> | 'overtaken'> => {
      const doc = stored.payments(uid);
      const before = (await tx.read(doc)) ?? noPayments(config.mode, config.livemode, now);
      if (before.accountId !== null && before.accountId !== connected) return fail({ kind: 'gone' });
      if (askedAt !== null && before.checkedAt !== null && before.checkedAt > askedAt) return 'overtaken';
      const after =
        state === 'disconnected' ? cutOff(config, before, now) : stateAfter(config, before, state, now);
      const claim = accountId === null ? undefined : stored.stripeAccount(accountId);
      const known = claim === undefined ? undefined : await tx.read(claim);
      // Its amounts and its goal were chosen in the earlier currency. Profiles and drafts of earlier releases do not say so.
      const { currency: earlier } = before;
      const isOther = earlier !== null && after.currency !== null && after.currency !== earlier;
      const profile = isOther ? await tx.read(stored.profile(uid)) : undefined;
      const draft = isOther ? await tx.read(stored.draft(uid)) : undefined;
      tx.write(doc, after);
      if (isOther && profile?.tips.currency === null && hasOwnAmounts(profile.tips))
        tx.write(stored.profile(uid), { ...profile, tips: { ...profile.tips, currency: earlier } });
      if (isOther && draft !== undefined && hasOwnAmounts(draft.tips) && draft.tips.currency === null) {
        const currency = currencyOf(draft.tips, profile ?? null, earlier);
        // This field alone: the owner may be editing the others, in a dashboard of another release, too.
        tx.add(paths.draft(uid), { revision: 1 }, { tips: { currency } });
      }
      if (claim !== undefined && known !== undefined)
        tx.write(claim, reconciledFields(known, state, before.disconnectedAt !== null, now));
      const fact = paymentsEvent(before, after, now);
      if (fact !== null)
        writeEvent(tx, uid, { id: eventId, fact, at: now, livemode: config.livemode, tip: null });
      const [wasGone, isGone] = [before, after].map(({ disconnectedAt }) => disconnectedAt !== null);
      const change = isGone ? 'gone' : wasGone ? 'back' : null;
      return ok({ payments: after, tells: fact !== null, change });
    },
  );
  if (written === 'overtaken' || !written.ok) return written;
  const { change } = written.value;
  // Again with each later answer that the account is gone: an earlier call may have ended on its way.
  if (change !== null && connected !== null)
    await followConnection({ store, clock }, uid, connected, change === 'gone');
  if (written.value.tells) await outboxQueue.enqueue({ kind: 'relay', uid, eventId }, now);
  return ok(written.value.payments);
}

interface Written {
  readonly payments: PaymentsState;
  /** Whether the owner is notified of the change. */
  readonly tells: boolean;
  /** Whether Stripe does not show the account, or shows it again. */
  readonly change: 'gone' | 'back' | null;
}

/** An account that comes back is due at once: its payments may have changed meanwhile. */
function reconciledFields(
  owner: StripeAccountOwner,
  state: AccountState | 'disconnected',
  wasGone: boolean,
  now: number,
): StripeAccountOwner {
  const seen = { ...owner, stateAt: now, goneSince: null };
  if (state === 'disconnected') return { ...seen, stateSeen: null };
  return { ...seen, stateSeen: digestOf(state), ...(wasGone ? { nextLookAt: now } : {}) };
}

type ModeOfServer = Pick<Deps['config'], 'mode' | 'livemode'>;

const cutOff = ({ mode, livemode }: ModeOfServer, before: PaymentsState, now: number): PaymentsState => ({
  ...before,
  mode,
  livemode,
  cardPayments: 'none',
  linkPayments: false,
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
  const { country, currency, cardPayments, linkPayments, requirements } = state;
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
    linkPayments,
    requirements,
    disconnectedAt: null,
    checkedAt: now,
    updatedAt: now,
  };
}

/**
 * More than this number and this share of the accounts that one hour is about: then a fault of the host or of Stripe is the cause, not owners who
 * disconnected. An idle account is checked once a month, so a share of all accounts would never be reached within an hour.
 */
const most = { accounts: 3, percent: 1 } as const;
const hour = 60 * 60_000;
const pageSize = 500;

const latelyGone = (now: number) =>
  ({ from: collections.stripeAccounts, where: [['goneSince', '>', new Date(now - hour)]] }) as const;

/**
 * A check found that Stripe no longer shows this account. The first check only notes the time, and another check follows an hour later; the owner is
 * marked if the account is still gone then, and `tooManyGone` has not begun anew meanwhile. So a wrong key, which makes every account look
 * disconnected, marks nobody.
 */
export async function noteGone(deps: Deps, owner: StripeAccountOwner): Promise<'noted' | 'marked'> {
  const { goneSince, accountId } = owner;
  const now = deps.clock.now();
  if (goneSince !== null && now - goneSince >= hour) {
    await markDisconnected(deps, owner);
    return 'marked';
  }
  await deps.store.add(
    paths.stripeAccount(accountId),
    {},
    encodeReconcile({ goneSince: goneSince ?? now, nextLookAt: (goneSince ?? now) + hour }),
  );
  return 'noted';
}

/**
 * Whether so many accounts were noted as gone within the last hour that none may be believed. Then this is logged, and their hour begins anew when
 * the checks do.
 */
export async function tooManyGone(deps: Deps): Promise<boolean> {
  const now = deps.clock.now();
  const { count: gone } = await deps.store.sum(latelyGone(now), []);
  if (gone <= most.accounts) return false;
  const checked = gone + (await shownOrDue(deps, now));
  if (gone * 100 <= checked * most.percent) return false;
  deps.log.accountsGone({ gone, looked: checked });
  await forgetGone(deps, now);
  return true;
}

/**
 * The accounts that Stripe showed within the last hour, and those whose check is due now, since a round may have just begun. A check of an active account
 * lists what was booked and seldom asks for the state, so the larger of both numbers counts.
 */
async function shownOrDue({ store }: Deps, now: number): Promise<number> {
  const from = collections.stripeAccounts;
  const since = new Date(now - hour);
  const counts = await Promise.all([
    store.sum({ from, where: [['stateAt', '>', since]] }, []),
    store.sum({ from, where: [['comparedAt', '>', since]] }, []),
    store.sum({ from, where: [['nextLookAt', '<=', new Date(now)]] }, []),
  ]);
  const [asked, listed, due] = counts.map(({ count }) => count) as [number, number, number];
  return Math.max(asked, listed) + due;
}

/** The query no longer finds what was written, so each page is another one. */
async function forgetGone({ store }: Deps, now: number): Promise<void> {
  for (;;) {
    const noted = await store.find({ ...latelyGone(now), limit: pageSize }, () => null);
    await store.commit([], (writes) => {
      for (const { path } of noted)
        writes.add(path, {}, encodeReconcile({ goneSince: null, nextLookAt: now + hour }));
    });
    if (noted.length < pageSize) return;
  }
}
