import * as v from 'valibot';

const day = v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-\d{2}$/, 'Write a date such as 2026-01-31.'));

/** Body of `POST /v1/me/terms`: the owner has seen this version of the terms. */
export const seenTermsBody = v.strictObject({ version: day });
export type SeenTermsBody = v.InferOutput<typeof seenTermsBody>;

/** The answer of `GET` and `POST /v1/me/terms`. */
export const termsAnswer = v.strictObject({
  /** The version that applies from this date on; null = the host's terms have no version. */
  version: v.nullable(day),
  /** The newest version that the owner has seen; null = none. */
  seen: v.nullable(day),
});
export type TermsAnswer = v.InferOutput<typeof termsAnswer>;
