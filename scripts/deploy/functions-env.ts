/** The names that only the deploy reads, and the secrets, which only Secret Manager may contain. */
const notForFunctions =
  /^(?:FIREBASE_|X_GOOGLE_|EXT_|STRIPE_SECRET_KEY|STRIPE_WEBHOOK_SECRETS?|BUSKER_SECRET)/;

/**
 * The `.env` of the functions, made from the repository's own. It leaves out names that Firebase reserves, which would make the deploy fail, and
 * secrets, which belong in Secret Manager.
 */
export function functionsEnv(text: string): string {
  const lines = text.split(/\r?\n/).filter((line) => /^\s*(?:export\s+)?[A-Z][A-Z0-9_]*\s*=/.test(line));
  return `${lines
    .map((line) => line.trim().replace(/^export\s+/, ''))
    .filter((line) => !notForFunctions.test(line))
    .join('\n')}\n`;
}
