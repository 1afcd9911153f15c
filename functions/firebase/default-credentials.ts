import { applicationDefault, type Credential } from 'firebase-admin/app';

type Env = Record<string, string | undefined>;

/**
 * Where there are no credentials, Google's library asks the network for Google's metadata server, and prints a warning about a network that answers
 * in an unexpected way. With `bios-only` it looks at the machine instead, which Google's machines can be told by (the README of gcp-metadata).
 */
export function lookAtMachineOnly(env: Env): void {
  const chosen = ['METADATA_SERVER_DETECTION', 'GCE_METADATA_HOST', 'GCE_METADATA_IP'];
  if (chosen.every((name) => (env[name] ?? '') === '')) env['METADATA_SERVER_DETECTION'] = 'bios-only';
}

/** The credentials of the person or machine that runs a command (cloud.google.com/docs/authentication/application-default-credentials). */
export function defaultCredentials(): Credential {
  lookAtMachineOnly(process.env);
  return applicationDefault();
}

/** Google's answer about an access token (developers.google.com/identity/sign-in/web/backend-auth#calling-the-tokeninfo-endpoint). */
const tokenInfo = 'https://oauth2.googleapis.com/tokeninfo';

/** The email address of the account whose Google credentials this machine uses; null = Google does not say. */
export async function credentialAccount(): Promise<string | null> {
  const { access_token: token } = await defaultCredentials().getAccessToken();
  const body = new URLSearchParams({ access_token: token });
  const answer: unknown = await (await fetch(tokenInfo, { method: 'POST', body })).json();
  if (typeof answer !== 'object' || answer === null || !('email' in answer)) return null;
  return typeof answer.email === 'string' ? answer.email : null;
}
