// npm start [-- --reset]: builds what has changed, then runs everything on this machine (local/run.ts).
import { existsSync } from 'node:fs';
import { buildAll, report } from './build.mjs';
import { root } from './run.mjs';

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `Busker needs Node.js 20.19 or newer; this is ${process.versions.node}. See https://nodejs.org.`,
  );
  process.exit(1);
}
if (!existsSync(`${root}node_modules/tsx`)) {
  console.error('The packages are not installed yet: run `npm ci` first.');
  process.exit(1);
}

const { register } = await import('tsx/esm/api');
register();
const { run } = await import('../local/run.ts');
await run(async () => report(await buildAll(['widget', 'dashboard', 'overlay'])));
