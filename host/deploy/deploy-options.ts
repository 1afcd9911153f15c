import { fail, ok, type Result } from '@busker/core/base/result';
import { commandWords } from '@busker/functions/admin/command';

export interface DeployOptions {
  /** `run` deploys, `check` and `plan` change nothing, `webhooks` makes Stripe's endpoints, `write-config` writes firebase.json. */
  readonly task: 'run' | 'check' | 'plan' | 'webhooks' | 'write-config';
  /** This is the first deploy: nothing is live yet. */
  readonly first: boolean;
  readonly from: string | null;
  readonly project: string | null;
  readonly allowRemoval: boolean;
  /** The deploy may move the functions to another region. */
  readonly move: boolean;
  /** Deploy the new embed only at `/embed/next.js`; `/embed/v1.js` stays as it is. */
  readonly early: boolean;
  /** Move `/embed/v1.js` to this version only if it crashes no more often than the current one. */
  readonly promote: boolean;
  /** The share of the traffic that the new revision gets; null = all. */
  readonly canary: number | null;
  /** Read the Stripe key for this command from standard input. */
  readonly stripeKeyFromInput: boolean;
  readonly stripeAccount: string | null;
}

const tasks = ['check', 'plan', 'webhooks', 'write-config'] as const;

/** Parses the options of `busker deploy`. The problem is one sentence. */
export function deployOptions(argv: readonly string[]): Result<DeployOptions, string> {
  const flag = { type: 'boolean' } as const;
  const text = { type: 'string' } as const;
  const words = commandWords({
    args: [...argv],
    options: {
      check: flag,
      plan: flag,
      webhooks: flag,
      'write-config': flag,
      first: flag,
      'allow-removal': flag,
      early: flag,
      promote: flag,
      move: flag,
      from: text,
      project: text,
      canary: text,
      'stripe-key': text,
      'stripe-account': text,
    },
  });
  if (!words.ok) return words;
  const { values } = words.value;
  const chosen = tasks.filter((name) => values[name] === true);
  if (chosen.length > 1) return fail(`Say one of --${chosen.join(', --')}.`);
  const canary = values.canary === undefined ? null : Number(values.canary);
  if (canary !== null && !(Number.isInteger(canary) && canary >= 1 && canary <= 50))
    return fail('--canary takes a whole number from 1 to 50, the percent of the traffic.');
  if (values['stripe-key'] !== undefined && values['stripe-key'] !== '-')
    return fail(
      '--stripe-key takes only -, and reads the key from standard input: a key in a command is kept by the shell.',
    );
  if (values.promote === true && values.early === true)
    return fail('--early leaves /embed/v1.js where it is, and --promote moves it: say one of them.');
  return ok({
    task: chosen[0] ?? 'run',
    first: values.first === true,
    from: values.from ?? null,
    project: values.project ?? null,
    allowRemoval: values['allow-removal'] === true,
    move: values.move === true,
    early: values.early === true,
    promote: values.promote === true,
    canary,
    stripeKeyFromInput: values['stripe-key'] === '-',
    stripeAccount: values['stripe-account'] ?? null,
  });
}
