import type { Env } from './env-reader';

/** The value of MAIL for Firebase's "Trigger Email", which sent the mails in `mail` in earlier releases. Firebase ends it on 31 March 2027. */
export const earlierMailSender = 'extension';

/** Settings of an earlier release that still work but should be changed, one sentence each. */
export function settingNotices(env: Env): readonly string[] {
  const text = (name: string): string => (env[name] ?? '').trim();
  const hops = text('TRUSTED_PROXY_HOPS');
  const notices: string[] = [];
  if (hops !== '')
    notices.push(
      text('CLIENT_ADDRESS') === ''
        ? `TRUSTED_PROXY_HOPS is the earlier name of CLIENT_ADDRESS. Set CLIENT_ADDRESS=${hops === '0' ? 'socket' : `proxy:${hops}`} instead; the next release ignores it.`
        : 'TRUSTED_PROXY_HOPS is ignored, because CLIENT_ADDRESS is set. Remove it.',
    );
  if (text('MAIL') === earlierMailSender)
    notices.push(
      'MAIL=extension works in this release for the last time. Set SMTP_URL and MAIL=smtp, and uninstall "Trigger Email" first: docs/hosts/self-hosting.md#reports-and-mails.',
    );
  return notices;
}
