import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

describe('styles', () => {
  const root = join(import.meta.dirname, '../..');
  const read = (path: string) => readFileSync(join(root, path), 'utf8');

  /** The Mantine components that a file imports by name. */
  function partsIn(source: string): string[] {
    const imports = source.matchAll(/import \{([^}]+)\} from '@mantine\/core'/g);
    return [...imports].flatMap(([, names]) => (names ?? '').split(',').map((name) => name.trim()));
  }

  /** Every Mantine style sheet of the components that the dashboard uses. */
  function neededSheets(): string[] {
    const files = readdirSync(join(root, 'dashboard'), { recursive: true, encoding: 'utf8' });
    const parts = files
      .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
      .flatMap((file) => partsIn(read(`dashboard/${file}`)));
    return [...new Set(parts)].filter((part) =>
      existsSync(join(root, `node_modules/@mantine/core/styles/${part}.css`)),
    );
  }

  test('every Mantine component in use has its style sheet', () => {
    const listed = read('dashboard/theme/styles.ts') + read('dashboard/theme/styles-owner.ts');
    const missing = neededSheets().filter((part) => !listed.includes(`/${part}.css'`));
    expect(missing).toEqual([]);
  });

  test('the sheets that others build on come first, in Mantine’s order, and our own last', () => {
    const listed = [...read('dashboard/theme/styles.ts').matchAll(/^import '(.+)\.css';/gm)].map(
      ([, path = '']) => path.replace('@mantine/core/styles/', ''),
    );
    // https://mantine.dev/styles/css-files-list/
    const base =
      'baseline default-css-variables global ScrollArea UnstyledButton VisuallyHidden Paper Popover CloseButton Group Loader Overlay ModalBase Input InlineInput Flex FloatingIndicator ActionIcon'.split(
        ' ',
      );
    expect(listed.slice(0, base.length)).toEqual(base);
    expect(listed.at(-1)).toBe('../app');
  });
});
