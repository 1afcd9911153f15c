import type { StandingVerb } from '@busker/core/dashboard-api/moderation-api';
import { unreachable } from '@busker/core/base/result';
import type { AuditEntry, AuditVerb } from '@busker/core/moderation/report-document';
import { picturesOf } from '@busker/core/profile-documents/profile-document';
import {
  restrictionOf,
  standingAfter,
  type ChangeRefusal,
  type Decider,
  type Standing,
  type StandingWish,
} from '@busker/core/moderation/standing';
import { startDeletion } from '../accounts/start-deletion';
import { actedBy, readAudit, recordAct } from '../admin/audit';
import type { AdminOutcome } from '../admin/command';
import type { Deps } from '../deps';
import type { PublicPicture } from '../pictures/pictures';
import { measureOf, ownerLetters } from '../reports/decisions';
import { changeStanding } from '../standing/standing-routes';
import { stored } from '../store/store';
import { reconcileAccount } from '../reconcile/reconcile-account';
import type { AdminCall, AdminVerbName } from './admin-call';
import { findOwner, ownerOverview, type OwnerOverview } from './find-owner';

/** What a verb would do, and the function that does it. `refused`: the verb cannot be carried out. */
type AdminPlan =
  | { readonly kind: 'possible'; readonly lines: readonly string[]; act(): Promise<AdminOutcome> }
  | { readonly kind: 'refused'; readonly why: string; act(): Promise<AdminOutcome> };

type WritingVerb = Exclude<AdminVerbName, 'find' | 'show' | 'audit'>;

/** A call to a writing verb about an owner, by uid, or about a Stripe account. */
interface AdminAct extends AdminCall {
  readonly verb: WritingVerb;
  readonly subject: string;
}

/** The published pictures of an owner that are withheld from visitors. */
async function withheldPictures(
  { store, pictures }: Pick<Deps, 'store' | 'pictures'>,
  uid: string,
): Promise<readonly PublicPicture[]> {
  const profile = await store.read(stored.profile(uid));
  const hashes = profile === undefined ? [] : picturesOf(profile).map(({ sha256 }) => sha256);
  const copies = await Promise.all([...new Set(hashes)].map((sha256) => pictures.findPublic(sha256)));
  return copies.filter((copy) => copy !== undefined).filter(({ withheldSince }) => withheldSince !== null);
}

/** Deletes their bytes for good, and takes them out of the profile. A restored owner publishes them again. */
export async function purgePictures(deps: Pick<Deps, 'store' | 'pictures'>, uid: string): Promise<number> {
  const withheld = await withheldPictures(deps, uid);
  const purged = new Set(withheld.map(({ sha256 }) => sha256));
  await deps.store.transaction(async (tx) => {
    const profile = await tx.read(stored.profile(uid));
    if (profile === undefined) return;
    const { picture, linkPictures, pagePictures } = profile;
    const isKept = ({ sha256 }: { readonly sha256: string }) => !purged.has(sha256);
    tx.write(stored.profile(uid), {
      ...profile,
      picture: picture !== null && isKept(picture) ? picture : null,
      linkPictures: linkPictures.filter(isKept),
      pagePictures: pagePictures.filter(isKept),
    });
  });
  for (const copy of withheld) await deps.pictures.removePublic(copy);
  return withheld.length;
}

type StandingCall = AdminAct & { readonly verb: StandingVerb };

const dayMs = 24 * 60 * 60_000;

const refusals: Readonly<Record<ChangeRefusal, string>> = {
  'not-allowed': 'A moderator may hide and limit profiles, and nothing else.',
  'set-by-admin': 'An admin decided this. Only an admin can change it.',
  final: 'The profile is closed for good.',
  'not-suspended': 'Only a suspended profile can be closed, when the time to object is over.',
  'nothing-to-limit': 'Name what to limit.',
  'too-long': 'A profile can be hidden for 7 days at most, counted from the first time. Then decide.',
  over: 'The end lies in the past.',
  unchanged: 'There is nothing to restore.',
  changed: 'The restriction has changed meanwhile. Look at it again.',
};

