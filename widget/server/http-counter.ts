import type { SentEvent } from '@busker/core/dashboard-api/channel-api';

/** Counts a view, a click or a crash, without an identifier. Nothing waits for it. */
export type Count = (host: string, event: SentEvent) => void;

/** How long views are collected (in milliseconds), and how many one request may carry (core/dashboard-api/channel-api.ts). */
const gather = 1_500;
const atOnce = 20;

/**
 * A kept request outlives the page and delays no navigation. It is text, because a JSON content type would need a preflight. Views of one page are sent
 * together; a click is sent at once, since the page may be about to close. Nothing counts before somebody sees the page: browsers draw pages ahead, and
 * open tabs that are never shown. `card`: the version of the script, which the server compares with others.
 */
export function httpCounter(card?: string): Count {
  const waiting = new Map<string, SentEvent[]>();
  const unseen: Parameters<Count>[] = [];
  const counted = new Set<string>();
  const restored = isRestored() && place();
  /** Whether this view was counted on this page: a visitor came back to it in the history, or it is a preview that the true page replaces. */
  const isRepeated = (view: string): boolean =>
    place() === restored ||
    !!document.querySelector('[data-turbo-preview]') ||
    counted.size === counted.add(place() + view).size;
  const flush = () => {
    for (const [host, events] of waiting) {
      while (events.length > 0)
        send(
          `${host}/v1/events`,
          JSON.stringify({ card, from: cameFrom(host), events: events.splice(0, atOnce) }),
        );
    }
    waiting.clear();
  };
  const count: Count = (host, event) => {
    if (document.hidden || (document as Prerendered).prerendering) return void unseen.push([host, event]);
    if (event.kind === 'view' && isRepeated(host + JSON.stringify(event))) return;
    if (waiting.size === 0) setTimeout(flush, gather);
    waiting.set(host, [...(waiting.get(host) ?? []), event]);
    if (event.kind === 'click') flush();
  };
  addEventListener('pagehide', flush);
  const look = () => unseen.splice(0).forEach((one) => count(...one));
  for (const name of ['visibilitychange', 'prerenderingchange']) document.addEventListener(name, look);
  return count;
}

/** Of Chromium: the page is drawn ahead of a visit that may never come. */
interface Prerendered {
  readonly prerendering?: boolean;
}

/**
 * The page that the visitor is on: its entry in the browser's history, which an application's own return leads back to, and a link to the same
 * address does not. Browsers without such entries tell pages by address.
 */
const place = (): string =>
  (window as { navigation?: { readonly currentEntry: { readonly key: string } | null } }).navigation
    ?.currentEntry?.key ?? location.href;

/** Whether the browser has loaded this page anew for a return in the history. */
const isRestored = (): boolean =>
  (performance.getEntriesByType?.('navigation')[0] as PerformanceNavigationTiming | undefined)?.type ===
  'back_forward';

/** The host name of the site that led to the owner's page on the server. What leads to other pages is their own matter and is not sent. */
function cameFrom(host: string): string | undefined {
  const { origin, hostname } = location;
  const from = host === origin && /^https?:\/\/([^/:]+)/.exec(document.referrer)?.[1];
  return from && from !== hostname ? from : undefined;
}

/**
 * Not a beacon: lists and settings that block all pings would lose the counts of their readers. An error is nobody's business, as without a network.
 */
const send = (address: string, body: string): void =>
  void fetch(address, { method: 'POST', body, keepalive: true, credentials: 'omit' }).catch(() => undefined);
