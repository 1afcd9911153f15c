import {
  fetchTarget,
  plainHeaders,
  sendPinned,
  resolveByDns,
  resolveBySystem,
  type FetchRefusal,
  type FetchTarget,
  type TargetRules,
} from './fetch-target';

export const safeFetchLimits = { redirects: 3, milliseconds: 5_000, bytes: 512 * 1024 } as const;

export type SafeFetchProblem = FetchRefusal | 'too-many-redirects' | 'too-large' | 'unreachable';

/** A response. `headers` has lower-case names; `body` is text, at most 512 kB. `url` is the final URL after redirects. */
export type SafeFetchAnswer =
  | {
      readonly ok: true;
      readonly status: number;
      readonly url: string;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string;
    }
  | { readonly ok: false; readonly problem: SafeFetchProblem };

export type SafeFetch = (url: string) => Promise<SafeFetchAnswer>;

type Hop =
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers: Record<string, string>;
      readonly body: string;
    }
  | { readonly kind: 'redirect'; readonly location: string }
  | { readonly kind: 'problem'; readonly problem: SafeFetchProblem };

const headers = {
  'user-agent': 'Busker link check',
  accept: 'text/html,application/json;q=0.9,*/*;q=0.5',
};

function oneHop(target: FetchTarget, signal: AbortSignal): Promise<Hop> {
  return new Promise((done) => {
    const failed = () => done({ kind: 'problem', problem: signal.aborted ? 'timed-out' : 'unreachable' });
    sendPinned(
      target,
      { method: 'GET', headers, body: null, signal },
      {
        failed,
        answered: (response) => {
          const status = response.statusCode ?? 0;
          const location = response.headers.location;
          if (status >= 300 && status < 400 && location !== undefined) {
            response.destroy();
            done({ kind: 'redirect', location });
            return;
          }
          const parts: Buffer[] = [];
          let size = 0;
          response.on('data', (part: Buffer) => {
            size += part.length;
            parts.push(part);
            if (size <= safeFetchLimits.bytes) return;
            done({ kind: 'problem', problem: 'too-large' });
            response.destroy();
          });
          response.on('end', () =>
            done({
              kind: 'answer',
              status,
              headers: plainHeaders(response.headers),
              body: Buffer.concat(parts).toString('utf8'),
            }),
          );
          response.on('error', failed);
        },
      },
    );
  });
}

/**
 * The only way to fetch a user's URL: http(s) on ports 80/443, public addresses only and checked again at each of at most three redirects, five
 * seconds (with look-ups) and 512 kB in total, no cookies or other headers. The caller limits how often an owner may fetch.
 */
export function makeSafeFetch(
  rules: Partial<TargetRules> = {},
  deadline = () => AbortSignal.timeout(safeFetchLimits.milliseconds),
): SafeFetch {
  const full: TargetRules = {
    resolve: rules.resolve ?? resolveByDns(),
    resolveAllowed: rules.resolveAllowed ?? resolveBySystem,
    allowOrigins: rules.allowOrigins ?? [],
  };
  return async (first) => {
    const signal = deadline();
    let next = first;
    for (let hop = 0; hop <= safeFetchLimits.redirects; hop += 1) {
      const target = await fetchTarget(next, full, signal);
      if (typeof target === 'string') return { ok: false, problem: target };
      const seen = await oneHop(target, signal);
      switch (seen.kind) {
        case 'answer':
          return {
            ok: true,
            status: seen.status,
            url: target.url.href,
            headers: seen.headers,
            body: seen.body,
          };
        case 'problem':
          return { ok: false, problem: seen.problem };
        case 'redirect':
          if (!URL.canParse(seen.location, target.url)) return { ok: false, problem: 'not-a-url' };
          next = new URL(seen.location, target.url).href;
      }
    }
    return { ok: false, problem: 'too-many-redirects' };
  };
}
