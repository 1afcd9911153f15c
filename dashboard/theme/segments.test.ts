import { DEFAULT_THEME, mergeMantineTheme } from '@mantine/core';
import { colord, extend } from 'colord';
import a11y from 'colord/plugins/a11y';
import { describe, expect, test } from 'vitest';
import { cssVariables, theme } from './theme';

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
