/** The pages with tables and policies that the code makes. `npx tsx scripts/write-docs.ts` writes them, and a test compares them. */
export const filledPages = [
  'docs/embedding.md',
  'docs/self-hosting.md',
  'docs/operations.md',
  'docs/payments.md',
  'docs/security.md',
  'docs/sites.md',
  'docs/webhooks.md',
] as const;