/** The change of an owner's standing by a verb. */
async function standingPlan(deps: Deps, who: Decider, call: StandingCall): Promise<AdminPlan> {
  const { subject: uid, reason, reportId, ground, seenSince } = call;
  const now = deps.clock.now();
  const wish = wishOf(call, now);
  const before = await deps.store.read(stored.standing(uid));
  const act = async (): Promise<AdminOutcome> => {
    const decision = { who, uid, wish, reason, reportId, decisionId: null, seenSince };
    const letterAbout = await ownerLetters(deps, uid);
    let isMailed = false;
    const changed = await changeStanding(deps, decision, (_tx, standing) => {
      const statement = standing && { ...measureOf(standing), facts: reason, ground, foundByMachine: false };
      const mail = statement && letterAbout(statement);
      isMailed = mail !== null;
      return Promise.resolve((writes) => mail?.write(writes));
    });
    if (!changed.ok)
      return { done: false, lines: [refusals[changed.problem]], data: { refused: changed.problem } };
    const { after, payments } = changed.value;
    const ended = payments.ended > 0 ? [`Ended ${payments.ended} open payments.`] : [];
    const missed =
      payments.missed > 0
        ? [`${payments.missed} open payments were not ended. The hourly sweep tries again.`]
        : [];
    const lines = [`${uid}: ${described(after)}.`, ...ended, ...missed, ...reasonNotes(deps, isMailed)];
    return { done: true, lines, data: changed.value };
  };
  const after = standingAfter({ before, wish, who, reason, decisionId: null, seenSince, now });
  if (!after.ok) return { kind: 'refused', why: refusals[after.problem], act };
  const { profile, openPayments } = await ownerOverview(deps, uid);
  const name = profile === null ? 'nothing published' : `@${profile.handle}`;
  const change = `${uid} (${name}): ${described(restrictionOf(before, now))} → ${described(after.value)}.`;
  const stops = wish.state === 'suspended' || wish.state === 'closed';
  const lines = stops && openPayments > 0 ? [change, `Ends ${openPayments} open payments.`] : [change];
  const reads = `The owner reads, in the dashboard and by mail: ${reason}`;
  return { kind: 'possible', lines: [...lines, reads], act };
}

/** Notes about the statement of reasons. */
function reasonNotes({ config }: Deps, isMailed: boolean): readonly string[] {
  if (!isMailed) return ['The owner has no email address, so only the dashboard says why.'];
  return config.mails !== 'print'
    ? ['The owner gets the reasons by mail.']
    : ['Send the owner the reasons: npm run admin -- mails list'];
}

function wishOf({ verb, days, parts, isOrder }: StandingCall, now: number): StandingWish {
  const until = days === null ? null : now + days * dayMs;
  switch (verb) {
    case 'hide':
      return { state: 'hidden', until };
    case 'limit':
      return { state: 'limited', scope: parts, until };
    case 'pause-payments':
      return { state: 'payments-paused', until };
    case 'suspend':
      return { state: 'suspended', isOrder, until };
    case 'restore':
      return { state: 'good' };
    case 'close':
      return { state: 'closed' };
    default:
      return unreachable(verb);
  }
}

/** A restriction in a few words: `hidden until 2026-11-27T12:00:00.000Z`. */
function described(standing: Standing | null): string {
  if (standing === null || standing.state === 'good') return 'good';
  const { state, scope, until } = standing;
  const named = scope.length > 0 ? ` (${scope.join(', ')})` : '';
  return `${state}${named}${until === null ? '' : ` until ${new Date(until).toISOString()}`}`;
}

