import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

/** One importing file, what it imports, and the rules that must report it (empty = allowed). */
const cases: readonly (readonly [from: string, imports: string, ...rules: string[]])[] = [
  ['core/plain.ts', '../widget/preview/card-preview', 'core-imports', 'core-is-plain'],
  ['core/reads-disk.ts', 'node:fs', 'core-is-plain'],
  ['core/react.ts', 'react', 'core-is-plain', 'no-dev-packages'],
  ['core/schema.ts', 'valibot'],
  ['core/sibling.ts', './schema'],
  ['core/property.test.ts', 'fast-check'],
  ['core/ships-dev.ts', 'fast-check', 'core-is-plain', 'no-dev-packages'],
  ['widget/from-core.ts', '../core/schema'],
  ['widget/from-dashboard.ts', '../dashboard/data/backend', 'widget-imports'],
  ['widget/from-functions.ts', '../functions/app', 'widget-imports'],
  ['widget/from-scripts.ts', '../scripts/run', 'widget-imports'],
  ['widget/from-root.ts', '../vitest.config', 'widget-imports'],
  ['widget/element/element.ts', 'react'],
  ['widget/element/wrapped.ts', '@r2wc/react-to-web-component'],
  ['widget/wrapped.ts', '@r2wc/react-to-web-component', 'fence-r2wc'],
  ['widget/card/small.ts', 'preact', 'fence-preact'],
  ['widget/payment-element.tsx', '@stripe/stripe-js/pure'],
  ['widget/sheet.tsx', '@stripe/stripe-js/pure', 'fence-stripe-js'],
  ['widget/live.ts', 'firebase/firestore', 'fence-firebase-web', 'no-dev-packages'],
  ['dashboard/preview.tsx', '../widget/preview/card-preview'],
  ['dashboard/inside-widget.tsx', '../widget/element/element', 'dashboard-imports'],
  ['dashboard/firebase/firebase-auth.ts', 'firebase/auth'],
  ['dashboard/screen.tsx', 'firebase/auth', 'fence-firebase-web'],
  ['dashboard/features/tips/list.tsx', 'firebase/firestore', 'fence-firebase-web'],
  ['dashboard/features/tips/totals.tsx', './list'],
  ['dashboard/features/profile/other.tsx', '../tips/list', 'features-are-strangers'],
  ['dashboard/features/profile/frame.tsx', '../../shell/shell', 'dashboard-features-imports'],
  ['dashboard/shell/frame.tsx', '../features/tips/list'],
  ['dashboard/publish/bar.tsx', '../features/tips/list', 'dashboard-publish-imports'],
  ['dashboard/publish/owner.tsx', '../session/owner-documents'],
  ['dashboard/session/bar.tsx', '../publish/owner', 'dashboard-session-imports'],
  ['dashboard/publish/pages.tsx', '../routes', 'dashboard-outermost'],
  ['dashboard/publish/pages.test.tsx', '../routes'],
  ['dashboard/shell/heap.tsx', '../heap/thing', 'dashboard-rooms', 'dashboard-shell-imports'],
  ['dashboard/from-local.ts', '../local/start', 'dashboard-imports'],
  ['functions/firebase/firestore-store.ts', 'firebase-admin/firestore'],
  ['functions/handlers/tips.ts', 'firebase-admin/firestore', 'fence-firebase-admin'],
  ['functions/stripe/stripe-payments.ts', 'stripe'],
  ['functions/handlers/refund.ts', 'stripe', 'fence-stripe-node'],
  ['functions/mail-transport/smtp-transport.ts', 'nodemailer'],
  ['functions/handlers/mail.ts', 'nodemailer', 'fence-nodemailer'],
  ['local/post/start-post.ts', 'smtp-server'],
  ['local/mail.ts', 'smtp-server', 'fence-mail-server'],
  ['functions/index.ts', 'firebase-functions/https'],
  ['functions/handlers/trigger.ts', 'firebase-functions/https', 'fence-firebase-functions'],
  ['functions/from-local.ts', '../local/start', 'functions-imports'],
  ['local/start.ts', '../functions/app'],
  ['local/from-widget.ts', '../widget/preview/card-preview', 'local-imports'],
  ['emulators/from-core.ts', '../core/schema', 'emulators-imports'],
  ['rules/firestore-rules.test.ts', '../emulators/rules-engine/load-rules'],
  ['rules/stripe.test.ts', '../emulators/stripe/start-stripe-sandbox', 'rules-imports'],
  ['stories/card.stories.tsx', '../widget/element/element'],
  ['stories/from-e2e.ts', '../e2e/fixtures', 'stories-imports'],
  ['e2e/tip.spec.ts', '../local/start'],
  ['e2e/inside-functions.ts', '../functions/app', 'e2e-imports'],
  ['examples/react/page.tsx', '../../widget/npm'],
  ['examples/react/inside.tsx', '../../widget/element/element', 'examples-imports'],
  ['bench/card/baseline.tsx', '@r2wc/react-to-web-component'],
  ['local/bench-figures.ts', '../bench/bench-row'],
  ['host/sweep.ts', '@busker/functions/app'],
  ['host/built.ts', '../scripts/run'],
  ['host/card.ts', '@busker/widget/signals/controls', 'host-imports'],
  ['core/from-bench.ts', '../bench/bench-row', 'core-imports', 'core-is-plain'],
  ['widget/port.ts', 'type @stripe/stripe-js/pure', 'fence-stripe-js'],
  ['widget/styled.ts', './card.css?inline'],
  ['dashboard/styled.tsx', './card.module.css'],
  ['widget/typo.ts', './nowhere', 'resolvable'],
  ['widget/by-name.ts', '@busker/functions/app', 'widget-imports'],
  ['widget/of-core.ts', '@busker/core/base/result'],
  ['dashboard/inside.tsx', '@busker/widget/signals/controls', 'dashboard-imports'],
  ['core/by-name.ts', '@busker/functions/app', 'core-imports', 'core-is-plain'],
  ['functions/of-emulators.ts', '@busker/emulator-stripe/start-stripe-sandbox', 'functions-imports'],
  ['local/by-name.ts', '@busker/functions/app'],
  ['functions/testing/expecting.ts', 'fast-check'],
];

