import { readUrl } from '../base/safe-url';
import * as v from 'valibot';
import { lookupHandle } from '../profile/handle';
import { parseWith } from '../base/parse';
import type { Result } from '../base/result';
import { tipTextLimits } from '../tip/tip';

export const maxCardEvents = 20;
export const maxCardEventsBytes = 4096;

const placement = v.optional(v.nullable(v.pipe(v.string(), v.maxLength(tipTextLimits.placement * 8))));

const view = v.strictObject({ kind: v.literal('view'), handle: lookupHandle, placement });
const click = v.strictObject({
  kind: v.literal('click'),
  handle: lookupHandle,
  link: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,32}$/)),
  placement,
});

/** `view`: a card showed this profile, once per card and page load. `click`: a fan followed the link with this id. Neither identifies a person. */
export type CardEvent = v.InferOutput<typeof view> | v.InferOutput<typeof click>;

/** A published version of the embed, such as `0.12.3`. Cards that report none are older than this field, or not from a script of ours. */
const cardVersion = v.pipe(v.string(), v.regex(/^\d{1,3}\.\d{1,3}\.\d{1,3}$/));

/** Longer host names are not counted as sites. */
export const maxSite = 60;
const site = v.pipe(v.string(), v.maxLength(maxSite), v.regex(/^[a-z\d.-]+$/));

/** The host name of an origin or a URL as a counted site; null = it has none that can be counted. */
export function siteOf(url: string | null): string | null {
  const host = (url === null ? null : readUrl(url))?.hostname ?? '';
  return v.is(site, host) ? host : null;
}

/**
 * Body of `POST /v1/events`: JSON sent as text/plain, since a beacon with a JSON content type would need a preflight. `card` is the version of the
 * embed that sends it. `from` is the host name of the site that led to the owner's page on this server; cards on other sites do not send it. `crash`: a script of the embed threw an error that nothing caught; the report says no more about it.
 */
export const cardEvents = v.strictObject({
  card: v.optional(cardVersion),
  from: v.optional(v.unknown()),
  events: v.pipe(
    v.array(v.variant('kind', [view, click, v.strictObject({ kind: v.literal('crash') })])),
    v.minLength(1),
    v.maxLength(maxCardEvents),
  ),
});

/** An event as a card sends it. */
export type SentEvent = v.InferOutput<typeof cardEvents>['events'][number];

/** The content of one beacon. */
export interface CardReport {
  /** The version of the embed; null = the beacon does not name it. */
  readonly card: string | null;
  /** The host name of the site that led to the page; null = unknown. */
  readonly from: string | null;
  readonly events: readonly CardEvent[];
  /** Did a script of the embed throw? */
  readonly crashed: boolean;
}

export function parseCardReport(input: unknown): Result<CardReport> {
  const parsed = parseWith(cardEvents, input);
  if (!parsed.ok) return parsed;
  const { card = null, events } = parsed.value;
  // An odd host name is no reason to lose the views.
  const from = v.is(site, parsed.value.from) ? parsed.value.from : null;
  const crashed = events.some(({ kind }) => kind === 'crash');
  return {
    ok: true,
    value: { card, from, events: events.filter((event) => event.kind !== 'crash'), crashed },
  };
}
