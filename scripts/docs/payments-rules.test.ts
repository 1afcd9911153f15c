import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const rows = readFileSync('docs/payments-rules.md', 'utf8')
  .split('\n')
  .map((line) => /^\| (.+?) +\| `([^`]+)` *\| (.+?) +\|$/.exec(line))
  .flatMap((found) =>
    found === null ? [] : [{ rule: found[1], file: found[2] ?? '', title: found[3] ?? '' }],
  );

const isQuoted = (source: string, title: string) =>
  ["'", '"', '`'].some((quote) => source.includes(`${quote}${title}${quote}`));

it('finds every test that the rules of payments name', () => {
  expect(rows.length).toBeGreaterThan(130);
  const missing = rows.filter(({ file, title }) => !isQuoted(readFileSync(file, 'utf8'), title));
  expect(missing).toEqual([]);
});

/** All that people read: the card's, the dashboard's and the server's texts. */
const textFolders = ['widget/messages', 'dashboard/messages/en', 'functions/pages', 'functions/pages/texts'];

it('says tip, and never the word for charity, wherever people read', () => {
  const files = textFolders
    .flatMap((folder) => readdirSync(folder).map((name) => `${folder}/${name}`))
    .filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.'));
  expect(files.length).toBeGreaterThan(40);
  const charity = /\b(?:donat|donaci|donazion|spende[nt]?\b|darowizn|寄付|기부|捐款|تبرع)/i;
  const found = ['core/base/problem-codes.ts', ...files].filter((path) =>
    charity.test(readFileSync(path, 'utf8')),
  );
  expect(found).toEqual([]);
});
