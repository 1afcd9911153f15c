import * as v from 'valibot';
import { shippedLanguages } from '../base/language-tags';
import type { Result } from '../base/result';
import { outcomes, reportKinds, type Decision, type Report, type ReportState } from '../report/report';
import { decodeStored, type StoredData } from './stored-document';
import { dateOf, storedTime } from './stored-time';

const text = v.string();

const decision = v.object({
  outcome: v.picklist(outcomes),
  facts: text,
  ground: text,
  foundByMachine: v.boolean(),
  by: text,
  byUid: v.optional(text),
  at: storedTime,
  until: v.nullable(storedTime),
});

const state = v.variant('name', [
  v.object({ name: v.literal('received') }),
  v.object({ name: v.literal('looked-at'), by: text, at: storedTime }),
  v.object({ name: v.literal('decided'), decision }),
  v.object({ name: v.literal('appealed'), decision, appealedAt: storedTime }),
  v.object({
    name: v.literal('closed'),
    decision,
    appeal: v.nullable(v.picklist(['upheld', 'reversed'])),
    at: storedTime,
  }),
]);

const reportDocument = {
  version: 1,
  schema: v.object({
    v: v.literal(1),
    id: text,
    state,
    kind: v.picklist(reportKinds),
    address: text,
    subject: v.nullable(v.object({ uid: text, handle: text })),
    ground: text,
    why: text,
    name: v.nullable(text),
    email: v.nullable(text),
    language: v.picklist(shippedLanguages),
    receivedAt: storedTime,
    expiresAt: v.nullable(storedTime),
  }),
};

export function decodeReport(stored: unknown): Result<Report> {
  return decodeStored(reportDocument, stored);
}

export function encodeReport(report: Report): StoredData {
  const { state: current, receivedAt, expiresAt } = report;
  return {
    ...report,
    state: encodeState(current),
    receivedAt: dateOf(receivedAt),
    expiresAt: dateOf(expiresAt),
  };
}

const encodeDecision = (given: Decision): StoredData => ({
  ...given,
  at: dateOf(given.at),
  until: dateOf(given.until),
});

function encodeState(given: ReportState): StoredData {
  const times = Object.fromEntries(
    Object.entries(given).flatMap(([key, value]) =>
      typeof value === 'number' ? [[key, dateOf(value)] as const] : [],
    ),
  );
  const decided = 'decision' in given ? { decision: encodeDecision(given.decision) } : {};
  return { ...given, ...times, ...decided };
}
