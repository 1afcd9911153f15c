import { problemKinds } from './problem-codes';

/** docs/errors.md: one heading for each code, which problem+json's `type` points at. */
export function errorsPage(): string {
  const sections = Object.entries(problemKinds).map(
    ([code, { status, title, detail, fix }]) =>
      `## ${code}\n\n${title} (${status}).\n\n- People read: ${detail}\n- What to do: ${fix}\n`,
  );
  return `${opening}\n${sections.join('\n')}`;
}

const opening = `# Errors

Every expected failure has a code. Over HTTP it is \`application/problem+json\` (RFC 9457) with \`type\` pointing at a heading here,
\`code\`, a \`detail\` for people, \`fields\` with the refused fields, and \`figures\` with numbers that the client needs to continue.

This page is generated from \`core/base/problem-codes.ts\` by \`npx tsx scripts/write-errors-page.ts\`; a test keeps it current.
`;
