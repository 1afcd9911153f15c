// npm run dev: everything that `npm start` runs. Vite also serves the dashboard with hot reload, and Rollup rebuilds the widget at every change.
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import react from '@vitejs/plugin-react';
import { register } from 'tsx/esm/api';
import { createServer } from 'vite';
import { buildAll, report } from './build.mjs';
import { root } from './run.mjs';

const port = Number(process.env.BUSKER_DEV_PORT ?? 4300);
register();
const { run } = await import('../local/run.ts');
const { sameSite } = await import('../local/web-config.ts');
const { googleApiPath } = await import('../emulators/auth/pages/serve-page.ts');
const { app, auth } = await run(async () => report(await buildAll(['widget', 'dashboard', 'overlay'])));

const { version } = JSON.parse(await readFile(`${root}package.json`, 'utf8'));
const vite = await createServer({
  configFile: false,
  root: `${root}dashboard`,
  logLevel: 'warn',
  plugins: [
    react(),
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

const watcher = spawn(
  `${root}node_modules/.bin/rollup`,
  ['-c', '--configTarget', 'widget', '--watch', '--silent'],
  {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  },
);
process.once('exit', () => watcher.kill());
console.log(
  `\n  Dashboard with hot reload: http://127.0.0.1:${port}; the example sites show each rebuilt widget after a reload.`,
);
