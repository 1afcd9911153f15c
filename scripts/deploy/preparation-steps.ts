import type { Result } from '../../core/base/result';
import type { GoogleRest } from './google/google-rest';
import { readProject } from './google/project-facts';
import type { Secrets } from './google/secret-manager';
import type { Installation } from './installation';
import { fine, missing, unknown, type Step } from './step';
import { askSecrets, switchOffSecrets } from './steps/ask-secrets';
import { judgeProject } from './steps/judge-project';
import { monthlyPrice } from './steps/monthly-price';
import { judgeTools, type Tools } from './steps/tools';
import { askPermissions } from './stripe/ask-permissions';
import type { StripeRest } from './stripe/stripe-rest';
import { askEndpoints } from './stripe/webhook-endpoints';

export interface Preparation {
  readonly google: GoogleRest;
  readonly secrets: Secrets;
  readonly tools: () => Promise<Tools>;
  /** Stripe with the key that the functions will get; the problem says why there is none. */
  readonly stripe: () => Promise<Result<StripeRest, string>>;
  /** The connected account to check the key with. */
  readonly stripeAccount: string | null;
}

/** The first check; it needs only `.env`. */
export function settingsStep(installation: Result<Installation, readonly string[]>): Step {
  return {
    name: 'settings',
    ask: () => {
      if (!installation.ok)
        return Promise.resolve(
          installation.problem.map((sentence) =>
            missing(sentence, 'in .env; docs/self-hosting.md has every setting'),
          ),
        );
      const { minInstances } = installation.value;
      const warm = minInstances === 0 ? [] : [fine(monthlyPrice(installation.value))];
      return Promise.resolve([fine('the settings in .env'), ...warm]);
    },
  };
}

/** The requirements that are checked before the build and the deploy. They change nothing but this: an optional secret that does not exist is stored as `off`. */
export function preparationSteps(wanted: Installation, from: Preparation): readonly Step[] {
  return [
    { name: 'tools', ask: async () => judgeTools(await from.tools()) },
    { name: 'project', ask: async () => judgeProject(await readProject(from.google, wanted), wanted) },
    {
      name: 'secrets',
      ask: () => askSecrets(from.secrets, wanted),
      act: () => switchOffSecrets(from.secrets),
    },
    {
      name: 'stripe',
      async ask() {
        const stripe = await from.stripe();
        if (!stripe.ok) return [unknown('what Stripe allows the key', stripe.problem)];
        return [
          ...(await askPermissions(stripe.value, wanted, from.stripeAccount)),
          ...(await askEndpoints(stripe.value, wanted)),
        ];
      },
    },
  ];
}
