import * as http from 'node:http';
import * as https from 'node:https';
import type { FetchTarget } from './fetch-target';

export interface PinnedRequest {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly headers: Readonly<Record<string, string>>;
  /** Null = the request has no body. */
  readonly body: string | Uint8Array | null;
  readonly signal: AbortSignal;
}

interface PinnedAnswer {
  readonly answered: (response: http.IncomingMessage) => void;
  /** There is no answer. It is also called when the connection breaks or the time is over while the text of an answer is read. */
  readonly failed: () => void;
}

/** Sends one request to the address that was checked, whatever its name resolves to by now. No redirect is followed. */
export function sendPinned(
  { url, address, family }: FetchTarget,
  { method, headers, body, signal }: PinnedRequest,
  { answered, failed }: PinnedAnswer,
): void {
  const send = url.protocol === 'https:' ? https.request : http.request;
  const request = send(
    url,
    {
      method,
      signal,
      agent: false,
      lookup: (_name, options, answer) =>
        options.all ? answer(null, [{ address, family }]) : answer(null, address, family),
      headers,
    },
    answered,
  );
  request.on('error', failed);
  // Without this listener Node closes the connection after a status of 101 and reports neither an answer nor an error.
  request.on('upgrade', (_response, socket) => {
    socket.destroy();
    failed();
  });
  request.end(body ?? undefined);
}

export const plainHeaders = (given: http.IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  );
