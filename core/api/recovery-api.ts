import * as v from 'valibot';

/** Recovery codes: what signs in once when the authenticator app is lost. */

/** The answer of `GET /v1/me/recovery-codes`: how many unused codes there are, and when they were made (epoch milliseconds; null = never). */
export const recoveryAnswer = v.strictObject({ left: v.number(), madeAt: v.nullable(v.number()) });
export type RecoveryAnswer = v.InferOutput<typeof recoveryAnswer>;

/** The answer of `POST /v1/me/recovery-codes`: new codes, shown once. Earlier ones no longer work. */
export const newCodesAnswer = v.strictObject({ codes: v.array(v.string()), madeAt: v.number() });
export type NewCodesAnswer = v.InferOutput<typeof newCodesAnswer>;

/**
 * Body of `POST /v1/recovery`, without a sign-in. `pending` = what the sign-in service gave for the first step, `factor` = the id of the second factor
 * that it asks for.
 */
export const recoveryBody = v.strictObject({
  pending: v.pipe(v.string(), v.minLength(1), v.maxLength(8192)),
  factor: v.pipe(v.string(), v.minLength(1), v.maxLength(128)),
  code: v.pipe(v.string(), v.minLength(1), v.maxLength(64)),
});
export type RecoveryBody = v.InferOutput<typeof recoveryBody>;

/** The answer: the second step is off, and the first one now signs in alone. */
export const recoveredAnswer = v.strictObject({ recovered: v.literal(true) });
export type RecoveredAnswer = v.InferOutput<typeof recoveredAnswer>;
