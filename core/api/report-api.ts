import * as v from 'valibot';
import { emailAddress, maxEmailLength } from '../base/email-address';
import { fault } from '../base/field-faults';
import { cleanText } from '../base/text-schema';
import { formKinds, isAnonymous } from '../report/report';
import { pageAddress } from './owner-api';

/** Characters (code points). */
export const reportTextLimits = { ground: 500, why: 4000, name: 100, email: maxEmailLength } as const;

const missing = { empty: fault('text-missing') };

/** The fields of `POST /report`, as typed. Name and email are optional only for the kinds that allow anonymous reports. */
export const reportForm = v.pipe(
  v.object({
    kind: v.picklist(formKinds, fault('reason-missing')),
    address: pageAddress,
    ground: cleanText(reportTextLimits.ground, missing),
    why: cleanText(reportTextLimits.why, { ...missing, lines: true }),
    name: cleanText(reportTextLimits.name),
    email: v.union(
      [v.pipe(v.string(), v.trim(), v.literal('')), emailAddress(fault('text-missing'))],
      fault('text-missing'),
    ),
    goodFaith: v.literal('on', fault('text-missing')),
  }),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed || isAnonymous(dataset.value.kind)) return;
    const input = dataset.value;
    for (const key of ['name', 'email'] as const) {
      const path = [{ type: 'object', origin: 'value', input, key, value: input[key] }] as const;
      if (input[key] === '') addIssue({ message: fault('text-missing'), path: [...path] });
    }
  }),
);
export type ReportForm = v.InferOutput<typeof reportForm>;
