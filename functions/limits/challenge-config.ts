import { type EnvReader, switchedOff } from '../http/env-reader';

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
