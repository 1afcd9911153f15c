/** The pages with tables and policies that the code makes. `npx tsx scripts/write-docs.ts` writes them, and a test compares them. */
export const filledPages = [
  'docs/sites/embedding.md',
  'docs/hosts/self-hosting.md',
  'docs/hosts/operations.md',
  'docs/developers/payments.md',
  'docs/hosts/security.md',
  'docs/sites/software.md',
  'docs/developers/webhooks.md',
] as const;
