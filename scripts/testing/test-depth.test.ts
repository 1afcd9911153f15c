import fc from 'fast-check';
import { Window, type CSSRule } from 'happy-dom';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { preprocessCSS, resolveConfig } from 'vite';
import { afterEach, beforeEach, describe, expect, inject, it, test, vi } from 'vitest';
import { runs } from '@busker/core/testing/runs';
import { StalledTests } from './stalled-tests';
import { stylesThatHide } from './styles-that-hide';
import { testDepth } from './test-depth';

describe('property tests', () => {
  it('get their number of runs and their seed from the configuration of this run', () => {
    const seed = inject('seed');
    const expected = { numRuns: 100 * inject('times'), ...(seed !== null && { seed }) };
    expect(fc.readConfigureGlobal()).toEqual(expected);
  });

  it('that name many runs have at most a hundred in `npm test`, and all of them and more in the long form', () => {
    const times = inject('times');
    expect([runs(2000), runs(30), runs(60, 20)]).toEqual(
      inject('isShort') ? [100, 30, 20] : [2000 * times, 30 * times, 60 * times],
    );
  });

  it('draw the same values in each run of `npm test`', () => {
    const { seed } = testDepth({});
    expect(seed).toBe(testDepth({ BUSKER_SOAK: '1' }).seed);
    const drawn = () => fc.sample(fc.nat(), { numRuns: 20, seed: seed ?? Number.NaN });
    expect(drawn()).toEqual(drawn());
  });

  it('run the given times as often in a hunt, from a random seed', () => {
    expect(testDepth({ BUSKER_HUNT: '7' })).toMatchObject({ isShort: false, times: 7, seed: null });
    expect(testDepth({ BUSKER_HUNT: '7', BUSKER_HUNT_SEED: '-41' })).toMatchObject({ times: 7, seed: -41 });
  });
});

describe('tests of durability', () => {
  it('are short in `npm test`, and at least 200 kills and 2,000 tips in `npm run soak`', () => {
    expect(testDepth({}).kills).toBeLessThan(10);
    expect(testDepth({ BUSKER_SOAK: '1' })).toMatchObject({
      kills: 200,
      unreliableTips: 2000,
      sharedJobs: 1000,
      everyNthOrder: 1,
    });
  });
});

describe('tests that stall', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const SECOND = 1000;
  const file = (moduleId: string) => ({ moduleId });
  const test = (module: { moduleId: string }, fullName: string) => ({ module, fullName });

  function watched() {
    const messages: string[] = [];
    const reporter = new StalledTests((text) => void messages.push(text), 100 * SECOND);
    reporter.onTestRunStart();
    return { messages, reporter };
  }

  it('names a file that reports nothing for too long, and its last test, once', () => {
    const { messages, reporter } = watched();
    reporter.onTestModuleQueued(file('a.test.ts'));
    reporter.onTestModuleQueued(file('b.test.ts'));
    reporter.onTestCaseReady(test(file('a.test.ts'), 'ends'));
    vi.advanceTimersByTime(90 * SECOND);
    reporter.onTestCaseResult(test(file('b.test.ts'), 'goes on'));
    expect(messages).toEqual([]);
    vi.advanceTimersByTime(20 * SECOND);
    expect(messages).toEqual(['a.test.ts is stuck in "ends" or after it.']);
    vi.advanceTimersByTime(1000 * SECOND);
    expect(messages).toHaveLength(1);
  });

  it('lets a run of any length go on while its files report and end', () => {
    const { messages, reporter } = watched();
    for (let n = 0; n < 20; n += 1) {
      reporter.onTestModuleQueued(file(`${n}.test.ts`));
      vi.advanceTimersByTime(60 * SECOND);
      reporter.onTestCaseResult(test(file(`${n}.test.ts`), 'is done'));
      vi.advanceTimersByTime(60 * SECOND);
      reporter.onTestModuleEnd(file(`${n}.test.ts`));
    }
    reporter.onTestRunEnd();
    vi.advanceTimersByTime(1000 * SECOND);
    expect(messages).toEqual([]);
  });

  it('does not wait for a file whose end comes before the result of its last test', () => {
    const { messages, reporter } = watched();
    reporter.onTestModuleQueued(file('a.test.ts'));
    reporter.onTestModuleEnd(file('a.test.ts'));
    reporter.onTestCaseResult(test(file('a.test.ts'), 'is the last'));
    vi.advanceTimersByTime(1000 * SECOND);
    expect(messages).toEqual([]);
  });
});

describe('the styles that tests keep', () => {
  const root = join(import.meta.dirname, '../..');

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
});
