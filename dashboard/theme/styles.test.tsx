import { Button, DEFAULT_THEME, MantineProvider, mergeMantineTheme } from '@mantine/core';
import { act, cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { colord, extend } from 'colord';
import a11y from 'colord/plugins/a11y';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { cssVariables, theme } from './theme';

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
    const listed = read('dashboard/theme/styles.ts') + read('dashboard/theme/owner-parts.ts');
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

describe('pressable', () => {
  afterEach(cleanup);

  interface Shown {
    readonly state?: 'idle' | 'busy' | 'off';
    readonly onPress?: () => void;
    readonly onSend?: () => void;
  }

  function Form({ state = 'idle', onPress, onSend }: Shown) {
    return (
      <MantineProvider theme={theme} env="test">
        <form
          onSubmit={(event) => {
            event.preventDefault();
            onSend?.();
          }}
        >
          <input aria-label="Name" />
          <Button type="submit" loading={state === 'busy'} disabled={state === 'off'} onClick={onPress}>
            Save
          </Button>
        </form>
      </MantineProvider>
    );
  }
  const save = () => screen.getByRole('button', { name: 'Save' });

  for (const state of ['busy', 'off'] as const)
    test(`a focused button keeps the focus when it is ${state}, is marked as disabled, and does nothing`, async () => {
      const onPress = vi.fn<() => void>();
      const onSend = vi.fn<() => void>();
      const user = userEvent.setup();
      const { rerender } = render(<Form />);
      act(() => save().focus());
      rerender(<Form state={state} onPress={onPress} onSend={onSend} />);
      // Browsers remove the focus from an element with this attribute.
      expect(save().hasAttribute('disabled')).toBe(false);
      expect(save().getAttribute('aria-disabled')).toBe('true');
      await user.keyboard('{Enter}');
      await user.click(save());
      expect(onPress).not.toHaveBeenCalled();
      expect(onSend).not.toHaveBeenCalled();

      rerender(<Form onPress={onPress} onSend={onSend} />);
      expect(save().hasAttribute('aria-disabled')).toBe(false);
      await user.keyboard('{Enter}');
      expect(onPress).toHaveBeenCalledOnce();
      expect(onSend).toHaveBeenCalledOnce();
    });

  test('a busy button without the focus cannot be pressed, also by Enter in its form', async () => {
    const onSend = vi.fn<() => void>();
    const user = userEvent.setup();
    const { rerender } = render(<Form state="busy" onSend={onSend} />);
    expect(save()).toHaveProperty('disabled', true);
    await user.type(screen.getByLabelText('Name'), 'Ada{Enter}');
    expect(onSend).not.toHaveBeenCalled();

    rerender(<Form onSend={onSend} />);
    await user.type(screen.getByLabelText('Name'), '{Enter}');
    expect(onSend).toHaveBeenCalledOnce();
  });

  test('a disabled button leaves the tab order after losing the focus', async () => {
    const user = userEvent.setup();
    const { rerender } = render(<Form />);
    act(() => save().focus());
    rerender(<Form state="off" />);
    await user.tab({ shift: true });
    expect(save()).toHaveProperty('disabled', true);
  });
});

describe('segments', () => {
  extend([a11y]);

  test.each(['light', 'dark'] as const)(
    'the selected segment has a contrast of 3 to its neighbours, and its words 4.5, in %s',
    (scheme) => {
      const colours: Readonly<Record<string, string>> = cssVariables(mergeMantineTheme(DEFAULT_THEME, theme))[
        scheme
      ];
      const contrast = (one: string, other: string) =>
        colord(colours[one] ?? '').contrast(colours[other] ?? '');
      expect(contrast('--b-segment-edge', '--b-track')).toBeGreaterThanOrEqual(3);
      expect(contrast('--b-on-segment', '--b-segment')).toBeGreaterThanOrEqual(4.5);
    },
  );
});
