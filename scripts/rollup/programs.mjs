// Everything that ships. One target: `rollup -c --configTarget widget`; all of them, skipping what has not changed: `npm run build`.
import { readFileSync } from 'node:fs';
import alias from '@rollup/plugin-alias';
import commonjs from '@rollup/plugin-commonjs';
import json from '@rollup/plugin-json';
import nodeResolve from '@rollup/plugin-node-resolve';
import replace from '@rollup/plugin-replace';
import terser from '@rollup/plugin-terser';
import { refuseAboveFloor } from './browser-floor.mjs';
import { functionsPackage, npmPackage, preactOnFrozenPages, r2wcWithoutProps } from './packages.mjs';
import { css } from './css.mjs';
import { builtHtml, folderAsItIs, notFoundPage } from './dashboard-html.mjs';
import { embed } from './embed.mjs';
import { licences } from './licences.mjs';
import { browserScripts } from './browser-scripts.mjs';
import { messages } from './messages.mjs';
import { minify, transpile } from './transpile.mjs';
import { ownPackages } from '../own-packages.mjs';
import { importAgain, straightImports } from './imports.mjs';
import { wordpressPlugin } from './wordpress-plugin.mjs';
import { bundleBusker, bundleWhole } from '../load-servers.mjs';
import { root } from '../run.mjs';

const rootPackage = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));

/** The card's compiler: TypeScript itself, from the entry on. The other programs do without, and need not wait until it is read. */
const compileCard = async () => {
  const { default: typescript } = await import('@rollup/plugin-typescript');
  return typescript({ tsconfig: `${root}tsconfig.card.json` });
};

const constants = () =>
  replace({
    preventAssignment: true,
    values: {
      'process.env.NODE_ENV': JSON.stringify('production'),
      'process.env.BUSKER_VERSION': JSON.stringify(rootPackage.version),
    },
  });

/** In the embed and the npm build Preact stands for React: 5 kB in place of 59 (docs/decisions/card.md). */
const preactForReact = () => [
  preactOnFrozenPages(),
  r2wcWithoutProps(),
  alias({
    entries: [
      { find: /^react$/, replacement: `${root}widget/preact/react.ts` },
      { find: /^react-dom\/client$/, replacement: `${root}widget/preact/react-dom-client.ts` },
      { find: /^react\/jsx-runtime$/, replacement: `${root}widget/preact/jsx-runtime.ts` },
    ],
  }),
];

/** The entry need not contain modules that it only exports again: the hooks come with the first chunk that uses them. */
const treeshake = {
  moduleSideEffects: (id) => !/\/(widget\/preact\/|node_modules\/(preact|@r2wc)\/)/.test(id),
};

const quiet = (warning, warn) => {
  // "use client" in component libraries: a hint for servers that render React, of no meaning here.
  if (warning.code === 'MODULE_LEVEL_DIRECTIVE') return;
  // In our own files dependency-cruiser forbids it; packages (recharts) have theirs.
  if (warning.code === 'CIRCULAR_DEPENDENCY' && warning.ids.every((id) => id.includes('node_modules')))
    return;
  // A comment of a package (@scure/base) that only names the mark.
  if (warning.code === 'INVALID_ANNOTATION' && warning.id?.includes('node_modules')) return;
  warn(warning);
};

const browserFiles = () =>
  nodeResolve({
    browser: true,
    exportConditions: ['production'],
    extensions: ['.mjs', '.js', '.json', '.ts', '.tsx'],
  });

/** Modules whose names change with what is in them, so that browsers may keep them for ever. */
const hashed = (folder) => ({
  format: 'es',
  entryFileNames: `${folder}/[name]-[hash].js`,
  chunkFileNames: `${folder}/[name]-[hash].js`,
});

/** What a build of the card begins with: sources, texts and styles, up to the compiler. */
const cardSources = () => [constants(), preactForReact(), css(), messages(), browserFiles(), commonjs()];

const card = {
  input: 'widget/embed.ts',
  onwarn: quiet,
  treeshake,
  output: { dir: 'dist/embed', sourcemap: false },
};

const widget = () => ({
  ...card,
  plugins: [
    ...cardSources(),
    compileCard(),
    refuseAboveFloor(),
    embed({ major: 'v1', version: rootPackage.version }),
    licences(),
    terser({
      // Another program is built beside the card; a second worker would have to warm up as well.
      maxWorkers: 1,
      module: true,
      ecma: 2020,
      compress: {
        passes: 4,
        unsafe_arrows: true,
        unsafe_methods: true,
        hoist_props: true,
        hoist_funs: true,
        // Functions that are inlined with their parameters are shorter, but repeat less: 20 bytes more after brotli.
        inline: 1,
      },
    }),
  ],
});

/** Packages with calls above the floor that the dashboard never reaches: it has no <ViewTransition> and formats no durations. */
const asksItself = { '/react-dom/': ['startViewTransition'], '/@formatjs/intl/': ['DurationFormat'] };

const dashboard = {
  input: 'dashboard/main.tsx',
  onwarn: quiet,
  output: {
    dir: 'dist/dashboard',
    ...hashed('assets'),
  },
  plugins: [
    constants(),
    css(),
    browserFiles(),
    commonjs(),
    messages(),
    json(),
    transpile(),
    straightImports(['@mantine/core', '@mantine/hooks', '@mantine/charts', 'recharts']),
    importAgain(),
    refuseAboveFloor({ proven: asksItself }),
    minify(),
    builtHtml('dashboard/index.html'),
    notFoundPage('dashboard/404.html'),
    folderAsItIs('dashboard/installable'),
    licences(),
    wordpressPlugin(),
  ],
};

