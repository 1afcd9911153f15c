import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Window, type CSSRule } from 'happy-dom';
import { preprocessCSS, resolveConfig } from 'vite';
import { expect, test } from 'vitest';
import { stylesThatHide } from './styles-that-hide';

const root = join(import.meta.dirname, '..');

/** What a style sheet becomes in the tests of the dashboard, or without the plugin. */
async function styles(css: string, plugins: object[]): Promise<string> {
  const config = await resolveConfig(
    { configFile: false, logLevel: 'silent', css: { postcss: { plugins: plugins as never } } },
    'serve',
  );
  return (await preprocessCSS(css, join(root, 'dashboard/some.css'), config)).code;
}

const decisive = ['display', 'visibility', 'content', 'pointer-events', 'user-select', '--tabs-display'];

/** Each rule with what it says about being seen and pressed, under the conditions around it. */
function whatHides(css: string): string[] {
  const { document, CSSStyleSheet } = new Window();
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [sheet];
  const inside = (rules: Iterable<CSSRule>, around: string): string[] =>
    [...rules].flatMap((rule) => {
      if ('style' in rule && 'selectorText' in rule) {
        const style = rule.style as { getPropertyValue(name: string): string };
        const says = decisive.map((name) => style.getPropertyValue(name));
        return says.some((value) => value !== '')
          ? [`${around} ${String(rule.selectorText)}: ${says.join('; ')}`]
          : [];
      }
      if (!('cssRules' in rule)) return [];
      return inside(
        rule.cssRules as Iterable<CSSRule>,
        `${around} ${'conditionText' in rule ? String(rule.conditionText) : ''}`,
      );
    });
  return inside(sheet.cssRules, '');
}

/** Those of the dashboard's own parts, and those of Mantine that it imports. */
function sheets(): string[] {
  const files = readdirSync(join(root, 'dashboard'), { recursive: true, encoding: 'utf8' });
  const imported = files
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap(
      (file) =>
        readFileSync(join(root, 'dashboard', file), 'utf8').match(/(?<=import ')@mantine.*\.css/g) ?? [],
    );
  return [
    ...files.filter((file) => file.endsWith('.css')).map((file) => `dashboard/${file}`),
    ...imported.map((path) => `node_modules/${path}`),
  ];
}

test('keeps what hides, shows or names an element or takes the pointer from it, with the conditions around it, and nothing else', async () => {
  const css = `
    .a { color: red; display: none !important; }
    .b { margin: 0; pointer-events: none }
    @media (min-width: 10em) { .a { display: flex; gap: 1px } .b { color: blue } }
    @media print { .b { margin: 1px } }
    .c::before { content: '*'; top: 0 } .d { visibility: hidden }
    .e { --e-display: grid; --e-gap: 1px; display: var(--e-display, none); gap: var(--e-gap) }`;
  expect((await styles(css, [stylesThatHide])).replaceAll(/\s+/g, ' ').trim()).toBe(
    ".a { display: none !important; } .b { pointer-events: none } @media (min-width: 10em) { .a { display: flex } } .c::before { content: '*' } .d { visibility: hidden } .e { --e-display: grid; display: var(--e-display, none) }",
  );
});

test('says the same of each style sheet of the dashboard and of Mantine about being seen and pressed', async () => {
  const all = sheets();
  expect(all.length).toBeGreaterThan(50);
  const css = all.map((file) => readFileSync(join(root, file), 'utf8')).join('\n');
  const kept = await styles(css, [stylesThatHide]);
  const before = whatHides(await styles(css, []));
  expect(before.length).toBeGreaterThan(100);
  expect(whatHides(kept)).toEqual(before);
  expect(kept.length).toBeLessThan(css.length / 4);
});
