import * as v from 'valibot';
import { reportAnswer, reportsAnswer } from '../../core/api/moderation-api';
import { ok } from '../../core/base/result';
import type { Moderation } from '../shared/moderation';
import { httpCaller, posted, type HttpOptions } from './http-api';

/** The fields of the answer of `POST /v1/admin/acts` to `show` that this screen reads. */
const shownProfile = v.object({
  data: v.object({
    profile: v.nullable(
      v.object({ links: v.record(v.string(), v.object({ label: v.string(), url: v.string() })) }),
    ),
  }),
});

export function httpModeration(options: HttpOptions): Moderation {
  const { call } = httpCaller(options);
  return {
    reports: () => call('/v1/admin/reports', reportsAnswer),
    async decide(id, body) {
      const address = `/v1/admin/reports/${encodeURIComponent(id)}/decision`;
      const answer = await call(address, reportAnswer, posted(body));
      return answer.ok ? ok(answer.value.report) : answer;
    },
    async links(uid) {
      const answer = await call('/v1/admin/acts', shownProfile, posted({ verb: 'show', who: uid }));
      if (!answer.ok) return answer;
      const links = Object.entries(answer.value.data.profile?.links ?? {});
      return ok(links.map(([id, { label, url }]) => ({ part: `link:${id}` as const, label, url })));
    },
  };
}
