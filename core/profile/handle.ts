import * as v from 'valibot';
import { isDocumentId } from '../base/document-id';
import { fault } from '../base/field-faults';

/** Names that look official or shadow a path. */
const reserved = new Set(
  `
  about account admin administrator api app assets auth badge billing blog busker buskers contact
  dashboard demo dev docs embed events example faq favicon healthz help home img index info legal
  link links login logout mail me moderator new null oembed official pay payment payments press
  pricing privacy profile profiles readyz receipt robots root sandbox security settings signin signup
  sitemap staff static status stripe support system team terms test tip tips undefined user users
  wall webhook www
  `
    .trim()
    .split(/\s+/),
);

const pattern = /^[a-z0-9_]{3,30}$/;

/** NFKC and lower case, without a leading `@`: full-width letters and capitals name the same profile. */
export function normaliseHandle(typed: string): string {
  return typed.normalize('NFKC').trim().replace(/^@/, '').toLowerCase();
}

/** A handle that may be looked up. Reserved names are allowed here: no profile has one. */
export const lookupHandle = v.pipe(
  v.string(fault('handle-missing')),
  v.transform(normaliseHandle),
  v.regex(pattern, fault('handle-shape')),
  v.check(isDocumentId, fault('handle-reserved')),
);

/** A handle that may be claimed. */
export const claimableHandle = v.pipe(
  lookupHandle,
  v.check((handle) => !reserved.has(handle), fault('handle-reserved')),
);

export const isHandle = (value: string): boolean => pattern.test(value) && isDocumentId(value);
export const maxAliases = 5;
