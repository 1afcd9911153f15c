import * as v from 'valibot';
import { unreachable } from '@busker/core/base/result';
import { switchedOff, type EnvReader } from '../env-reader';

/** The port to the service that verifies challenges. */
export interface ChallengeVerifier {
  /** Whether this answer, sent from this address, solves the challenge. */
  verify(answer: string, address: string | null): Promise<'person' | 'not-a-person' | 'unavailable'>;
}

/**
 * The service that checks for humans when the rate is high. The card gets `kind` and `siteKey`. `fake` is the sandbox's: its answer is `human`.
 * `none`: instead of a challenge the fan pays on Stripe's page.
 */
export type ChallengeConfig =
  | { readonly kind: 'none' }
  | { readonly kind: 'fake'; readonly siteKey: string }
  | {
      readonly kind: 'turnstile' | 'hcaptcha' | 'recaptcha';
      readonly siteKey: string;
      readonly secretKey: string;
    };

const kinds = ['none', 'fake', 'turnstile', 'hcaptcha', 'recaptcha'] as const;

/** It is a secret, and Secret Manager has `off` for what an installation does without. */
function secretKey(read: EnvReader, kind: string): string {
  const key = read.required('CHALLENGE_SECRET_KEY', `the secret key of ${kind}`);
  if (key === switchedOff)
    read.fault(`CHALLENGE_SECRET_KEY is off, but CHALLENGE_KIND=${kind} needs the secret key of ${kind}.`);
  return key;
}

export function challengeConfig(read: EnvReader, sandbox: boolean): ChallengeConfig {
  const kind = read.choice('CHALLENGE_KIND', kinds, sandbox ? 'fake' : 'none');
  switch (kind) {
    case 'none':
      return { kind };
    case 'fake':
      if (!sandbox)
        read.fault('CHALLENGE_KIND=fake lets everybody pass: it is for PAYMENTS_MODE=sandbox only.');
      return { kind, siteKey: 'sandbox' };
    case 'turnstile':
    case 'hcaptcha':
    case 'recaptcha':
      return {
        kind,
        siteKey: read.required('CHALLENGE_SITE_KEY', `the site key of ${kind}`),
        secretKey: secretKey(read, kind),
      };
  }
}

/** All three services accept the same form: https://developers.cloudflare.com/turnstile/get-started/server-side-validation/. */
const addresses = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
  recaptcha: 'https://www.google.com/recaptcha/api/siteverify',
} as const;

const verdict = v.object({ success: v.boolean() });
const timeoutMs = 5000;

type Ask = (url: string, body: URLSearchParams) => Promise<unknown>;

const askOverHttp: Ask = async (url, body) => {
  const answer = await fetch(url, { method: 'POST', body, signal: AbortSignal.timeout(timeoutMs) });
  const json: unknown = await answer.json();
  return json;
};

/** Asks the configured service. The sandbox's accepts the word `human`. */
export function challengeOf(config: ChallengeConfig, ask: Ask = askOverHttp): ChallengeVerifier {
  switch (config.kind) {
    case 'none':
      return { verify: () => Promise.resolve('not-a-person') };
    case 'fake':
      return { verify: (answer) => Promise.resolve(answer === 'human' ? 'person' : 'not-a-person') };
    case 'turnstile':
    case 'hcaptcha':
    case 'recaptcha':
      return {
        async verify(answer, address) {
          const body = new URLSearchParams({ secret: config.secretKey, response: answer });
          if (address !== null) body.set('remoteip', address);
          try {
            const said = v.safeParse(verdict, await ask(addresses[config.kind], body));
            return said.success && said.output.success ? 'person' : 'not-a-person';
          } catch {
            return 'unavailable';
          }
        },
      };
    default:
      return unreachable(config);
  }
}
