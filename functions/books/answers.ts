import { defaultPreferences, isLeaving } from '@busker/core/account/account-document';
import { fail, ok, problem, refusedFields, type Result } from '@busker/core/base/result';
import { fault } from '@busker/core/base/field-faults';
import type { ReplyBody, ThanksAnswer, ThanksBody } from '@busker/core/dashboard-api/owner-api';
import { jobIdOf, type JobId } from '@busker/core/jobs/job-document';
import { noThanks, type ThanksSent } from '@busker/core/money-documents/tip-document';
import { restrictionOf, rightsIn } from '@busker/core/moderation/standing';
import { codePointLength, isDocumentId, type DocumentId } from '@busker/core/text/text';
import { hasTexts, yearsAfter, type Tip } from '@busker/core/tip/tip';
import { mayReply, replyLimit, thanksText, whyNotThanked, type Thanks } from '@busker/core/tip/tip-text';
import type { Deps, Owner } from '../deps';
import { mayThank } from '../limits/limit-rules';
import { enqueueEvents } from '../outbox/relay';
import { restrictedBy } from '../profiles/publish';
import { runJob, type JobPlan, type JobRun, type JobWork } from '../queue/job-work';
import { stored, type Transaction } from '../store/store';
import { writeTip } from '../tips/write-tip';

type ReplyDeps = Pick<Deps, 'store' | 'clock' | 'outboxQueue'>;
type Replied = Result<Pick<Tip, 'tipId' | 'reply'>>;

const trigger = { cause: 'reply', eventId: null } as const;

/**
 * The owner answers a tip; its fan reads the answer on the receipt. A changed answer keeps the time of the first one, from which the hour for changes
 * counts. The same text again changes nothing. Owners whose profile the host does not show cannot write, but can remove.
 */
export const replyToTip = (
  deps: ReplyDeps,
  { uid }: Owner,
  tipId: DocumentId,
  { text }: ReplyBody,
): Promise<Replied> => reply(deps, uid, tipId, () => text);

/** `textFor`: null = this tip is not answered. */
async function reply(
  deps: ReplyDeps,
  uid: string,
  tipId: string,
  textFor: (tip: Tip) => string | null,
): Promise<Replied> {
  const written = await writeReply(deps, uid, tipId, textFor);
  if (!written.ok) return written;
  const { before, after } = written.value;
  if (after !== before) await enqueueEvents(deps, before, after);
  return ok({ tipId, reply: after.reply });
}

interface Written {
  readonly before: Tip;
  /** The same when nothing changed. */
  readonly after: Tip;
}

function writeReply(
  { store, clock }: ReplyDeps,
  uid: string,
  tipId: string,
  textFor: (tip: Tip) => string | null,
): Promise<Result<Written>> {
  return store.transaction(async (tx) => {
    const tip = await tx.read(stored.tip(uid, tipId));
    const barred = await barredFrom(tx, uid, clock.now());
    const { keepTipsYears } = (await tx.read(stored.preferences(uid))) ?? defaultPreferences;
    if (tip === undefined) return fail(problem('tip-not-found'));
    if (barred !== null) return fail(barred);
    const text = textFor(tip);
    if (text !== null && tip.reply?.text === text) return ok({ before: tip, after: tip });
    if (text === null || !mayReply(tip, clock.now())) return fail(problem('reply-not-possible'));
    const reply = { text, at: tip.reply?.at ?? clock.now() };
    const eraseTextsAt = tip.eraseTextsAt ?? yearsAfter(tip.createdAt, keepTipsYears);
    const after = writeTip(tx, tip, { ...tip, reply, eraseTextsAt }, trigger, clock.now());
    return ok({ before: tip, after });
  });
}

/** An owner whose profile the host does not show reaches nobody. */
async function barredFrom(tx: Pick<Transaction, 'read'>, uid: string, now: number) {
  const restriction = restrictionOf(await tx.read(stored.standing(uid)), now);
  return restriction !== null && !rightsIn(restriction).shown ? restrictedBy(restriction) : null;
}

/** Removes the answer, at any time. */
export function removeReply(
  { store, clock }: ReplyDeps,
  { uid }: Owner,
  tipId: DocumentId,
): Promise<Replied> {
  return store.transaction(async (tx) => {
    const tip = await tx.read(stored.tip(uid, tipId));
    if (tip === undefined) return fail(problem('tip-not-found'));
    if (tip.reply === null) return ok({ tipId, reply: null });
    const eraseTextsAt = hasTexts({ ...tip, reply: null }) ? tip.eraseTextsAt : null;
    writeTip(tx, tip, { ...tip, reply: null, eraseTextsAt }, trigger, clock.now());
    return ok({ tipId, reply: null });
  });
}

type Run = ThanksSent['runs'][number];

const day = 24 * 60 * 60_000;

/** Texts for many fans that an owner may send within a day. */
const mostRuns = 10;

/** Milliseconds of work that the owner waits for. The dashboard gives up after 20 seconds, and asks again for what is left. */
const patience = 8000;

