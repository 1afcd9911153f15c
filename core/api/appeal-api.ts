import * as v from 'valibot';
import { fault } from '../base/field-faults';
import { cleanText } from '../base/text-schema';

/** Characters (code points). */
export const appealTextLimit = 4000;

/** Body of `POST /v1/me/appeals`: why the owner objects to the restriction of the profile. */
export const appealBody = v.strictObject({
  text: v.pipe(
    v.string(fault('text-missing')),
    v.maxLength(appealTextLimit * 2, fault('too-long', appealTextLimit)),
    cleanText(appealTextLimit, { empty: fault('text-missing'), lines: true }),
  ),
});
export type AppealBody = v.InferOutput<typeof appealBody>;

/** The answer of `POST` and `GET /v1/me/appeals`: the objection to the current restriction. `none`: there is no objection. */
export const appealAnswer = v.strictObject({
  state: v.picklist(['none', 'open', 'upheld', 'reversed']),
  /** Epoch milliseconds; null = no objection yet. */
  madeAt: v.nullable(v.number()),
  /** The reasons that the host gives in the answer; null = not answered yet. */
  answer: v.nullable(v.string()),
});
export type AppealState = v.InferOutput<typeof appealAnswer>;