/** The packages in node_modules are empty: the rules check only their names. */
const shells = {
  react: ['index'],
  valibot: ['index'],
  'fast-check': ['index'],
  stripe: ['index'],
  nodemailer: ['dist/index'],
  'smtp-server': ['index'],
  '@r2wc/react-to-web-component': ['index'],
  preact: ['index'],
  '@stripe/stripe-js': ['pure'],
  firebase: ['auth', 'firestore'],
  'firebase-admin': ['firestore'],
  'firebase-functions': ['https'],
};

const report = v.object({
  summary: v.object({
    violations: v.array(v.object({ from: v.string(), rule: v.object({ name: v.string() }) })),
  }),
});

/** Files that no row imports from, but some row imports. */
const targets = [
  'widget/preview/card-preview.ts',
  'widget/npm.ts',
  'widget/signals/controls.ts',
  'core/base/result.ts',
  'widget/card.css',
  'dashboard/card.module.css',
  'dashboard/data/backend.ts',
  'dashboard/session/owner-documents.ts',
  'dashboard/heap/thing.ts',
  'dashboard/routes.tsx',
  'dashboard/shell/shell.tsx',
  'functions/app.ts',
  'scripts/run.ts',
  'vitest.config.ts',
  'emulators/rules-engine/load-rules.ts',
  'emulators/stripe/start-stripe-sandbox.ts',
  'e2e/fixtures.ts',
  'bench/bench-row.ts',
];

let folder = '';
const brokenRules = new Map<string, string[]>();

function importing(imports: string): string {
  const name = imports.replace(/^type /, '');
  return name === imports
    ? `import * as it from '${name}';\nexport const here = it;`
    : `import type * as it from '${name}';\nexport type Here = typeof it;`;
}

async function write(path: string, text: string) {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), text);
}

const named = v.object({ name: v.string() });

const packageName = async (workspace: string): Promise<string> =>
  v.parse(named, JSON.parse(await readFile(`${root}${workspace}/package.json`, 'utf8'))).name;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'busker-borders-'));
  const { workspaces } = JSON.parse(await readFile(`${root}package.json`, 'utf8')) as {
    readonly workspaces: readonly string[];
  };
  const folders = [...workspaces.filter((name) => !name.includes('*')), 'emulators/stripe'];
  const packages = folders.map((name) => `${name}/package.json`);
  await mkdir(join(folder, 'node_modules/@busker'), { recursive: true });
  for (const name of folders)
    await symlink(join(folder, name), join(folder, 'node_modules', await packageName(name)));
  for (const config of ['.dependency-cruiser.cjs', 'tsconfig.json', 'package.json', ...packages]) {
    await mkdir(dirname(join(folder, config)), { recursive: true });
    await cp(join(root, config), join(folder, config));
  }
  for (const [name, files] of Object.entries(shells)) {
    await write(`node_modules/${name}/package.json`, JSON.stringify({ name, main: `./${files[0]}.js` }));
    for (const file of files) await write(`node_modules/${name}/${file}.js`, 'export const shell = 1;');
  }
  for (const path of targets) await write(path, path.endsWith('.css') ? '' : 'export const here = 1;');
  for (const [from, imports] of cases) await write(from, importing(imports));

  const programs = [...new Set(cases.map(([from]) => from.replace(/\/.*/, '')))];
  const cruise = promisify(execFile)(
    resolve(root, 'node_modules/.bin/depcruise'),
    ['--config', '.dependency-cruiser.cjs', '--output-type', 'json', ...programs],
    { cwd: folder, maxBuffer: 32_000_000 },
  );
  const { stdout } = await cruise;
  for (const { from, rule } of v.parse(report, JSON.parse(stdout)).summary.violations)
    brokenRules.set(from, [...(brokenRules.get(from) ?? []), rule.name]);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe('import borders', () => {
  it.each(cases)('%s importing %s', (from, _imports, ...rules) => {
    expect(brokenRules.get(from)?.toSorted() ?? []).toEqual(rules.toSorted());
  });
});
