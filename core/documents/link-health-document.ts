import * as v from 'valibot';
import type { Result } from '../base/result';
import { decodeStored, type StoredData } from './stored-document';
import { dateOf, storedTime } from './stored-time';

/**
 * How a link's page answered. `moved`: it leads to another site. `gone`: the site says that there is no such page. `unreachable`: no site
 * under that name, no answer, or a broken one. `unknown`: the site does not let programs look (many social networks do not).
 */
export const linkStates = ['ok', 'moved', 'gone', 'unreachable', 'unknown'] as const;
export type LinkState = (typeof linkStates)[number];

export interface LinkHealth {
  /** The address that was looked at: a draft may have another one by now. */
  readonly url: string;
  readonly state: LinkState;
  /** What the site answered (HTTP); null = nothing. */
  readonly status: number | null;
  readonly movedTo: string | null;
  /** Since when it has been in this state. */
  readonly since: number;
  readonly checkedAt: number;
}

/**
 * `linkHealth/{uid}`: what a look at each published web address found, by the link's id. Written by functions, read by the owner. Only
 * links that were looked at are in it. `nextCheckAt`: when the sweep looks again.
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
