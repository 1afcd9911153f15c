import { defaultCredentials } from './default-credentials';

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
