import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** All that people read: the card's, the dashboard's and the server's texts, mails and the overlay. */
const textFolders = [
  'widget/messages',
  'dashboard/messages',
  'core/messages',
  'functions/messages',
  'functions/pages',
  'functions/public-pages',
  'overlay/messages',
];

// Holds pay-003.
it('says tip, and never the word for charity, wherever people read', () => {
  const files = textFolders
    .flatMap((folder) => readdirSync(folder).map((name) => `${folder}/${name}`))
    .filter((path) => /\.(tsx?|json)$/.test(path) && !path.includes('.test.'));
  expect(files.length).toBeGreaterThan(40);
  const charity = /\b(?:donat|donaci|donazion|spende[nt]?\b|darowizn|寄付|기부|捐款|تبرع)/i;
  const found = ['core/base/problem-codes.ts', ...files].filter((path) =>
    charity.test(readFileSync(path, 'utf8')),
  );
  expect(found).toEqual([]);
});
