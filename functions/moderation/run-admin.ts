import type { AuditEntry } from '../../core/documents/audit-document';
import type { Decider } from '../../core/profile/standing';
import type { Deps } from '../deps';
import type { AdminCall } from './admin-call';
import type { AdminOutcome } from '../admin/command';
import { planAct } from './admin-plan';
import { findOwner } from './find-owner';
import { ownerOverview, type OwnerOverview } from './owner-overview';
import { readAudit } from '../admin/audit';
import { described } from './standing-plan';

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