/** Reads what a verb would change, without writing anything. */
function planAct(deps: Deps, who: Decider, call: AdminAct): Promise<AdminPlan> {
  const { verb } = call;
  switch (verb) {
    case 'hide':
    case 'limit':
    case 'pause-payments':
    case 'suspend':
    case 'restore':
    case 'close':
      return standingPlan(deps, who, { ...call, verb });
    case 'purge':
      return purgePlan(deps, who, call);
    case 'erase':
      return erasePlan(deps, who, call);
    case 'look':
      return Promise.resolve(lookPlan(deps, who, call));
    case 'grant':
      return rightPlan(deps, who, call, 'moderator');
    case 'revoke':
      return rightPlan(deps, who, call, null);
    default:
      return unreachable(verb);
  }
}

/** These acts change more than the store. The audit has an entry before they begin, and another one if they fail. */
async function recorded(
  deps: Deps,
  who: Decider,
  { verb, subject, reason, reportId }: AdminAct & { readonly verb: AuditVerb },
  work: () => Promise<AdminOutcome>,
): Promise<AdminOutcome> {
  const entry = { ...actedBy(who), verb, subject, before: null, after: null, reportId };
  await recordAct(deps, { ...entry, outcome: 'done', reason });
  const outcome = await work();
  if (!outcome.done)
    await recordAct(deps, { ...entry, outcome: 'refused', reason: `${reason} (${outcome.lines.join(' ')})` });
  return outcome;
}

async function purgePlan(deps: Deps, who: Decider, call: AdminAct): Promise<AdminPlan> {
  const withheld = await withheldPictures(deps, call.subject);
  const paths = withheld.map(({ sha256 }) => `/img/${sha256}`);
  return {
    kind: 'possible',
    lines: [`Deletes ${paths.length} withheld pictures of ${call.subject} for good.`, ...paths],
    act: () =>
      recorded(deps, who, call, async () => {
        const purged = await purgePictures(deps, call.subject);
        const edge = 'The edge keeps a picture for a day at most. A release of Hosting ends that at once.';
        return { done: true, lines: [`Deleted ${purged} pictures.`, edge], data: { purged } };
      }),
  };
}

async function erasePlan(deps: Deps, who: Decider, call: AdminAct): Promise<AdminPlan> {
  const { subject: uid } = call;
  const handle = (await deps.store.read(stored.profile(uid)))?.handle ?? '';
  return {
    kind: 'possible',
    lines: [
      `Deletes the account ${uid}${handle && ` (@${handle})`}: profile, draft, tips, uploads and sign-in. It cannot be undone.`,
      'The books keep amounts and Stripe’s ids; used handles stay taken; the audit stays.',
    ],
    act: () =>
      recorded(deps, who, call, async () => {
        const started = await startDeletion(deps, { uid }, { handle });
        if (started.ok && started.value.deleted)
          return { done: true, lines: [`Deleted the account ${uid}.`], data: { deleted: uid } };
        if (started.ok) {
          const lines = [`The account ${uid} is being deleted. The job delete-${uid} ends by itself.`];
          return { done: true, lines, data: { deleting: uid } };
        }
        const { code, detail } = started.problem;
        return { done: false, lines: [`${code}: ${detail}`], data: { problem: code } };
      }),
  };
}

function lookPlan(deps: Deps, who: Decider, call: AdminAct): AdminPlan {
  return {
    kind: 'possible',
    lines: [
      `Compares the payments of ${call.subject} at Stripe with the stored tips, and corrects what differs.`,
    ],
    act: () =>
      recorded(deps, who, call, async () => {
        const checked = await reconcileAccount(deps, call.subject);
        const data = { looked: checked };
        switch (checked) {
          case 'changed':
            return {
              done: true,
              lines: ['Some tips differed and were corrected; the log names them.'],
              data,
            };
          case 'same':
            return { done: true, lines: ['Nothing differed.'], data };
          case 'gone':
            return { done: false, lines: ['Stripe no longer shows us this account.'], data };
          case 'unknown':
            return { done: false, lines: ['No owner has connected this account.'], data };
          case 'not-answered':
            return { done: false, lines: ['Stripe did not answer, or refused. The log says more.'], data };
          default:
            return unreachable(checked);
        }
      }),
  };
}

