import { permissionsLine, policyLine } from '@busker/core/web/csp';
import { contractTables } from './contract-tables';

const host = 'https://HOST';

const policies: Readonly<Record<string, string>> = {
  'in-page': policyLine({ host, pay: 'in-page' }).replaceAll('; ', ';\n'),
  hosted: policyLine({ host, pay: 'hosted' }).replaceAll('; ', ';\n'),
  permissions: permissionsLine({ host, pay: 'in-page' }) ?? '',
};

function made(from: Readonly<Record<string, string>>, name: string): string {
  const text = from[name];
  if (text === undefined)
    throw new Error(`There is nothing called ${name}; there are ${Object.keys(from).join(', ')}`);
  return text;
}

/** A page of docs/ with everything between its markers written anew from the code. */
export function fillMarked(page: string): string {
  return page
    .replaceAll(
      /<!-- table: (.+?) -->[\s\S]*?<!-- end -->/g,
      (_all, name: string) => `<!-- table: ${name} -->\n\n${made(contractTables, name)}\n\n<!-- end -->`,
    )
    .replaceAll(
      /<!-- policy: (\S+) -->\n\n```text\n[\s\S]*?```/g,
      (_all, name: string) => `<!-- policy: ${name} -->\n\n\`\`\`text\n${made(policies, name)}\n\`\`\``,
    );
}

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
