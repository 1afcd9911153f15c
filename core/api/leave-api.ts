import * as v from 'valibot';
import { exportChoiceFields } from '../documents/export-choice';
import { leavingState } from '../documents/leaving-document';

/** Bodies and answers of exports and deletions. */

/** Body of `POST /v1/me/export` and of `POST /v1/me/exports`. */
export const exportBody = v.pipe(
  v.strictObject(exportChoiceFields),
  v.forward(
    v.check(
      ({ from, until }) => from === '' || until === '' || from <= until,
      'until must not be before from.',
    ),
    ['until'],
  ),
);
export type ExportBody = v.InferOutput<typeof exportBody>;

/** The answer: the export is being prepared. */
export const exportAnswer = v.strictObject({ id: v.string() });
export type ExportAnswer = v.InferOutput<typeof exportAnswer>;

/** Milliseconds for which a link to an export works. */
export const exportLinkLifetime = 15 * 60_000;

/** The answer of `POST /v1/me/exports/link`: an address that works for everybody who has it, until `expiresAt` (epoch milliseconds). */
export const exportLinkAnswer = v.strictObject({ url: v.string(), expiresAt: v.number() });
export type ExportLinkAnswer = v.InferOutput<typeof exportLinkAnswer>;

/** The answer of `POST /v1/me/delete`. With `ticket` the deletion goes on by itself; anybody who has the ticket may ask how far it is. */
export const deleteAnswer = v.union([
  v.strictObject({ deleted: v.literal(true) }),
  v.strictObject({ deleted: v.literal(false), ticket: v.string() }),
]);
export type DeleteAnswer = v.InferOutput<typeof deleteAnswer>;

/** The answer of `GET /v1/deletion`, with the ticket as the bearer token. `unknown`: nobody knows the ticket any more. */
export const deletionAnswer = v.union([leavingState, v.strictObject({ name: v.literal('unknown') })]);
export type DeletionAnswer = v.InferOutput<typeof deletionAnswer>;
