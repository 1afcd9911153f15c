import { fail, ok, unreachable, type Result } from '../../core/base/result';
import { paths } from '../../core/documents/documents';
import { yearOf } from '../../core/documents/totals-document';
import {
  restrictionOf,
  longestHidden,
  type LimitedPart,
  type ChangeRefusal,
  type Decider,
  type StandingWish,
} from '../../core/profile/standing';
import {
  afterEvent,
  inState,
  type Decision,
  type Outcome,
  type Report,
  type ReportRefusal,
} from '../../core/report/report';
import type { Deps } from '../deps';
import { letter, type Letter } from '../mail/post-mail';
import { actedBy, auditRecord } from '../admin/audit';
import { changeStanding } from '../standing/change-standing';
import type { Transaction, Writes } from '../store/store';
import { stored } from '../store/stored';
import { reportMails } from './report-mails';
import { ownerLetters } from './owner-letters';
import { hostName, subjectOf, reportLink } from './receive-report';

const day = 24 * 60 * 60_000;

/** What a person decides about a report. */
export interface ReportDecision {
  readonly who: Decider;
  readonly reportId: string;
  readonly outcome: Outcome;
  /** The facts and the weighing, for the owner and the reporter. */
  readonly facts: string;
  /** Null = as the reporter named it. */
  readonly ground: string | null;
  /** How long the measure lasts; null = as long as it can. */
  readonly days: number | null;
  /** The parts that are limited. */
  readonly parts: readonly LimitedPart[];
  readonly foundByMachine: boolean;
  /** The handle of the owner, when the reported address did not lead to one. */
  readonly handle: string | null;
  /** When the report was decided before, as the person saw it; null = not decided; absent = any. */
  readonly seenAt?: number | null | undefined;
}

const decidedAt = ({ state }: Report): number | null => ('decision' in state ? state.decision.at : null);

/** `no-report`: no report has this number. `no-owner`: the owner of the reported page is unknown. */
export type DecisionRefusal = ChangeRefusal | ReportRefusal | 'no-report' | 'no-owner';

/** Another person was faster, so this transaction must not be committed. */
class Overtaken extends Error {}

type Decided = { readonly report: Report; readonly decision: Decision };

/** The decided report, and the writes of the decision, before anything is written. */
interface Prepared extends Decided {
  readonly uid: string | null;
  write(tx: Transaction): Promise<(writes: Writes) => void>;
}

/**
 * Decides a report. The decision, the standing that follows from it, the audit, the counts and the mails to reporter and owner are one transaction. A
 * profile that was hidden for this report is shown again when nothing has to be done.
 */
export async function decideReport(
  deps: Deps,
  wanted: ReportDecision,
): Promise<Result<Decided, DecisionRefusal>> {
  const prepared = await prepare(deps, wanted);
  if (!prepared.ok) return prepared;
  const { report, decision, uid } = prepared.value;
  try {
    const wish = await wishOf(deps, wanted, uid);
    if (wish === null) {
      await writeDown(deps, wanted, prepared.value);
      return ok({ report, decision });
    }
    if (uid === null) return fail('no-owner');
    const changed = await changeStanding(
      deps,
      {
        who: wanted.who,
        uid,
        wish,
        reason: `${decision.facts} (${decision.ground})`,
        reportId: report.id,
        decisionId: report.id,
      },
      (tx) => prepared.value.write(tx),
    );
    return changed.ok ? ok({ report, decision }) : changed;
  } catch (error) {
    if (error instanceof Overtaken) return fail('wrong-state');
    throw error;
  }
}

