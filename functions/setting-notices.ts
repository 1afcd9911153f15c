import type { Env } from './http/env-reader';

/** What to change in settings of an earlier release that still work in this one, one sentence each. */
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
  return notices;
}
