import type { SentEvent } from '../../core/api/event-api';

/** Counts a view, a click or a crash, without an identifier. Nothing waits for it. */
export type Count = (host: string, event: SentEvent) => void;

/** How long views are collected (in milliseconds), and how many one beacon may carry (core/api/event-api.ts). */
const gather = 1_500;
const atOnce = 20;

/**
 * A beacon outlives the page and delays no navigation. It is text, because a JSON content type would need a preflight. Views of one page are sent
 * together; a click is sent at once, since the page may be about to close. `card`: the version of the script, which the server compares with others.
 */
export function httpCounter(card?: string): Count {
  const waiting = new Map<string, SentEvent[]>();
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
  return (host, event) => {
    if (waiting.size === 0) {
      setTimeout(flush, gather);
      addEventListener('pagehide', flush, { once: true });
    }
    waiting.set(host, [...(waiting.get(host) ?? []), event]);
    if (event.kind === 'click') flush();
  };
}

/** The host name of the site that led to the owner's page on the server. What leads to other pages is their own matter and is not sent. */
function cameFrom(host: string): string | undefined {
  const { origin, hostname } = location;
  const from = host === origin && /^https?:\/\/([^/:]+)/.exec(document.referrer)?.[1];
  return from && from !== hostname ? from : undefined;
}

/** Some in-app browsers and privacy add-ons remove `sendBeacon`. The count is then lost without an error. */
function send(address: string, body: string): void {
  const { sendBeacon } = navigator as Partial<Navigator>;
  if (sendBeacon) sendBeacon.call(navigator, address, body);
  else
    void fetch(address, { method: 'POST', body, keepalive: true, credentials: 'omit' }).catch(
      () => undefined,
    );
}
