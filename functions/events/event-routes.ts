import { maxCardEventsBytes, parseCardReport, siteOf } from '../../core/api/channel-api';
import type { Deps } from '../deps';
import { VersionCounts } from './version-counts';
import { EventAllowance } from './event-allowance';
import { knownAddress } from '../limits/caller';
import { clientAddress } from '../http/client-address';
import { readBytes } from '../http/read-body';
import type { Route } from '../http/routes';

/** `POST /v1/events`: a beacon cannot read answers, so every answer is 204, and unreadable or uncountable events are dropped. */
export function eventRoutes(deps: Deps): readonly Route[] {
  const versions = new VersionCounts(deps);
  const allowance = new EventAllowance(deps.clock, deps.config.limitFactor);
  return [
    {
      path: '/v1/events',
      cors: 'public',
      on: {
        POST: async (c) => {
          const report = parseCardReport(parsed(await readBytes(c, maxCardEventsBytes)));
          if (!report.ok) return c.body(null, 204);
          const address = clientAddress(c, deps.config.clientAddress);
          // Requests without a known address share one allowance.
          const from = knownAddress(deps, { origin: null, address })?.hash ?? 'unknown';
          const site = siteOf(c.req.header('origin') ?? null);
          // Only the owner's page on this server says which site led to it.
          const led = site === siteOf(deps.config.publicOrigin) ? report.value.from : null;
          await deps.counting.add(allowance.admit(from, report.value.events), led ?? site);
          await versions.add(report.value, from);
          return c.body(null, 204);
        },
      },
    },
  ];
}

function parsed(bytes: Awaited<ReturnType<typeof readBytes>>): unknown {
  try {
    return bytes.ok ? JSON.parse(new TextDecoder().decode(bytes.value)) : null;
  } catch {
    return null;
  }
}
