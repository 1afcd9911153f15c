import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { filesInComments, pathsOf } from './markdown-links';

const pages = [
  'CONTRIBUTING.md',
  'README.md',
  ...[
    'docs/owners',
    'docs/sites',
    'docs/hosts',
    'docs/developers',
    'docs/decisions',
    'docs/contracts',
    'emulators',
  ]
    .filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      folder === 'emulators'
        ? readdirSync(folder).map((name) => `${folder}/${name}/README.md`)
        : readdirSync(folder).map((name) => `${folder}/${name}`),
    )
    .filter((page) => page.endsWith('.md') && existsSync(page)),
];

describe('the paths that pages name', () => {
  it.each(pages)('%s names only files and folders that exist', (page) => {
    const missing = pathsOf(readFileSync(page, 'utf8')).filter((path) => !existsSync(path));
    expect(missing).toEqual([]);
  });

  it('are found in code spans, without globs and addresses', () => {
    expect(
      pathsOf('`core/base/result.ts` and `core/*.ts`, core/no.ts, `drafts/{uid}`, `emulators/auth/`'),
    ).toEqual(['core/base/result.ts', 'emulators/auth/']);
  });
});

describe('the files that comments name', () => {
  const files = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).trim().split('\n');
  const isThere = (name: string) => files.some((file) => file === name || file.endsWith(`/${name}`));

  it('exist', () => {
    const missing = files
      .filter((file) => /\.(?:tsx?|mjs|css|rules)$/.test(file) && existsSync(file))
      .filter((file) => file !== 'scripts/docs/file-paths.test.ts')
      .flatMap((file) => {
        const names = filesInComments(readFileSync(file, 'utf8'));
        return names.filter((name) => !isThere(name)).map((name) => `${file}: ${name}`);
      });
    expect(missing).toEqual([]);
  });

  it('are found by name or by the end of their path, without addresses and code', () => {
    const source =
      "import './no.ts'; // see tips/sync-tip.ts\n/** https://a.example/b.ts, *.ts and `look.css` */";
    expect(filesInComments(source)).toEqual(['tips/sync-tip.ts', 'look.css']);
  });
});

// Holds host-280.
it('the README shows a film of eight seconds and at most 1.5 MB, and its still to readers who want less motion', () => {
  const film = readFileSync('docs/images/film.webp');
  let milliseconds = 0;
  const sizes: string[] = [];
  // developers.google.com/speed/webp/docs/riff_container
  for (let at = 12; at < film.length; at += 8 + film.readUInt32LE(at + 4))
    if (film.toString('latin1', at, at + 4) === 'ANMF') {
      milliseconds += film.readUIntLE(at + 20, 3);
      // A picture that is smaller than the film leaves the rest of it empty. Its own size is behind the start code of its key frame (RFC 6386, 9.1).
      const start = film.indexOf(Buffer.from([0x9d, 0x01, 0x2a]), at + 24) + 3;
      sizes.push(`${film.readUInt16LE(start)} × ${film.readUInt16LE(start + 2)}`);
    }
  expect([...new Set(sizes)]).toEqual([`${film.readUIntLE(24, 3) + 1} × ${film.readUIntLE(27, 3) + 1}`]);
  expect(milliseconds).toBe(8000);
  expect(film.length).toBeLessThanOrEqual(1_500_000);
  const readme = readFileSync('README.md', 'utf8');
  expect(readme).toContain('<img src="docs/images/film.webp"');
  expect(readme).toMatch(/"\(prefers-reduced-motion: reduce\)" srcset="docs\/images\/film-still\.webp"/);
  expect(existsSync('docs/images/film-still.webp')).toBe(true);
});

/** All that people read: the card's, the dashboard's and the server's texts, mails and the overlay. */
const textFolders = [
  'widget/messages',
  'dashboard/messages',
  'core/messages',
  'functions/messages',
  'functions/pages',
  'functions/public-pages',
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
