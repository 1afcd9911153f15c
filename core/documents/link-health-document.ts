import * as v from 'valibot';
import type { Result } from '../base/result';
import { decodeStored, type StoredData } from './stored-document';
import { dateOf, storedTime } from './stored-time';

/**
 * How a link's page answered. `moved`: it redirects to another site. `gone`: the site says that the page does not exist. `unreachable`: no site under
 * that name, no answer, or a broken one. `unknown`: the site refuses requests from programs (many social networks do).
 */
export const linkStates = ['ok', 'moved', 'gone', 'unreachable', 'unknown'] as const;
export type LinkState = (typeof linkStates)[number];

export interface LinkHealth {
  /** The URL that was checked. The draft may have another one by now. */
  readonly url: string;
  readonly state: LinkState;
  /** The HTTP status of the answer; null = no answer. */
  readonly status: number | null;
  readonly movedTo: string | null;
  /** When this state began. */
  readonly since: number;
  readonly checkedAt: number;
  /** When the owner was told that it is broken; absent = the owner was not told. */
  readonly toldAt?: number;
}

/**
 * `linkHealth/{uid}`: the result of the latest check of each published web address, by link id. Functions write it, the owner reads it. It only
 * holds links that were checked. `nextCheckAt`: when the next check is due.
 */
export interface LinksHealth {
  readonly v: 1;
  readonly uid: string;
  readonly links: Readonly<Record<string, LinkHealth>>;
  readonly checkedAt: number | null;
  readonly nextCheckAt: number;
}

const linksHealth = {
  version: 1,
  schema: v.object({
    v: v.literal(1),
    uid: v.string(),
    links: v.record(
      v.string(),
      v.object({
        url: v.string(),
        state: v.picklist(linkStates),
        status: v.nullable(v.number()),
        movedTo: v.nullable(v.string()),
        since: storedTime,
        checkedAt: storedTime,
        toldAt: v.exactOptional(v.number()),
      }),
    ),
    checkedAt: v.nullable(storedTime),
    nextCheckAt: storedTime,
  }),
};

export function decodeLinksHealth(stored: unknown): Result<LinksHealth> {
  return decodeStored(linksHealth, stored);
}

export function encodeLinksHealth(health: LinksHealth): StoredData {
  const links = Object.entries(health.links).map(
    ([id, link]) => [id, { ...link, since: dateOf(link.since), checkedAt: dateOf(link.checkedAt) }] as const,
  );
  return {
    ...health,
    links: Object.fromEntries(links),
    checkedAt: dateOf(health.checkedAt),
    nextCheckAt: dateOf(health.nextCheckAt),
  };
}
