/**
 * The hash of the style sheet inside the tip form (`styleInPage` of functions/pages/page-style.ts), as its policy names it
 * (w3.org/TR/CSP3, hash sources). When the style sheet changes, a test of the tip form fails and says the new hash.
 */
export const styleHash = "'sha256-dbMj1sv/IooDzq6ebnVULfW27cmVlKDJRDYn25RO11I='";
