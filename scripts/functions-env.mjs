/** What the deploy reads itself, and what only Secret Manager may hold. */
const notForFunctions =
  /^(?:FIREBASE_|X_GOOGLE_|EXT_|STRIPE_SECRET_KEY|STRIPE_WEBHOOK_SECRETS?|BUSKER_SECRET)/;

/**
 * The `.env` of the functions out of the repository's own: without names that Firebase keeps for itself, which would end the deploy, and
 * without secrets, which belong into Secret Manager.
 */
export function functionsEnv(text) {
  const lines = text.split(/\r?\n/).filter((line) => /^\s*(?:export\s+)?[A-Z][A-Z0-9_]*\s*=/.test(line));
  return `${lines
    .map((line) => line.trim().replace(/^export\s+/, ''))
    .filter((line) => !notForFunctions.test(line))
    .join('\n')}\n`;
}
