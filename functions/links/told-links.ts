import type { LinkHealth, LinkState } from '../../core/documents/link-health-document';
import type { EventFact } from '../../core/outbox/outbox-event';

type Links = Readonly<Record<string, LinkHealth>>;
type LinkFact = Extract<EventFact, { readonly linkId: string }>;

/** Milliseconds. A link counts as broken when two looks with this much time between them found it so: many sites are away for an hour. */
const twoLooks = 12 * 60 * 60_000;

const isDead = (state: LinkState): state is 'gone' | 'unreachable' =>
  state === 'gone' || state === 'unreachable';

interface ToldLinks {
  readonly links: Links;
  readonly facts: readonly LinkFact[];
}

/** What the owner is told about the links of a look, once for each time that a link is broken. `links`: with the time at which the owner was told. */
export function toldLinks(before: Links, after: Links, now: number): ToldLinks {
  const told = Object.entries(after).map(([linkId, link]) => toldLink(linkId, before[linkId], link, now));
  return {
    links: Object.fromEntries(told.map(({ linkId, link }) => [linkId, link])),
    facts: told.flatMap(({ fact }) => fact ?? []),
  };
}

function toldLink(linkId: string, before: LinkHealth | undefined, link: LinkHealth, now: number) {
  const { url, state, since } = link;
  const isSame = before?.url === url;
  const toldAt = isSame ? before.toldAt : undefined;
  if (!isDead(state)) {
    // `unknown`: the site refuses programs, so that it may still be broken.
    const isBack = toldAt !== undefined && state !== 'unknown';
    const fact: LinkFact | null = isBack ? { type: 'link.back', linkId, url } : null;
    return { linkId, fact, link: toldAt === undefined || isBack ? link : { ...link, toldAt } };
  }
  if (toldAt !== undefined) return { linkId, fact: null, link: { ...link, toldAt } };
  const brokenSince = isSame && isDead(before.state) ? Math.min(before.since, since) : now;
  const isSecond = brokenSince <= now - twoLooks;
  if (!isSecond) return { linkId, fact: null, link };
  const fact: LinkFact = { type: 'link.dead', linkId, url, state, since };
  return { linkId, fact, link: { ...link, toldAt: now } };
}
