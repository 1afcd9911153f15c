// npm run dev: everything that `npm start` runs. Vite also serves the dashboard with hot reload, Rollup rebuilds the card at every change, and a change
// in functions/ or core/ restarts the functions alone.
import './first-checks.mjs';
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { buildAll, forgetBuilt, report } from './build.mjs';
import { commandLine } from './command-line.mjs';
import { endInOneSentence } from './failure-sentence.mjs';
import { root } from './run.mjs';
import { sayingSteps } from './say-steps.mjs';

commandLine({
  command: 'npm run dev',
  about: 'runs everything on this machine, and shows changes of the code at once. BUSKER_DEV_PORT: its port.',
  options: {
    '--reset': 'first deletes what is kept in .busker/',
    '--free-ports': 'gives every server but this one a free port, and prints them',
    '--verbose': "shows the functions' log",
  },
});
const saying = sayingSteps();
saying.say('npm run dev: builds what has changed, starts every server, and then watches the sources');

const reading = saying.begin('programs', 'Node.js reads the servers of local/ and functions/');
const { register } = await import('tsx/esm/api');
register();
const { portIn, whyInUse } = await import('@busker/local/ports');
const { run } = await import('@busker/local/run');
const { sameSite } = await import('@busker/local/web-config');
const { googleApiPath } = await import('@busker/emulator-auth/pages/serve-page');
const { default: react } = await import('@vitejs/plugin-react');
const { createServer } = await import('vite');
const { browserScripts } = await import('./rollup/browser-scripts.mjs');
const { messages } = await import('./rollup/messages.mjs');
reading.done('read');

/** The port of the dashboard with hot reload. Checked before anything is built. */
async function devPort() {
  const found = portIn('BUSKER_DEV_PORT', process.env.BUSKER_DEV_PORT || '4300');
  const problem = found.ok
    ? await whyInUse([{ port: found.value, name: 'dashboard with hot reload', setting: 'BUSKER_DEV_PORT' }])
    : found.problem;
  if (problem === null) return found.value;
  console.error(problem);
  process.exit(1);
}
const port = await devPort();
const busker = await run(
  async () => report(await buildAll(['widget', 'dashboard', 'overlay'], { saying })),
  saying,
  { cardIsEdited: true },
).catch((error) => endInOneSentence(error, 'Busker cannot start: '));
const { app, auth } = busker.addresses;

const { version } = JSON.parse(await readFile(`${root}package.json`, 'utf8'));
const vite = await createServer({
  configFile: false,
  root: `${root}dashboard`,
  cacheDir: `${root}node_modules/.vite`,
  logLevel: 'warn',
  plugins: [
    react(),
    messages(),
    {
      // The stand-in for the Google script that the SDK loads before it opens a sign-in window.
      name: 'local-google-script',
      transformIndexHtml: () => [
        {
          tag: 'script',
          attrs: { src: `${sameSite(auth)}${googleApiPath}`, defer: true },
          injectTo: 'head-prepend',
        },
      ],
    },
  ],
  define: { 'process.env.BUSKER_VERSION': JSON.stringify(version) },
  server: {
    host: '127.0.0.1',
    port,
    strictPort: true,
    fs: { allow: [root] },
    // Everything that is not one of the dashboard's own modules comes from the running product. Vite's own addresses begin with /@ too.
    proxy: {
      '^/(v1|embed|img|t|docs|overlay)/|^/o$|^/(oembed|busker-config\\.json|push-worker\\.js|app\\.webmanifest|icons/.+)|^/@(?!vite|fs|id|react-refresh)':
        app,
    },
  },
});
await vite.listen();

/**
 * The functions' code once more, for its changes: Vite reads again only the changed modules and what imports them. The packages stay as they are
 * loaded.
 */
const server = await createServer({
  configFile: false,
  root,
  appType: 'custom',
  logLevel: 'warn',
  plugins: [browserScripts()],
  optimizeDeps: { noDiscovery: true },
  server: {
    middlewareMode: true,
    hmr: false,
    ws: false,
    watch: { ignored: (path) => !isServerPath(path) },
  },
});

/** The root, and what the functions are made of. */
function isServerPath(path) {
  const inside = `${path}/`.startsWith(root) ? path.slice(root.length) : null;
  return inside === '' || (inside !== null && /^(core|functions)(\/|$)/.test(inside)) || `${path}/` === root;
}

const readFunctions = () => server.ssrLoadModule(`${root}local/start.ts`);

let restarting = false;
let changedMeanwhile = false;
async function restartFunctions(file) {
  if (restarting) {
    changedMeanwhile = true;
    return;
  }
  restarting = true;
  const step = saying.begin('functions', 'they are read again and started');
  try {
    const { startFunctions } = await readFunctions();
    await busker.restartFunctions(startFunctions);
    step.done(`restarted for ${file}`);
  } catch (error) {
    step.failed(`not restarted for ${file}; the ones before go on`);
    saying.say(String(error?.stack ?? error));
  }
  restarting = false;
  if (!changedMeanwhile) return;
  changedMeanwhile = false;
  await restartFunctions(file);
}

let afterLastChange;
server.watcher.on('all', (event, path) => {
  const file = path.slice(root.length);
  if (event === 'addDir' || event === 'unlinkDir' || /\.test\.tsx?$/.test(file)) return;
  if (!/^(core|functions)\/.*\.tsx?$/.test(file)) return;
  // An editor that saves several files changes them within a moment.
  clearTimeout(afterLastChange);
  afterLastChange = setTimeout(() => void restartFunctions(file), 100);
});

// From now on Rollup writes a card for development, which must not ship: the next build makes the card again.
await forgetBuilt('widget');
const watcher = spawn(
  process.execPath,
  [
    `${root}node_modules/rollup/dist/bin/rollup`,
    '-c',
    'rollup.config.mjs',
    '--configTarget',
    'widgetWhileEditing',
    '--watch',
    '--silent',
    '--no-watch.clearScreen',
  ],
  {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  },
);
process.once('exit', () => watcher.kill());
// From the second time on, only what has changed is read.
await readFunctions();
console.log(
  `\n  Dashboard with hot reload: http://127.0.0.1:${port}; the example sites show each rebuilt card after a reload; a change in functions/ or core/ restarts the functions.`,
);