/** The same few words for every fan: a page of reads. */
const readAtOnce = 100;

/** How many fans are thanked at the same time. */
const writtenAtOnce = 20;

/** How many texts the owner sees before they are sent. */
const samplesShown = 3;

const jobKind = 'thank';

export const thankPlan: JobPlan = { queue: 'work', work: (...given) => thankWork(...given) };

/**
 * Thanks the fans of many tips: each reads the text as the owner's answer on the receipt. Everything is checked before the first one. The texts are
 * sent by a job, so that what a process leaves undone is done later; the same request asks how far it is, and sends nothing twice.
 */
export async function thankMany(deps: Deps, { uid }: Owner, body: ThanksBody): Promise<Result<ThanksAnswer>> {
  const before = runOf(await deps.store.read(stored.thanks(uid)), body.requestId);
  // How far it is, dialogs ask each few seconds: that must not use up what the owner may send.
  if (body.send && before !== undefined) return ok(await goOn(deps, uid, before, jobIdOf(jobKind, uid)));
  const allowed = await mayThank(deps, uid);
  if (!allowed.ok) return allowed;
  const locale = await localeOf(deps, uid);
  const found = await lookAt(deps, uid, body, locale);
  if (!found.ok) return found;
  const { told, ...counts } = found.value;
  const samples = told
    .slice(0, samplesShown)
    .map((tip) => ({ tipId: tip.tipId, text: thanksText(body, tip, locale) }));
  const tips = told.map(({ tipId }) => tipId);
  const run = { ...counts, tips, told: tips.length, isSent: tips.length === 0 };
  const wanted = await want(deps, uid, body, run);
  if (!wanted.ok) return wanted;
  if (!body.send) return ok({ state: 'preview', done: 0, told: tips.length, ...counts, samples });
  return ok({ ...(await goOn(deps, uid, wanted.value.run, wanted.value.job)), samples });
}

const runOf = (sent: ThanksSent | undefined, requestId: string): Run | undefined =>
  sent?.runs.find((run) => run.requestId === requestId);

/** Amounts are written as on the owner's page. */
const localeOf = async ({ store }: Pick<Deps, 'store'>, uid: string): Promise<string> =>
  (await store.read(stored.profile(uid)))?.language ?? 'en';

interface Found extends Pick<Run, 'notified' | 'mailed' | 'unnoticed' | 'left'> {
  readonly told: readonly Tip[];
}

/** Who would be told, in the order of the request. */
async function lookAt(
  { store, clock, config }: Pick<Deps, 'store' | 'clock' | 'config'>,
  uid: string,
  body: ThanksBody,
  locale: string,
): Promise<Result<Found>> {
  const now = clock.now();
  const left = { answered: 0, late: 0, unpaid: 0, gone: 0 };
  const told: Tip[] = [];
  const reached = { notified: 0, mailed: 0, unnoticed: 0 };
  const ids = [...new Set(body.tips)];
  for (let from = 0; from < ids.length; from += readAtOnce) {
    const known = ids.slice(from, from + readAtOnce).filter(isDocumentId);
    left.gone += Math.min(readAtOnce, ids.length - from) - known.length;
    const read = await store.readAll(known.map((tipId) => stored.tip(uid, tipId)));
    const here: Tip[] = [];
    for (const tip of read) {
      const why = whyNotThanked(tip, body, now);
      if (why !== null) left[why] += 1;
      else if (tip !== undefined) here.push(tip);
    }
    told.push(...here);
    const watches = await store.readAll(here.map(({ tipId }) => stored.tipWatch(tipId)));
    for (const watch of watches) {
      const isOpen = watch !== undefined && watch.expiresAt > now;
      const byPush = isOpen && config.push !== null && watch.subscriptions.length > 0;
      const byMail = isOpen && config.mails === 'smtp' && watch.mails.length > 0;
      if (byPush) reached.notified += 1;
      if (byMail) reached.mailed += 1;
      if (!byPush && !byMail) reached.unnoticed += 1;
    }
  }
  const isTooLong = told.some((tip) => codePointLength(thanksText(body, tip, locale)) > replyLimit);
  if (isTooLong) return fail(refusedFields({ text: fault('too-long', replyLimit) }));
  return ok({ told, left, ...reached });
}

interface Wanted {
  readonly run: Run;
  readonly job: JobId;
}

