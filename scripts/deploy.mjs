// npm run deploy -- --project <id>: builds, carries earlier embed versions over, and calls `firebase deploy`. docs/self-hosting.md has the steps.
// Options besides firebase's own: --first (nothing is live yet), --write-config (only writes firebase.json anew).
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { register } from 'tsx/esm/api';
import { buildAll, report } from './build.mjs';
import { carryVersions } from './carry-versions.mjs';
import { functionsEnv } from './functions-env.mjs';
import { root, run } from './run.mjs';
import { signInMethods } from './sign-in-methods.mjs';

const args = process.argv.slice(2);
const own = ['--first', '--write-config'];

function stop(sentence) {
  console.error(sentence);
  process.exit(1);
}

register();
const { firebaseConfig } = await import('./firebase-config.ts');
if (args.includes('--write-config')) {
  await writeFile(`${root}firebase.json`, `${JSON.stringify(firebaseConfig(), null, 2)}\n`);
  await run('prettier', ['--write', 'firebase.json']);
  process.exit(0);
}

const settings = `${root}.env`;
if (existsSync(settings)) process.loadEnvFile(settings);
const origin = process.env.PUBLIC_ORIGIN;
const webConfig = process.env.FIREBASE_WEB_CONFIG;
if (!origin?.startsWith('https://'))
  stop('Set PUBLIC_ORIGIN to the address people will use, such as https://busker.example.');
if (!webConfig)
  stop('Set FIREBASE_WEB_CONFIG to the web app configuration of your Firebase project, as JSON in one line.');

const firebase = JSON.parse(webConfig);
const missing = ['apiKey', 'authDomain', 'projectId', 'storageBucket', 'appId'].filter(
  (key) => !firebase[key],
);
if (missing.length > 0) stop(`FIREBASE_WEB_CONFIG lacks ${missing.join(', ')}.`);

if (!report(await buildAll())) stop('The build failed; nothing was deployed.');

if (existsSync(settings))
  await writeFile(`${root}dist/functions/.env`, functionsEnv(await readFile(settings, 'utf8')));

// One folder for Hosting: the dashboard, the embed beside it, and the run-time configuration.
const site = `${root}dist/hosting`;
await rm(site, { recursive: true, force: true });
await mkdir(site, { recursive: true });
await cp(`${root}dist/dashboard`, site, { recursive: true });
await cp(`${root}dist/embed`, `${site}/embed`, { recursive: true });
const methods = signInMethods(process.env.SIGN_IN_METHODS ?? '');
if (!methods.ok) stop(methods.problem);
await writeFile(
  `${site}/busker-config.json`,
  JSON.stringify({ firebase, methods: methods.value, emulators: null }),
);

const { version } = JSON.parse(await readFile(`${root}package.json`, 'utf8'));
const carried = await carryVersions({
  origin,
  folder: `${site}/embed`,
  version,
  first: args.includes('--first'),
});
if (!carried.ok) stop(carried.problem);
if (carried.versions.length > 1) console.log(`kept reachable: ${carried.versions.join(', ')}`);

const passedOn = args.filter((arg) => !own.includes(arg));
const { code } = await run('firebase', ['deploy', ...passedOn], { inherit: true });
process.exitCode = code;