/** The service worker for push: one classic script at a fixed address, because its scope is the folder that it lies in. */
const pushWorker = {
  input: 'dashboard/push-worker/push-worker.ts',
  onwarn: quiet,
  output: { file: 'dist/dashboard/push-worker.js', format: 'iife' },
  plugins: [constants(), browserFiles(), transpile(), refuseAboveFloor(), minify()],
};

/** The overlay for streams and big screens. Chrome 103 of OBS 30 reads what the compiler leaves of ES2022. */
const overlay = {
  input: 'overlay/main.ts',
  onwarn: quiet,
  output: {
    dir: 'dist/overlay',
    ...hashed('overlay'),
  },
  plugins: [
    constants(),
    css({ folder: 'overlay', chrome: 103 }),
    browserFiles(),
    messages(),
    transpile(),
    minify(),
    builtHtml('overlay/overlay.html', 'overlay.html'),
    licences(),
  ],
};

const functions = {
  input: 'functions/index.ts',
  onwarn: quiet,
  external: [
    /^node:/,
    /^firebase-admin(\/|$)/,
    /^firebase-functions(\/|$)/,
    /^stripe(\/|$)/,
    /^web-push$/,
    /^nodemailer$/,
  ],
  output: {
    dir: 'dist/functions',
    format: 'es',
    entryFileNames: 'index.js',
    chunkFileNames: '[name]-[hash].js',
  },
  plugins: [
    nodeResolve({
      exportConditions: ['node'],
      preferBuiltins: true,
      extensions: ['.mjs', '.js', '.json', '.ts', '.tsx'],
    }),
    commonjs(),
    json(),
    browserScripts(),
    transpile(),
    licences(),
    functionsPackage({
      version: rootPackage.version,
      dependencies: JSON.parse(readFileSync(`${root}functions/package.json`, 'utf8')).dependencies,
      lock: JSON.parse(readFileSync(`${root}package-lock.json`, 'utf8')),
      node: '24',
    }),
  ],
};

/** The one module of the npm build that is a React component, and so uses the React of the page. */
const isReactOfPage = (id, importer = '') =>
  /^react(\/|$)/.test(id) && importer.endsWith('/widget/npm-react.tsx');

/** The same card for sites with a bundler: readable modules. Its plain entry needs no React; the React component imports the page's own. */
const npmPackageBuild = {
  input: { index: 'widget/npm.ts', react: 'widget/npm-react.tsx' },
  onwarn: quiet,
  treeshake,
  external: isReactOfPage,
  output: {
    dir: 'dist/npm',
    format: 'es',
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
    // React's servers must leave both to the browser.
    banner: ({ name }) => (name === 'react' ? "'use client';" : ''),
  },
  plugins: [
    ...cardSources(),
    transpile(),
    refuseAboveFloor(),
    npmPackage({ version: rootPackage.version }),
    licences(),
  ],
};

/** examples/react as its owner builds it: with the package as it is published, which the build before has just made. */
const reactExample = {
  input: 'examples/react/main.tsx',
  onwarn: quiet,
  output: { dir: 'dist/examples/react', format: 'es' },
  plugins: [
    constants(),
    alias({
      entries: [
        { find: /^busker-card$/, replacement: `${root}dist/npm/index.js` },
        { find: /^busker-card\/react$/, replacement: `${root}dist/npm/react.js` },
      ],
    }),
    browserFiles(),
    commonjs(),
    transpile(),
    minify(),
  ],
};

/** The card for `npm run dev`: the same chunks, made in a moment, a few kilobytes larger. It never ships. */
const widgetWhileEditing = {
  ...card,
  plugins: [...cardSources(), transpile(), embed({ major: 'v1', version: rootPackage.version }), minify()],
  watch: { buildDelay: 50 },
};

const targets = {
  widget,
  dashboard: [dashboard, pushWorker],
  overlay,
  functions,
  npm: [npmPackageBuild, reactExample],
};

/** What Rollup is given: the programs of one target, or all. */
export function programsOf({ configTarget }) {
  if (configTarget === undefined) return Object.values(targets).flatMap(configsOf);
  const target = { ...targets, widgetWhileEditing }[configTarget];
  if (!target)
    throw new Error(`No such target: ${configTarget}. There are ${Object.keys(targets).join(', ')}.`);
  return configsOf(target);
}

/**
 * The card's is made only where it is built. No package of the lock file is a symbolic link but our own (a test checks it), which a plugin finds, so
 * Rollup need not ask the system about each folder above each module: a sixth of the dashboard's build.
 */
function configsOf(target) {
  const configs = [typeof target === 'function' ? target() : target].flat();
  return configs.map((config) => ({
    ...config,
    plugins: [ownPackages(), ...config.plugins],
    preserveSymlinks: true,
  }));
}

/** The program `busker` of a release, with the texts of the licences of what is in it. */
export const bundleDemoServer = (outDir) => bundleBusker(outDir, [browserScripts(), licences()]);

/** A program for machines with Node alone, with the same texts. */
export const bundleProgram = ({ plugins, ...program }) =>
  bundleWhole({ ...program, plugins: [...plugins, licences()] });
