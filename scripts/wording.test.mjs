import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { root } from './run.mjs';
import { sourceFiles } from './source-files.mjs';

/** Where texts that people see come from. The docs may name the word to say why it is not used. */
const folders = ['widget', 'dashboard', 'functions', 'examples', 'stories', 'emulators/stripe/pages'];

// Holds web-066.
it.each(folders)('never uses the word that stands for a charity’s money: %s', async (folder) => {
  const files = await sourceFiles(folder);
  expect(files.length).toBeGreaterThan(0);
  const words =
    /donat|spende[nt]?\b|donaci[oó]n|doa[cç][aã]o|donazion|donatie|darowizn|寄付|寄附|기부|捐赠|捐款|تبرع/i;
  const found = await Promise.all(
    files.map(async (file) => (words.test(await readFile(`${root}${file}`, 'utf8')) ? file : null)),
  );
  expect(found.filter(Boolean)).toEqual([]);
});
