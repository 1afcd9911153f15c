// npm run verify -- https://host [--tip] [--handle NAME] [--release ID] [--expect-region R] [--project ID] [--server]: checks an installation and prints a line for each check. It changes nothing, except that --tip sends one tip with a test card and undoes it. Exits with 1 when a check failed.
import { helpAskedFor } from './command-help';
import { commandWords } from '@busker/functions/admin/command';
import { lineOf } from './verify/site';
import { runChecks } from './verify/run-checks';
import { siteOf } from './verify/site-of';

function stop(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}

const help = helpAskedFor('verify', process.argv.slice(2));
if (help !== null) {
  console.log(help.join('\n'));
  process.exit(0);
}
const words = commandWords({
  allowPositionals: true,
  options: {
    tip: { type: 'boolean', default: false },
    handle: { type: 'string' },
    release: { type: 'string' },
    'expect-region': { type: 'string' },
    project: { type: 'string' },
    server: { type: 'boolean', default: false },
  },
});
if (!words.ok) stop(words.problem);
const { values, positionals } = words.value;

const [address = ''] = positionals;
if (!URL.canParse(address) || positionals.length !== 1)
  stop('Say what to verify: npm run verify -- https://busker.example');

const site = await siteOf(
  {
    origin: new URL(address).origin,
    handle: values.handle ?? null,
    release: values.release ?? null,
    region: values['expect-region'] ?? null,
    project: values.project ?? null,
    isServer: values.server,
  },
  process.env,
);
if (!site.ok) stop(site.problem);

const began = performance.now();
const findings = await runChecks(site.value, { withTip: values.tip }, (finding) =>
  console.log(lineOf(finding)),
);
const faults = findings.filter(({ verdict }) => verdict.state === 'fault').length;
const seconds = ((performance.now() - began) / 1000).toFixed(1);
console.log(`${findings.length} checks in ${seconds} s, ${faults === 0 ? 'none' : faults} failed`);
// The Firestore client keeps connections open.
process.exit(faults === 0 ? 0 : 1);
