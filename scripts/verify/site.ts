import type { AllowedOrigins } from '../../core/web/route-headers';
import type { LiveFunctions } from '../deploy/google/live-functions';
import type { StripeRest } from '../deploy/stripe/stripe-rest';
import type { Store } from '../../functions/store/store';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
  readonly text: string;
}

/** What verify may use besides public requests; null = without credentials. */
export interface Insight {
  readonly store: Store;
  /** The signing secrets of the webhook, and the mode of Stripe's keys; null = not given. */
  readonly webhook: { readonly secrets: readonly string[]; readonly livemode: boolean } | null;
  /** Null on this machine. */
  readonly platform: Platform | null;
}

/** What Google and Stripe say about an installation. */
export interface Platform {
  readonly functions: LiveFunctions;
  /** Null = no key of Stripe was given. */
  readonly stripe: StripeRest | null;
  readonly mode: 'single' | 'connect';
}

/** The installation that is verified. */
export interface Site {
  /** `https://busker.example` */
  readonly origin: string;
  /** On this machine there is no edge. */
  readonly isLocal: boolean;
  /** The origins that its pages may contact: of files, and of pages that the functions make. */
  readonly origins: { readonly files: AllowedOrigins; readonly functions: AllowedOrigins };
  /** A published profile; null = none was named. */
  readonly handle: string | null;
  readonly release: string | null;
  /** Where the functions should run; null = anywhere. */
  readonly region: string | null;
  readonly insight: Insight | null;
  /** Sends a request, to a path of the site or to a whole address of one of its services. */
  ask(address: string, init?: RequestInit): Promise<Answer>;
}

/** Redirects are answers: a page that moved is not the page that was asked for. */
export async function askWith(fetchIt: typeof fetch, url: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetchIt(url, {
    redirect: 'manual',
    signal: AbortSignal.timeout(30_000),
    ...init,
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, bytes, text: bytes.toString() };
}
