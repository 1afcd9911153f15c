import type { SecretAnswer } from '../../../core/api/channel-api';
import { problem } from '../../../core/base/problem';
import { fail, ok, type Result } from '../../../core/base/result';
import type { Deps } from '../../deps';
import { channelSecret } from '../channel-secrets';
import { newWebhookSecret } from '../webhooks/new-webhook-secret';
import { mayDo } from './channel-limits';
import { unlessLeaving } from './own-channels';
import { findWebhook } from './find-webhook';

/** How long an earlier secret goes on signing, so that the receiver can take the new one in its own time. */
const overlapMs = 24 * 60 * 60_000;

/** Gives a webhook a new secret, which is in this answer and nowhere else. */
export async function renewSecret(
  deps: Pick<Deps, 'store' | 'limits' | 'config' | 'clock'>,
  uid: string,
  channelId: string,
): Promise<Result<SecretAnswer>> {
  const webhook = await findWebhook(deps, uid, channelId);
  if (!webhook.ok) return webhook;
  const may = await mayDo(deps, 'change', uid);
  if (!may.ok) return may;
  const secret = newWebhookSecret();
  const now = deps.clock.now();
  const oldUntil = now + overlapMs;
  return unlessLeaving(deps, uid, async (tx) => {
    const before = await tx.read(channelSecret(deps, channelId));
    if (before?.credentials.kind !== 'webhook') return fail(problem('channel-not-found'));
    const { credentials } = before;
    const older = credentials.secrets
      .map((each) => ({ ...each, until: Math.min(each.until ?? oldUntil, oldUntil) }))
      .filter(({ until }) => until > now);
    const secrets = [{ secret, until: null }, ...older];
    tx.write(channelSecret(deps, channelId), { ...before, credentials: { ...credentials, secrets } });
    return ok({ secret, oldUntil });
  });
}
