import type { IncomingMessage } from 'node:http';
import {
  fetchTarget,
  plainHeaders,
  sendPinned,
  resolveByDns,
  resolveBySystem,
  type FetchRefusal,
  type FetchTarget,
  type Resolve,
  type TargetRules,
} from './fetch-target';

export const safePostLimits = { milliseconds: 15_000, bytes: 4096 } as const;

/** A request to an address that an owner gave. */
export interface PostRequest {
  readonly url: string;
  readonly method?: 'GET' | 'POST' | 'PUT';
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

/** The answer: `headers` with lower-case names, the first 4 kB of the text, and how long it took. A redirect is an answer: it is not followed. */
export type PostAnswer =
  | {
      readonly ok: true;
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly text: string;
      readonly ms: number;
    }
  | { readonly ok: false; readonly problem: FetchRefusal | 'unreachable'; readonly ms: number };

export type SafePost = (request: PostRequest) => Promise<PostAnswer>;

type Sent =
  | Omit<Extract<PostAnswer, { readonly ok: true }>, 'ms'>
  | Omit<Extract<PostAnswer, { readonly ok: false }>, 'ms'>;

/** Functions in the cloud may have no way out over IPv6. */
const fourFirst =
  (resolve: Resolve): Resolve =>
  async (name, signal) =>
    (await resolve(name, signal)).toSorted((a, b) => a.family - b.family);

/**
 * Reads the start of an answer and closes the connection. Its status is what counts, so a text that is cut, slow or endless does not make a failure of
 * a message that arrived. Returns what ends the reading at once.
 */
function readStart(response: IncomingMessage, done: (sent: Sent) => void): () => void {
  const parts: Buffer[] = [];
  let size = 0;
  const finish = () =>
    done({
      ok: true,
      status: response.statusCode ?? 0,
      headers: plainHeaders(response.headers),
      // `stream` leaves out a character whose bytes were cut in two.
      text: new TextDecoder().decode(Buffer.concat(parts).subarray(0, safePostLimits.bytes), {
        stream: true,
      }),
    });
  response.on('data', (part: Buffer) => {
    size += part.length;
    parts.push(part);
    if (size < safePostLimits.bytes) return;
    finish();
    response.destroy();
  });
  response.on('end', finish);
  response.on('error', finish);
  return finish;
}

const sendOnce = (
  target: FetchTarget,
  { method = 'POST', headers, body }: PostRequest,
  signal: AbortSignal,
): Promise<Sent> =>
  new Promise((done) => {
    let failed = () => done({ ok: false, problem: signal.aborted ? 'timed-out' : 'unreachable' });
    const answered = (response: IncomingMessage) => {
      failed = readStart(response, done);
    };
    const sent = { method, headers, body: method === 'GET' ? null : body, signal };
    sendPinned(target, sent, { answered, failed: () => failed() });
  });

/**
 * The only way to send to an owner's URL: https on port 443 and public addresses only (besides allowed origins), no redirect, 15 seconds in all with the
 * look-up, 4 kB of the answer, no cookies. The address is checked at each request, because a name may point elsewhere by then.
 */
export function makeSafePost(
  rules: Partial<Omit<TargetRules, 'httpsOnly'>> = {},
  deadline = () => AbortSignal.timeout(safePostLimits.milliseconds),
): SafePost {
  const full: TargetRules = {
    resolve: fourFirst(rules.resolve ?? resolveByDns()),
    resolveAllowed: fourFirst(rules.resolveAllowed ?? resolveBySystem),
    allowOrigins: rules.allowOrigins ?? [],
    httpsOnly: true,
  };
  return async (request) => {
    const start = performance.now();
    const signal = deadline();
    const target = await fetchTarget(request.url, full, signal);
    const sent: Sent =
      typeof target === 'string' ? { ok: false, problem: target } : await sendOnce(target, request, signal);
    return { ...sent, ms: Math.round(performance.now() - start) };
  };
}
