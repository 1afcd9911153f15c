import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { pathsOf } from './file-paths';

const pages = [
  'CONTRIBUTING.md',
  'README.md',
  ...['docs', 'docs/decisions', 'docs/contracts', 'docs/developers', 'emulators']
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
