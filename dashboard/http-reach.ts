import { linksCheckAnswer, siteCheckAnswer, verifyLinkAnswer } from '../core/owner-api';
import { httpCaller, posted, type HttpOptions } from './http-caller';
import type { OwnerReach } from './owner-reach';

export function httpReach(options: HttpOptions): OwnerReach {
  const { call, file } = httpCaller(options);
  return {
    checkSite: (asked) => call('/v1/me/sites/check', siteCheckAnswer, posted(asked)),
    verifyLink: (url) => call('/v1/me/links/verify', verifyLinkAnswer, posted({ url })),
    checkLinks: () => call('/v1/me/links/check', linksCheckAnswer, { method: 'POST' }),
    exportProfile: (handle) => file(`/v1/profiles/${encodeURIComponent(handle)}`),
  };
}
