// npm run deploy -- --project <id>: checks the settings, builds, carries earlier embed versions over, and deploys step by step with firebase-tools.
// docs/self-hosting.md has the steps. Options: --check (only checks the settings), --first (nothing is live yet), --from <step>, --project <id>,
// --write-config (only writes firebase.json anew).
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { parseArgs, parseEnv } from 'node:util';
import { register } from 'tsx/esm/api';
import { buildAll, report } from './build.mjs';
import { carryVersions } from './carry-versions.mjs';
import { functionsEnv } from './functions-env.mjs';
import { root, run } from './run.mjs';

/**
 * In this order: a new query finds its index, new code finds the rules that it was tested with, and the dashboard comes last, since every change of the
 * API leaves earlier dashboards and embeds working. `--force` answers the question about old container images, which would end a first deploy.
 */
const steps = [
  { name: 'indexes', only: 'firestore:indexes' },
  { name: 'rules', only: 'firestore:rules,storage' },
  { name: 'functions', only: 'functions:busker', options: ['--force'] },
  { name: 'hosting', only: 'hosting' },
];

function stop(...sentences) {
  for (const sentence of sentences) console.error(sentence);
  process.exit(1);
}

const { values: options } = parseArgs({
  options: {
    check: { type: 'boolean' },
    first: { type: 'boolean' },
    from: { type: 'string' },
    project: { type: 'string' },
    'write-config': { type: 'boolean' },
  },
});
const from = steps.findIndex(({ name }) => name === (options.from ?? 'indexes'));
if (from < 0)
  stop(`There is no step ${options.from}; there are ${steps.map(({ name }) => name).join(', ')}.`);

register();
const { firebaseConfig } = await import('./firebase-config.ts');
const writeConfig = async (file, region) => {
  await writeFile(`${root}${file}`, `${JSON.stringify(firebaseConfig(region), null, 2)}\n`);
  await run('prettier', ['--write', '--ignore-path', '/dev/null', file]);
};
if (options['write-config']) {
  await writeConfig('firebase.json');
  process.exit(0);
}

const { settingsFaults, settingsWarnings } = await import('./deploy/check-settings.ts');
const { signInMethods } = await import('./sign-in-methods.ts');
const text = existsSync(`${root}.env`) ? await readFile(`${root}.env`, 'utf8') : '';
const settings = parseEnv(text);
const faults = settingsFaults(settings);
if (faults.length > 0)
  stop(
    'The settings in .env are not complete. Nothing was deployed.',
    ...faults.map((fault) => `- ${fault}`),
  );
console.log('ok: the settings in .env');
for (const warning of settingsWarnings(settings)) console.warn(`warning: ${warning}`);
if (options.check) {
  console.log('not checked: the project, the secrets, and what Stripe allows the key.');
  process.exit(0);
}

if (!report(await buildAll())) stop('The build failed; nothing was deployed.');
await writeFile(`${root}dist/functions/.env`, functionsEnv(text));

// One folder for Hosting: the dashboard, the embed beside it, and the run-time configuration.
const site = `${root}dist/hosting`;
await rm(site, { recursive: true, force: true });
await mkdir(site, { recursive: true });
await cp(`${root}dist/dashboard`, site, { recursive: true });
await cp(`${root}dist/embed`, `${site}/embed`, { recursive: true });
const { value: methods } = signInMethods(settings.SIGN_IN_METHODS ?? '');
const firebase = JSON.parse(settings.FIREBASE_WEB_CONFIG);
await writeFile(`${site}/busker-config.json`, JSON.stringify({ firebase, methods, emulators: null }));

const { version } = JSON.parse(await readFile(`${root}package.json`, 'utf8'));
const origin = settings.PUBLIC_ORIGIN.replace(/\/$/, '');
const carried = await carryVersions({ origin, folder: `${site}/embed`, version, first: options.first });
if (!carried.ok) stop(carried.problem);
if (carried.versions.length > 1) console.log(`kept reachable: ${carried.versions.join(', ')}`);

await writeConfig('firebase.deploy.json', settings.BUSKER_REGION);
const project = options.project ?? firebase.projectId;
if (project !== firebase.projectId)
  stop(`--project is ${project}, but FIREBASE_WEB_CONFIG is of ${firebase.projectId}. Nothing was deployed.`);
for (const { name, only, options: more = [] } of steps.slice(from)) {
  console.log(`\n${name}`);
  const common = ['--config', 'firebase.deploy.json', '--project', project, '--non-interactive'];
  const { code } = await run('firebase', ['deploy', '--only', only, ...common, ...more], { inherit: true });
  if (code !== 0)
    stop(`The step ${name} failed. When it is mended, go on with npm run deploy -- --from ${name}.`);
}
