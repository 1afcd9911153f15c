import type { Audience } from '../../../core/outbox/channel';
import type { SafePost } from '../../http/safe-fetch/safe-post';
import { problem } from '../../../core/base/problem';
import { fail, ok, type Result } from '../../../core/base/result';

// Stands in for the checks of the senders until they are merged.

const refused = (field: string) =>
  fail(problem('address-not-allowed', { fields: { [field]: 'Send a public https:// address.' } }));

/** An https address without a user name, on port 443; `host`: the only host that is allowed. */
export function httpsAddress(field: string, given: string, host?: string): Result<string> {
  if (!URL.canParse(given)) return refused(field);
  const url = new URL(given);
  const isPlain = url.protocol === 'https:' && url.port === '' && url.username + url.password === '';
  return isPlain && (host === undefined || url.host === host) ? ok(url.href) : refused(field);
}

export const parseMailAddress = (given: string): Result<string> =>
  /^[^\s@<>()[\]",;:\\]{1,64}@[^\s@<>()[\]",;:\\]+\.[a-z]{2,63}$/i.test(given)
    ? ok(given)
    : refused('address');

export function parsePushSubscription({
  endpoint,
  keys,
}: {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}): Result<{ readonly endpoint: string; readonly p256dh: string; readonly auth: string }> {
  const address = httpsAddress('subscription.endpoint', endpoint);
  return address.ok ? ok({ endpoint, ...keys }) : fail(problem('push-refused'));
}

export const findChat = (
  _post: SafePost,
  _botToken: string,
  _isCode: (text: string) => boolean,
): Promise<Result<{ readonly chatId: string; readonly audience: Audience }>> =>
  Promise.resolve(fail(problem('code-wrong')));
