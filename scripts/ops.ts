// npm run ops -- diff|check|apply|test [--yes]: compares the project of .env with the alerts, log filters, dashboards and backups of ops/. `diff`
// prints the differences, `check` also exits with 1 if there are any, `apply` removes them, `test` raises each alert once (test keys only).
import { unreachable } from '@busker/core/base/result';
import { opsResources } from '../ops/resources';
import { helpAskedFor } from './command-help';
import { commandWords } from '@busker/functions/admin/command';
import { defaultToken, googleRest } from './installation/google';
import { dotEnvSettings } from './dot-env';
import { fireAlerts } from './ops/fire-alerts';
import { applyPlan, planOf, type Planned } from './ops/ops-plan';
import { opsTargetOf } from './installation/installation';

const verbs = ['diff', 'check', 'apply', 'test'] as const;

function stop(...sentences: readonly string[]): never {
  for (const sentence of sentences) console.error(sentence);
  process.exit(1);
}

function lineOf({ resource, standing }: Planned): string {
  switch (standing.kind) {
    case 'same':
      return `ok       ${resource.id}`;
    case 'missing':
      return `missing  ${resource.id}`;
    case 'differs':
      return `differs  ${resource.id}: ${standing.at.join(', ')}`;
    case 'unknown':
      return `unknown  ${resource.id}: ${standing.why}`;
    default:
      return unreachable(standing);
  }
}

const help = helpAskedFor('ops', process.argv.slice(2));
if (help !== null) {
  console.log(help.join('\n'));
  process.exit(0);
}
const words = commandWords({
  allowPositionals: true,
  options: { yes: { type: 'boolean', default: false } },
});
if (!words.ok) stop(words.problem);
const { values, positionals } = words.value;
const verb = verbs.find((each) => each === positionals[0]);
if (verb === undefined) stop(`Say what to do: ${verbs.join(', ')}.`);

const found = opsTargetOf(await dotEnvSettings());
if (!found.ok) stop('The settings in .env are not complete.', ...found.problem.map((fault) => `- ${fault}`));
const { target, livemode } = found.value;
const google = googleRest({ projectId: target.projectId, token: defaultToken, fetch });

if (verb === 'test') {
  if (livemode) stop('Alerts are raised for a test in a project with test keys only.');
  if (!values.yes) stop(`This mails everybody whom the alerts of ${target.projectId} reach. Add --yes.`);
  const fired = await fireAlerts(google, target);
  if (!fired.ok) stop(fired.problem);
  for (const { name, lines } of fired.value)
    console.log(lines === 0 ? `--       ${name}: no line raises it` : `raised   ${name}: ${lines} lines`);
} else {
  const plan = await planOf(google, opsResources(target));
  for (const planned of plan) console.log(lineOf(planned));
  const untold = plan.filter(({ standing }) => standing.kind === 'unknown').length;
  const differing = plan.filter(({ standing }) => standing.kind !== 'same');
  if (verb === 'apply') {
    const applied = await applyPlan(google, plan, ({ id, done }) => {
      if (done !== 'already so') console.log(`${done.padEnd(8)} ${id}`);
    });
    if (!applied.ok)
      stop(
        applied.problem,
        'What comes after it was not touched. A new metric can be used after a minute: run this again.',
      );
  } else if (untold > 0) stop(`${untold} of ${plan.length} cannot be told.`);
  else if (verb === 'check' && differing.length > 0) stop(`${differing.length} of ${plan.length} differ.`);
}
