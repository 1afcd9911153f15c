import * as v from 'valibot';
import type { Result } from '../base/result';
import { measures, type Appeal } from '../report/report';
import { decodeStored, type StoredData } from './stored-document';
import { dateOf, storedTime } from './stored-time';

const text = v.string();

const appealDocument = {
  version: 1,
  schema: v.object({
    v: v.literal(1),
    id: text,
    // Documents of earlier releases have only objections of owners.
    from: v.optional(v.picklist(['owner', 'reporter']), 'owner'),
    uid: v.nullable(text),
    handle: v.nullable(text),
    measure: v.picklist(measures),
    since: storedTime,
    reason: text,
    decidedBy: text,
    decidedByUid: v.optional(text),
    reportId: v.nullable(text),
    text,
    language: text,
    madeAt: storedTime,
    answer: v.nullable(
      v.object({
        outcome: v.picklist(['upheld', 'reversed']),
        text,
        by: text,
        byUid: v.optional(text),
        at: storedTime,
        samePerson: v.boolean(),
      }),
    ),
    expiresAt: v.nullable(storedTime),
  }),
};

export function decodeAppeal(stored: unknown): Result<Appeal> {
  return decodeStored(appealDocument, stored);
}

export function encodeAppeal(appeal: Appeal): StoredData {
  const { since, madeAt, expiresAt, answer } = appeal;
  return {
    ...appeal,
    since: dateOf(since),
    madeAt: dateOf(madeAt),
    expiresAt: dateOf(expiresAt),
    answer: answer && { ...answer, at: dateOf(answer.at) },
  };
}
