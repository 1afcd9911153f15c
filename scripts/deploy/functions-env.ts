import { parseEnv } from 'node:util';
import * as v from 'valibot';

const webConfig = v.pipe(
  v.string(),
  v.check((text) => text.startsWith('{')),
  v.parseJson(),
  v.object({ apiKey: v.string() }),
);

/** The names that only the deploy reads, and the secrets, which only Secret Manager may contain. */
const notForFunctions =
  /^(?:FIREBASE_|X_GOOGLE_|EXT_|STRIPE_SECRET_KEY|STRIPE_WEBHOOK_SECRETS?|BUSKER_SECRET|CHALLENGE_SECRET_KEY|SMTP_URL|DKIM_PRIVATE_KEY|VAPID_PRIVATE_KEYS)/;

/**
 * The `.env` of the functions, made from the repository's own. It leaves out names that Firebase reserves, which would make the deploy fail, and
 * secrets, which belong in Secret Manager.
 */
export function functionsEnv(text: string): string {
  const lines = text.split(/\r?\n/).filter((line) => /^\s*(?:export\s+)?[A-Z][A-Z0-9_]*\s*=/.test(line));
  const kept = lines
    .map((line) => line.trim().replace(/^export\s+/, ''))
    .filter((line) => !notForFunctions.test(line));
  return `${[...kept, ...webApiKey(text)].join('\n')}\n`;
}

/** The key of the web app, which every browser has. The functions ask the sign-in service with it. */
function webApiKey(text: string): readonly string[] {
  const parsed = v.safeParse(webConfig, parseEnv(text)['FIREBASE_WEB_CONFIG']);
  return parsed.success ? [`WEB_API_KEY=${parsed.output.apiKey}`] : [];
}
