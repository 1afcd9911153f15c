import type { AppealState } from '../../core/api/moderation-api';
import { fail, ok, problem, type Result } from '../../core/base/result';
import { collections, paths } from '../../core/documents/documents';
import { decodeAppeal } from '../../core/documents/report-document';
import { yearOf } from '../../core/documents/totals-document';
import { restrictionOf, type Standing } from '../../core/profile/standing';
import { afterEvent, appealId, appealTime, inState, type Appeal } from '../../core/report/report';
import type { Deps } from '../deps';
import { letter, type Letter } from '../mail/post-mail';
import { readable, stored } from '../store/stored';
import { hostMails } from './report-mails';

/** The owner's confirmed mail address; null = the owner has none (signed in by phone, not confirmed, or deleted). */
interface OwnerContact {
  readonly email: string | null;
  /** BCP 47. */
  readonly language: string;
}

export async function ownerContact(
  { store, users }: Pick<Deps, 'store' | 'users'>,
  uid: string,
): Promise<OwnerContact> {
  const [preferences, profile] = await Promise.all([
    store.read(stored.preferences(uid)),
    store.read(stored.profile(uid)),
  ]);
  const user = await users.find({ uid });
  // `auto` is the language of the owner's browser, which the server does not know.
  const chosen = preferences === undefined || preferences.language === 'auto' ? '' : preferences.language;
  return {
    email: user?.emailVerified === true ? user.email : null,
    language: chosen || (profile?.language ?? 'en'),
  };
}

const noAppeal: AppealState = { state: 'none', madeAt: null, answer: null };

const appealStateOf = ({ madeAt, answer }: Appeal): AppealState => ({
  state: answer?.outcome ?? 'open',
  madeAt,
  answer: answer?.text ?? null,
});

/** `GET /v1/me/appeals`: the owner's objection to the restriction that applies now. */
export async function readAppeal({ store, clock }: Deps, uid: string): Promise<Result<AppealState>> {
  const restriction = restrictionOf(await store.read(stored.standing(uid)), clock.now());
  const made =
    restriction === null ? undefined : await store.read(stored.appeal(appealId(uid, restriction.since)));
  return ok(made === undefined ? noAppeal : appealStateOf(made));
}

/** `POST /v1/me/appeals`: one objection to a restriction, within six months. A repeated request does not change it. */
export async function makeAppeal(deps: Deps, uid: string, text: string): Promise<Result<AppealState>> {
  const { store, clock, log } = deps;
  const now = clock.now();
  const { language } = await ownerContact(deps, uid);
  const made = await store.transaction(async (tx) => {
    const restriction = restrictionOf(await tx.read(stored.standing(uid)), now);
    if (restriction === null) return fail(problem('nothing-to-appeal'));
    if (now > restriction.since + appealTime) return fail(problem('appeal-too-late'));
    const id = appealId(uid, restriction.since);
    const before = await tx.read(stored.appeal(id));
    if (before !== undefined) return ok({ appeal: before, isNew: false });
    const profile = await tx.read(stored.profile(uid));
    const { decisionId } = restriction;
    const report = decisionId === null ? undefined : await tx.read(stored.report(decisionId));
    const appeal = newAppeal(restriction, { uid, handle: profile?.handle ?? null, text, language, now });
    tx.write(stored.appeal(id), appeal);
    // A profile that is hidden for a time still waits for its decision, so its report stays open.
    const next = report && afterEvent(report.state, { kind: 'appeal', at: now });
    if (report && next?.ok === true) tx.write(stored.report(report.id), inState(report, next.value));
    const year = yearOf(now);
    tx.add(paths.yearCounts(year), { appeals: 1 }, { v: 1, year });
    newsOf(deps, appeal)?.write(tx);
    return ok({ appeal, isNew: true });
  });
  if (!made.ok) return made;
  if (made.value.isNew) log.appealReceived({ appealId: made.value.appeal.id });
  return ok(appealStateOf(made.value.appeal));
}

/** The mail with which the host learns of an objection; null = mails are sent by hand, so the host finds the objection in the list. */
export function newsOf(deps: Deps, appeal: Appeal): Letter | null {
  const { operator, mails } = deps.config;
  return operator === null || mails === 'print'
    ? null
    : letter(deps, operator.reportEmail, hostMails.appealNews({ appeal }));
}

interface Made {
  readonly uid: string;
  readonly handle: string | null;
  readonly text: string;
  readonly language: string;
  readonly now: number;
}

function newAppeal(
  { state, since, reason, by, byUid, decisionId }: Standing,
  { uid, handle, text, language, now }: Made,
): Appeal {
  if (state === 'good') throw new Error('A restriction is never good');
  return {
    v: 1,
    id: appealId(uid, since),
    from: 'owner',
    uid,
    handle,
    measure: state,
    since,
    reason,
    decidedBy: by,
    ...(byUid === undefined ? {} : { decidedByUid: byUid }),
    reportId: decisionId,
    text,
    language,
    madeAt: now,
    answer: null,
    expiresAt: null,
  };
}

/** More than one person can have: each restriction allows one objection, and a year after its answer it is erased. */
const mostOfOne = 500;

/** The objections that an owner made, for the export and the deletion. They do not contain what others wrote about the page. */
export async function ownAppeals({ store }: Pick<Deps, 'store'>, uid: string): Promise<readonly Appeal[]> {
  const from = collections.appeals;
  const query = { from, where: [['uid', '==', uid]], limit: mostOfOne } as const;
  const found = await store.find(query, (data) => readable(from, decodeAppeal(data)));
  return found.map(({ value }) => value).filter((appeal) => appeal.from === 'owner');
}

/** Erases the objections of an owner who deletes the account. A report that waits for the answer is closed. It can be repeated. */
export async function withdrawAppeals(deps: Pick<Deps, 'store' | 'clock'>, uid: string): Promise<void> {
  const at = deps.clock.now();
  for (const { id, reportId } of await ownAppeals(deps, uid)) {
    await deps.store.transaction(async (tx) => {
      const report = reportId === null ? undefined : await tx.read(stored.report(reportId));
      const next = report && afterEvent(report.state, { kind: 'withdraw-appeal', at });
      if (report && next?.ok === true) tx.write(stored.report(report.id), inState(report, next.value));
      tx.remove(stored.appeal(id).path);
    });
  }
}
