import * as v from 'valibot';
import { unreachable } from '../../core/base/result';
import type { ChallengeVerifier } from './challenge';
import type { ChallengeConfig } from './challenge-config';

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
