import * as v from 'valibot';
import { ok, type Result } from '../base/result';
import { decodeStored, type StoredData } from './stored-document';
import {
  exportChoiceFields,
  exportFormats,
  wholeExport,
  type ExportChoice,
  type ExportFormat,
} from './export-choice';
import { dateOf, storedTime } from './stored-time';

/** Milliseconds. How long the file of an export can be downloaded. Then the bucket removes it. */
export const exportLifetime = 7 * 24 * 60 * 60_000;

/** Above this number of tips an export is a file that is prepared, not the answer to a request. */
export const mostTipsAtOnce = 2000;

/** `total` null = not counted yet. `retrying`: something failed, and it is tried again by itself. Times in epoch milliseconds. */
export type ExportState =
  | { readonly name: 'running' | 'retrying'; readonly done: number; readonly total: number | null }
  | {
      readonly name: 'ready';
      readonly tips: number;
      /** How many stored tips could not be read, and are missing in the file; absent = none. */
      readonly unreadable?: number;
      readonly bytes: number;
      readonly readyAt: number;
      readonly expiresAt: number;
    };

/** `accounts/{uid}/server/export`: the owner's latest export. The server writes it. The owner reads it live, and there is no link in it. */
export interface OwnerExport {
  readonly v: 1;
  /** Part of the file's name. */
  readonly id: string;
  /** The same as in `choice`: dashboards of earlier releases read it here. */
  readonly format: ExportFormat;
  readonly choice: ExportChoice;
  readonly requestedAt: number;
  readonly state: ExportState;
}

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

const exportDocument = {
  version: 1,
  schema: v.object({
    v: v.literal(1),
    id: v.string(),
    format: v.picklist(exportFormats),
    // Exports of earlier releases lack it: they had every tip.
    choice: v.optional(v.object(exportChoiceFields)),
    requestedAt: storedTime,
    state: v.variant('name', [
      v.object({ name: v.picklist(['running', 'retrying']), done: count, total: v.nullable(count) }),
      v.object({
        name: v.literal('ready'),
        tips: count,
        unreadable: v.exactOptional(count),
        bytes: count,
        readyAt: storedTime,
        expiresAt: storedTime,
      }),
    ]),
  }),
};

export function decodeExport(stored: unknown): Result<OwnerExport> {
  const decoded = decodeStored(exportDocument, stored);
  if (!decoded.ok) return decoded;
  const { choice = wholeExport(decoded.value.format), ...rest } = decoded.value;
  return ok({ ...rest, choice });
}

export function encodeExport(given: OwnerExport): StoredData {
  const { state } = given;
  const encoded =
    state.name === 'ready'
      ? { ...state, readyAt: dateOf(state.readyAt), expiresAt: dateOf(state.expiresAt) }
      : state;
  return { ...given, requestedAt: dateOf(given.requestedAt), state: encoded };
}
