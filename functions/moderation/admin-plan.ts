import type { AuditVerb } from '../../core/documents/audit-document';
import { unreachable } from '../../core/base/result';
import type { Decider } from '../../core/profile/standing';
import { startDeletion } from '../accounts/start-deletion';
import type { Deps } from '../deps';
import { stored } from '../store/stored';
import { reconcileAccount } from '../tips/looks/look-by-hand';
import type { AdminAct, AdminPlan } from './admin-act';
import type { AdminOutcome } from '../admin/command';
import { actedBy, recordAct } from '../admin/audit';
import { purgePictures, withheldPictures } from './purge-pictures';
import { standingPlan } from './standing-plan';

/** Reads what a verb would change, without writing anything. */
export function planAct(deps: Deps, who: Decider, call: AdminAct): Promise<AdminPlan> {
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
        const looked = await reconcileAccount(deps, call.subject);
        const data = { looked };
        switch (looked) {
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
            return unreachable(looked);
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
