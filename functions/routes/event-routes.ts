import { maxCardEventsBytes, parseCardEvents } from '../../core/event-api';
import type { Deps } from '../deps';
import { countEvents } from '../handlers/count-events';
import { readBytes } from '../http/read-body';
import type { Route } from '../http/routes';
import { StoreUnavailable } from '../ports/store';

/** `POST /v1/events`: a beacon, which hears no answer. So every answer is 204, and what cannot be read or counted is dropped. */
export function eventRoutes(deps: Deps): readonly Route[] {
  return [
    {
      path: '/v1/events',
      cors: 'public',
      on: {
        POST: async (c) => {
          const events = parseCardEvents(parsed(await readBytes(c, maxCardEventsBytes)));
          if (events.ok) await countEvents(deps, events.value).catch(ifUnavailable(deps));
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

/** A view is not worth an error to anybody. Whatever else goes wrong is a bug, and is logged as one. */
const ifUnavailable =
  ({ log }: Deps) =>
  (error: unknown): void => {
    if (!(error instanceof StoreUnavailable)) throw error;
    log.serviceUnavailable({ service: 'store', error });
  };