async function prepare(deps: Deps, wanted: ReportDecision): Promise<Result<Prepared, DecisionRefusal>> {
  const { store, clock } = deps;
  const { reportId, outcome, facts, who, days, foundByMachine } = wanted;
  const found = await store.read(stored.report(reportId));
  if (found === undefined) return fail('no-report');
  if (wanted.seenAt !== undefined && wanted.seenAt !== decidedAt(found)) return fail('wrong-state');
  const subject = wanted.handle === null ? found.subject : await subjectOf(deps, wanted.handle);
  const at = clock.now();
  const shortest = outcome === 'hidden' ? at + longestHidden : null;
  const until = outcome === 'no-action' ? null : days === null ? shortest : at + days * day;
  const ground = wanted.ground ?? found.ground;
  const by = { by: who.name, ...(who.uid === undefined ? {} : { byUid: who.uid }) };
  const decision: Decision = { outcome, facts, ground, foundByMachine, ...by, at, until };
  const next = afterEvent(found.state, { kind: 'decide', decision });
  if (!next.ok) return next;
  const report = inState({ ...found, subject }, next.value);
  const letters = await lettersOf(deps, found, report, decision);
  return ok({
    report,
    decision,
    uid: subject?.uid ?? null,
    async write(tx) {
      const current = await tx.read(stored.report(reportId));
      // Two decisions to hide a page could follow each other, so the earlier decision has to be the same too.
      const isSame = current !== undefined && decidedAt(current) === decidedAt(found);
      if (!isSame || !afterEvent(current.state, { kind: 'decide', decision }).ok) throw new Overtaken();
      return (writes) => {
        writes.write(stored.report(reportId), report);
        const year = yearOf(at);
        writes.add(paths.yearCounts(year), { [`decisions.${outcome}`]: 1 }, { v: 1, year });
        for (const each of letters) each.write(writes);
      };
    },
  });
}

/** The decision for the reporter, and the statement of reasons for the owner (Articles 16 (5) and 17 of Regulation (EU) 2022/2065). */
async function lettersOf(
  deps: Deps,
  before: Report,
  { subject, ...report }: Report,
  decision: Decision,
): Promise<readonly Letter[]> {
  const { config } = deps;
  const host = hostName(config);
  const reply = config.operator?.reportEmail ?? host;
  const link = reportLink(config, report.id, report.language);
  const about = { decision, reply, host, link, report: before };
  const toReporter =
    report.email === null ? [] : [letter(deps, report.email, reportMails(report.language).decision(about))];
  // An owner without a restriction gets no mail, except when their hidden page is shown again.
  const concernsOwner = decision.outcome !== 'no-action' || before.state.name === 'decided';
  if (subject === null || !concernsOwner) return toReporter;
  const letterAbout = await ownerLetters(deps, subject.uid, subject.handle);
  const { outcome } = decision;
  const statement = letterAbout({ ...decision, measure: outcome === 'no-action' ? 'none' : outcome });
  return statement === null ? toReporter : [...toReporter, statement];
}

/** The standing after the decision; null = it does not change. */
async function wishOf(
  { store, clock }: Deps,
  { outcome, parts, days, reportId }: ReportDecision,
  uid: string | null,
): Promise<StandingWish | null> {
  const until = days === null ? null : clock.now() + days * day;
  switch (outcome) {
    case 'no-action': {
      const standing = uid === null ? undefined : await store.read(stored.standing(uid));
      const restriction = restrictionOf(standing, clock.now());
      return restriction?.state === 'hidden' && restriction.decisionId === reportId
        ? { state: 'good' }
        : null;
    }
    case 'limited':
      return { state: 'limited', scope: parts, until };
    case 'hidden':
      return { state: 'hidden', until };
    case 'suspended': {
      const report = await store.read(stored.report(reportId));
      return { state: 'suspended', isOrder: report?.kind === 'order', until };
    }
    default:
      return unreachable(outcome);
  }
}

async function writeDown(
  deps: Deps,
  { who, facts, reportId }: ReportDecision,
  prepared: Prepared,
): Promise<void> {
  const record = auditRecord(deps);
  await deps.store.transaction(async (tx) => {
    const others = await prepared.write(tx);
    record.write(tx, {
      ...actedBy(who),
      verb: 'decide',
      subject: prepared.uid ?? reportId,
      outcome: 'done',
      before: null,
      after: null,
      reason: facts,
      reportId,
    });
    others(tx);
  });
  record.say();
}
