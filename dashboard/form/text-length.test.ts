import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

describe('text length', () => {
  /** Source files of a folder, as paths from the root. */
  const sourcesOf = (folder: string): readonly string[] =>
    readdirSync(join(process.cwd(), folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
      .map((name) => join(folder, name));

  // Holds dash-241.
  test('no field of the dashboard, the card or the server’s pages cuts a pasted text off', () => {
    const cutting = ['dashboard', 'widget', 'functions', 'overlay']
      .flatMap(sourcesOf)
      .filter((file) => /\bmaxlength="|\bmaxLength=|\.maxLength = /.test(readFileSync(file, 'utf8')));
    expect(cutting).toEqual([]);
  });
});
