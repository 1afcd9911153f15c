import { unreachable } from '@busker/core/base/result';
import { opsResources } from './ops/resources';
import { Stopped, wordsIn, type Machine } from './command';
import { defaultToken, googleRest } from './installation/google';
import { installationIn } from './deploy/run-deploy';
import { applyPlan, fireAlerts, planOf, type Planned } from './ops/ops-plan';
import { opsTarget } from './installation/installation';

const verbs = ['diff', 'check', 'apply', 'test'] as const;

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

/** `busker ops`: compares the project of .env with the alerts, log filters, dashboards and backups of host/ops/, and makes it equal. */
export async function ops(args: string[], { say, root }: Machine): Promise<0> {
  const stop = (...sentences: readonly string[]): never => {
    throw new Stopped(sentences.join('\n'));
  };
  const options = { yes: { type: 'boolean', default: false } } as const;
  const { values, positionals } = wordsIn({ args, allowPositionals: true, options });
  const verb = verbs.find((each) => each === positionals[0]);
  if (verb === undefined) throw new Stopped(`Say what to do: ${verbs.join(', ')}.`, 2);
  const installation = await installationIn(root);
  const { livemode } = installation;
  const target = opsTarget(installation);
  const google = googleRest({ projectId: target.projectId, token: defaultToken, fetch });

  if (verb === 'test') {
    if (livemode) return stop('Alerts are raised for a test in a project with test keys only.');
    if (!values.yes)
      return stop(`This mails everybody whom the alerts of ${target.projectId} reach. Add --yes.`);
    const fired = await fireAlerts(google, target);
    if (!fired.ok) return stop(fired.problem);
    for (const { name, lines } of fired.value)
      say(lines === 0 ? `--       ${name}: no line raises it` : `raised   ${name}: ${lines} lines`);
  } else {
    const plan = await planOf(google, opsResources(target));
    for (const planned of plan) say(lineOf(planned));
    const untold = plan.filter(({ standing }) => standing.kind === 'unknown').length;
    const differing = plan.filter(({ standing }) => standing.kind !== 'same');
    if (verb === 'apply') {
      const applied = await applyPlan(google, plan, ({ id, done }) => {
        if (done !== 'already so') say(`${done.padEnd(8)} ${id}`);
      });
      if (!applied.ok)
        return stop(
          applied.problem,
          'What comes after it was not touched. A new metric can be used after a minute: run this again.',
        );
    } else if (untold > 0) return stop(`${untold} of ${plan.length} cannot be told.`);
    else if (verb === 'check' && differing.length > 0)
      return stop(`${differing.length} of ${plan.length} differ.`);
  }
  return 0;
}
