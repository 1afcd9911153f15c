import { addSecret } from './secrets/add-secret';
import type { ReleaseContext } from './release-steps';
import { mendEndpoints } from './stripe/webhook-endpoints';

/**
 * `--webhooks`: creates or updates the endpoints, with a permitted key from standard input. Stores the new signing secrets in front of the
 * earlier ones. The key itself is not stored.
 */
export async function makeWebhooks({ machine, services, wanted }: ReleaseContext): Promise<boolean> {
  const { say } = machine;
  const key = await machine.standardInput();
  if (!/^(?:sk|rk)_(?:test|live)_/.test(key) || key.includes('_live_') !== wanted.livemode) {
    say(
      `Pipe a ${wanted.livemode ? 'live' : 'test'} key of Stripe with write access to webhook endpoints into this command.`,
    );
    return false;
  }
  const made = await mendEndpoints(services.stripeWith(key), wanted);
  if (!made.ok) {
    say(made.problem);
    return false;
  }
  if (made.value.length === 0) {
    say('The endpoints are complete; no secret is new.');
    return true;
  }
  const added = await addSecret(services.secrets, {
    name: 'STRIPE_WEBHOOK_SECRETS',
    value: made.value.join(','),
    front: true,
    livemode: wanted.livemode,
  });
  if (!added.ok) {
    say(added.problem);
    return false;
  }
  say(
    `${made.value.length} endpoints were made; STRIPE_WEBHOOK_SECRETS has version ${added.value}. The functions get it with: npm run deploy -- --from functions`,
  );
  return true;
}
