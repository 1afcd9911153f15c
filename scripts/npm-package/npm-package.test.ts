import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attributeNames } from '@busker/widget/attributes/attribute-names';
import { exampleModule, readmeComponent } from './testing/npm-examples';
import { npmFiles, npmName } from '@busker/widget/npm-files';

const root = fileURLToPath(new URL('../..', import.meta.url));
const files = npmFiles('1.2.3');

const page = `
import { BuskerCard, type BuskerCardElement } from '${npmName}/react';
import '${npmName}';
export const good = (
  <BuskerCard profile="ada" host="https://busker.example" theme="dark" tips={false} wall={5} for="A song"
    onTipSuccess={({ detail }) => detail.amount.toFixed()}>
    <a href="https://example.com">Site</a>
  </BuskerCard>
);
export const off = <BuskerCard profile="ada" tips={false} links={false} goal={false} />;
export const tag = <busker-card profile="ada" layout="links" class="wide" goal tips="off"><a href="/">Home</a></busker-card>;
const element = document.querySelector('busker-card');
element?.openTip(5);
element?.addEventListener('busker-link-click', (event) => { if (event.detail.url === '') event.preventDefault(); });
if (element) {
  element.tips = false;
  element.goal = true;
  element.wall = 5;
  element.amounts = [3, 5, '10'];
  element.theme = null;
  const written: string | undefined = element.tips;
  element.forText = written;
}
export const same: BuskerCardElement | null = element;
`;

const wrong = [
  ['a theme that does not exist', `<BuskerCard profile="ada" theme="purple" />`],
  ['an attribute that does not exist', `<BuskerCard profil="ada" />`],
  ['a detail that the event has not', `<BuskerCard onReady={({ detail }) => detail.amount} />`],
  ['a wrong value on the bare tag', `<busker-card pay="cash" />`],
  // React leaves it out on a server, where it would mean "on".
  ['`false` on the bare tag', `<busker-card profile="ada" tips={false} />`],
  ['`false` for the goal on the bare tag', `<busker-card profile="ada" goal={false} />`],
] as const;

let folder = '';

/** TypeScript's errors for a file in a project that has installed the package; '' without errors. */
async function compile(name: string, code: string, resolution: 'bundler' | 'nodenext'): Promise<string> {
  await writeFile(join(folder, `${name}.tsx`), code);
  const module = resolution === 'bundler' ? 'esnext' : 'nodenext';
  const flags = [
    '--noEmit',
    '--strict',
    '--jsx',
    'react-jsx',
    '--module',
    module,
    '--moduleResolution',
    resolution,
  ];
  const tsc = join(root, 'node_modules/.bin/tsc');
  const run = promisify(execFile)(tsc, [...flags, '--target', 'es2022', '--types', 'react', `${name}.tsx`], {
    cwd: folder,
  });
  return run.then(
    () => '',
    (problem: unknown) => (problem as { stdout: string }).stdout,
  );
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'busker-consumer-'));
  const installed = join(folder, 'node_modules', npmName);
  await mkdir(join(folder, 'node_modules/@types'), { recursive: true });
  await mkdir(installed);
  for (const [name, content] of Object.entries(files)) await writeFile(join(installed, name), content);
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  for (const name of ['@types/react', 'csstype'])
    await symlink(join(root, 'node_modules', name), join(folder, 'node_modules', name));
  await cp(join(root, 'node_modules/react'), join(folder, 'node_modules/react'), { recursive: true });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the npm package', () => {
  it.each(['bundler', 'nodenext'] as const)(
    'compiles in a project that resolves as %s',
    async (resolution) => {
      expect(await compile('page', page, resolution)).toBe('');
    },
  );

  // Holds tag-152. npm-examples.test.tsx runs them.
  it.each([
    ['each value, event and method that custom-elements.json names', exampleModule],
    ["the README's component", readmeComponent],
  ])('compiles %s', async (_what, code) => {
    expect(await compile('examples', code, 'bundler')).toBe('');
  });

  // Holds tag-074.
  it.each(wrong)('does not compile: %s', async (_what, code) => {
    const source = `import { BuskerCard } from '${npmName}/react';\nexport const used = BuskerCard;\nexport const page = ${code};`;
    expect(await compile('wrong', source, 'bundler')).toContain('error TS');
  });

  it('names a file for every export, and every export in the manifest', () => {
    const manifest = JSON.parse(files['package.json'] ?? '') as {
      exports: Record<string, { types: string } | string>;
      customElements: string;
    };
    for (const target of Object.values(manifest.exports)) {
      const file = typeof target === 'string' ? target : target.types;
      expect(Object.keys(files)).toContain(file.replace('./', ''));
    }
    expect(Object.keys(files)).toContain(manifest.customElements);
  });

  it('has the licence of the project, and a README whose imports are exports of the package', () => {
    expect(files['LICENSE']).toMatch(/^MIT License/);
    const manifest = JSON.parse(files['package.json'] ?? '') as { exports: Record<string, unknown> };
    const imported = [...(files['README.md'] ?? '').matchAll(/(?:from|import) [`']([^`']+)[`']/g)];
    expect(imported.length).toBeGreaterThan(2);
    for (const [, from = ''] of imported)
      expect(Object.keys(manifest.exports)).toContain(from.replace(npmName, '.'));
  });

  it('asks for React only where the component is used', () => {
    expect(JSON.parse(files['package.json'] ?? '')).toMatchObject({
      peerDependenciesMeta: { react: { optional: true } },
    });
  });

  // Holds tag-073.
  it('describes every attribute to editors', () => {
    const manifest = JSON.parse(files['custom-elements.json'] ?? '') as {
      modules: { declarations: { attributes: { name: string }[]; events: unknown[] }[] }[];
    };
    const [declaration] = manifest.modules[0]?.declarations ?? [];
    expect(declaration?.attributes.map(({ name }) => name)).toEqual(Object.values(attributeNames));
    expect(declaration?.events).toHaveLength(7);
  });
});
