import * as v from 'valibot';
import { lookupHandle } from '../profile/handle';
import { parseWith } from '../base/parse';
import type { Result } from '../base/result';
import { tipTextLimits } from '../tip/tip';

export const maxCardEvents = 20;
export const maxCardEventsBytes = 4096;

const placement = v.optional(v.nullable(v.pipe(v.string(), v.maxLength(tipTextLimits.placement * 8))));

/** `view`: a card showed this profile, once per card and page load. `click`: a fan followed the link with this id. Neither identifies a person. */
export const cardEvent = v.variant('kind', [
  v.strictObject({ kind: v.literal('view'), handle: lookupHandle, placement }),
  v.strictObject({
    kind: v.literal('click'),
    handle: lookupHandle,
    link: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,32}$/)),
    placement,
  }),
]);
export type CardEvent = v.InferOutput<typeof cardEvent>;

/** Body of `POST /v1/events`: JSON sent as text/plain, since a beacon with a JSON content type would need a preflight. */
export const cardEvents = v.strictObject({
  events: v.pipe(v.array(cardEvent), v.minLength(1), v.maxLength(maxCardEvents)),
});

export function parseCardEvents(input: unknown): Result<readonly CardEvent[]> {
  const parsed = parseWith(cardEvents, input);
  return parsed.ok ? { ok: true, value: parsed.value.events } : parsed;
}
