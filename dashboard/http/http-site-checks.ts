import * as v from 'valibot';
import { linksCheckAnswer, siteCheckAnswer, verifyLinkAnswer } from '../../core/api/owner-api';
import { fail, ok } from '../../core/base/result';
import { embedFolder } from '../shared/embed-folder';
import { httpCaller, posted, type HttpOptions } from './http-caller';
import type { SiteChecks } from '../shared/site-checks';

/** The file that the build writes beside a release's files. */
const manifest = v.object({ entry: v.string(), integrity: v.record(v.string(), v.string()) });

export function httpSiteChecks(options: HttpOptions): SiteChecks {
  const { call, file } = httpCaller(options);
  return {
    checkSite: (asked) => call('/v1/me/sites/check', siteCheckAnswer, posted(asked)),
    verifyLink: (url) => call('/v1/me/links/verify', verifyLinkAnswer, posted({ url })),
    checkLinks: () => call('/v1/me/links/check', linksCheckAnswer, { method: 'POST' }),
    exportProfile: (handle) => file(`/v1/profiles/${encodeURIComponent(handle)}`),
    async pinnedScript() {
      const answer = await call(`${embedFolder}manifest.json`, manifest);
      if (!answer.ok) return answer;
      const { entry, integrity } = answer.value;
      const hash = integrity[entry];
      if (hash === undefined) return fail({ code: 'api/unreadable' });
      return ok({ address: `${options.host}${embedFolder}${entry}`, integrity: hash });
    },
  };
}