async function rightPlan(
  deps: Deps,
  who: Decider,
  call: AdminAct,
  role: 'moderator' | null,
): Promise<AdminPlan> {
  const user = await deps.users.find({ uid: call.subject });
  if (user === undefined) {
    const why = `${call.subject} cannot sign in: there is no such user.`;
    return { kind: 'refused', why, act: () => Promise.resolve({ done: false, lines: [why], data: null }) };
  }
  const name = user.email ?? user.uid;
  return {
    kind: 'possible',
    lines: [role === null ? `Takes the right of a moderator from ${name}.` : `Makes ${name} a moderator.`],
    act: () =>
      recorded(deps, who, call, async () => {
        await deps.users.setRole(user.uid, role);
        const lines = [role === null ? `${name} is no moderator any more.` : `${name} is a moderator.`];
        return { done: true, lines, data: { uid: user.uid, role } };
      }),
  };
}

const shownActs = 50;

/** Runs a command of `npm run admin`. Without `yes`, a verb that writes only says what it would do. */
export async function runAdmin(deps: Deps, who: Decider, call: AdminCall): Promise<AdminOutcome> {
  const { verb, subject } = call;
  if (subject === null) return listed(await readAudit(deps, null, shownActs));
  const about = verb === 'look' ? subject : (await findOwner(deps, subject))?.uid;
  if (about === undefined) return { done: false, lines: [`Nobody is found by "${subject}".`], data: null };
  if (verb === 'audit') return listed(await readAudit(deps, about, shownActs));
  if (verb === 'find' || verb === 'show') {
    const overview = await ownerOverview(deps, about);
    return { done: true, lines: (verb === 'find' ? brief : full)(overview), data: overview };
  }
  const plan = await planAct(deps, who, { ...call, verb, subject: about });
  if (call.yes) return plan.act();
  if (plan.kind === 'refused') return { done: false, lines: [plan.why], data: { refused: plan.why } };
  const hint = 'Nothing was written. Repeat it with --yes to do it.';
  return { done: true, lines: [...plan.lines, hint], data: { would: plan.lines } };
}

const brief = ({ uid, email, profile, restriction }: OwnerOverview): readonly string[] => [
  `${uid}  ${profile === null ? '(nothing published)' : `@${profile.handle}`}  ${email ?? '(no email)'}  ${described(restriction)}`,
];

function full(overview: OwnerOverview): readonly string[] {
  const { profile, payments, restriction, pictures, openPayments, deletedAt, role } = overview;
  const links = Object.entries(profile?.links ?? {});
  return [
    ...brief(overview),
    ...(deletedAt === null ? [] : [`deleted ${time(deletedAt)}`]),
    ...(role === null ? [] : [`right: ${role}`]),
    ...(restriction === null
      ? []
      : [`since ${time(restriction.since)} by ${restriction.by}: ${restriction.reason}`]),
    ...(profile === null
      ? []
      : [`name: ${profile.name}`, `earlier handles: ${profile.aliases.join(', ') || 'none'}`]),
    ...links.map(([id, { label, url }]) => `link:${id}  ${label}  ${url}`),
    ...Object.entries(profile?.blocks ?? {}).map(([id, { kind, label }]) => `block:${id}  ${kind}  ${label}`),
    ...pictures.map((path) => `picture  ${path}`),
    `payments: ${payments === null ? 'never started' : `${payments.cardPayments}, ${payments.accountId ?? 'no account'}`}`,
    `open payments: ${openPayments}`,
  ];
}

const time = (millis: number) => new Date(millis).toISOString();

function listed(entries: readonly AuditEntry[]): AdminOutcome {
  const lines = entries.map(
    ({ at, who, role, verb, subject, outcome, reason }) =>
      `${time(at)}  ${who} (${role})  ${verb} ${subject}  ${outcome}: ${reason}`,
  );
  return { done: true, lines: lines.length > 0 ? lines : ['No acts yet.'], data: entries };
}