/** Stores what is to be sent. Two requests at the same time with one id are one. Without `send` it only says whether that would be possible. */
function want(
  { store, clock, jobs }: Deps,
  uid: string,
  { requestId, send, ...thanks }: ThanksBody,
  found: Omit<Run, 'requestId' | 'at' | 'again' | 'text' | 'nameless' | 'done'>,
): Promise<Result<Wanted>> {
  return store.transaction(async (tx) => {
    const now = clock.now();
    const { runs } = (await tx.read(stored.thanks(uid))) ?? noThanks;
    const barred = await barredFrom(tx, uid, now);
    const leaving = await tx.read(stored.leaving(uid));
    const isGone = (await tx.read(stored.deletion(uid))) !== undefined;
    if (isLeaving(leaving) || isGone) return fail(problem('account-leaving'));
    if (barred !== null) return fail(barred);
    const recent = runs.filter(({ at, isSent }) => !isSent || now - at < day);
    const [oldest] = recent;
    if (oldest !== undefined && recent.length >= mostRuns) {
      const retryAfterSeconds = Math.max(1, Math.ceil((oldest.at + day - now) / 1000));
      return fail(problem('too-many-requests', { figures: { retryAfterSeconds } }));
    }
    const { again, text, nameless } = thanks;
    const before = runOf({ v: 1, runs: recent }, requestId);
    const { isSent } = found;
    const run = before ?? {
      requestId,
      at: now,
      again,
      text: isSent ? '' : text,
      nameless,
      done: 0,
      ...found,
    };
    const job = jobIdOf(jobKind, uid);
    if (!send) return ok({ run, job });
    if (before === undefined) tx.write(stored.thanks(uid), { v: 1, runs: [...recent, run] });
    return ok({ run, job: run.isSent ? job : jobs.wantIn(tx, jobKind, uid) });
  });
}

/** Works for a few seconds, and says how far it is. What is left, the queue goes on with. */
async function goOn(deps: Deps, uid: string, { requestId }: Run, job: JobId): Promise<ThanksAnswer> {
  const began = deps.clock.now();
  const isEnding = () => deps.clock.now() - began > patience;
  await runJob(deps, job, { ...thankPlan, isEnding });
  const run = runOf(await deps.store.read(stored.thanks(uid)), requestId);
  if (run === undefined) throw new Error('A text for many fans is gone before it was sent');
  const { isSent, told, notified, mailed, unnoticed, left, barred } = run;
  const done = isSent ? run.done : await doneBy(deps, requestId, job);
  const counts = { told, notified, mailed, unnoticed, left, ...(barred !== undefined && { barred }) };
  return { state: isSent ? 'sent' : 'sending', ...counts, done, samples: [] };
}

/** `barred`: how many could not be told because the host did not show the page. */
const cursorOf = (requestId: string, place: number, barred: number): string =>
  `${requestId} ${place} ${barred}`;

/** How many fans of a text can read it while the job is at it. */
async function doneBy({ store }: Pick<Deps, 'store'>, requestId: string, id: JobId): Promise<number> {
  const job = await store.read(stored.job(id));
  return job?.cursor?.startsWith(`${requestId} `) === true ? job.progress.done : 0;
}

/** The job `thank` of an owner: sends one text after the other. The cursor is the id of the text, how many of its tips are done, and how many were barred. */
const thankWork: JobWork = async (deps, run) => {
  const uid = run.key;
  const locale = await localeOf(deps, uid);
  for (;;) {
    const sent = await deps.store.read(stored.thanks(uid));
    const next = sent?.runs.find(({ isSent }) => !isSent);
    if (next === undefined) return 'done';
    if (!(await send(deps, run, uid, next, locale))) return 'more';
  }
};

/** False = the slice is over before the last tip. A page that was written twice changes nothing: an answer with the same words stays as it is. */
async function send(deps: Deps, run: JobRun, uid: string, thanks: Run, locale: string): Promise<boolean> {
  const { requestId, tips } = thanks;
  const [id, place, before = 0] = run.cursor?.split(' ') ?? [];
  let from = id === requestId ? Number(place) : 0;
  let barred = from === 0 ? 0 : Number(before);
  let done = from === 0 ? 0 : run.progress.done;
  while (from < tips.length) {
    if (run.isOver()) return false;
    const page = tips.slice(from, from + writtenAtOnce);
    const answers = await Promise.all(
      page.map((tipId) => reply(deps, uid, tipId, (tip) => textOf(thanks, tip, locale, deps.clock.now()))),
    );
    done += answers.filter(({ ok: isDone }) => isDone).length;
    barred += answers.filter((each) => !each.ok && each.problem.code === 'profile-restricted').length;
    from += page.length;
    await run.save(cursorOf(requestId, from, barred), { done, total: tips.length });
  }
  await end(deps, uid, requestId, { done, ...(barred > 0 && { barred }) });
  return true;
}

/** Null: the tip was answered or given back since the owner looked. A text that was written before its page was saved is there already. */
function textOf(thanks: Thanks, tip: Tip, locale: string, now: number): string | null {
  const text = thanksText(thanks, tip, locale);
  return tip.reply?.text === text || whyNotThanked(tip, thanks, now) === null ? text : null;
}

function end(
  { store }: Pick<Deps, 'store'>,
  uid: string,
  requestId: string,
  told: Pick<Run, 'done' | 'barred'>,
): Promise<void> {
  return store.transaction(async (tx) => {
    const sent = await tx.read(stored.thanks(uid));
    if (sent === undefined) return;
    const runs = sent.runs.map((run) =>
      run.requestId === requestId ? { ...run, ...told, isSent: true, text: '', tips: [] } : run,
    );
    tx.write(stored.thanks(uid), { v: 1, runs });
  });
}
