import * as v from 'valibot';
import { mailAnswer, mailsAnswer } from '../../core/api/owner-api';
import {
  reportAnswer,
  reportsAnswer,
  objectionAnswer,
  objectionsAnswer,
  ownerCaseAnswer,
} from '../../core/api/moderation-api';
import { ok } from '../../core/base/result';
import type { Moderation } from '../data/moderation';
import { httpCaller, posted, type HttpOptions } from './http-api';

/** The screen reads the owner again after an act, so the lines for the command line are not read. */
const actAnswer = v.object({ lines: v.array(v.string()) });

export function httpModeration(options: HttpOptions): Moderation {
  const { call, file } = httpCaller(options);
  const path = (folder: string, id: string) => `/v1/admin/${folder}/${encodeURIComponent(id)}`;
  return {
    reports: () => call('/v1/admin/reports', reportsAnswer),
    async decide(id, body) {
      const answer = await call(`${path('reports', id)}/decision`, reportAnswer, posted(body));
      return answer.ok ? ok(answer.value.report) : answer;
    },
    async owner(who) {
      const answer = await call('/v1/admin/acts', ownerCaseAnswer, posted({ verb: 'show', who }));
      return answer.ok ? ok(answer.value.data) : answer;
    },
    async act({ uid, ...wanted }) {
      const answer = await call('/v1/admin/acts', actAnswer, posted({ ...wanted, who: uid, yes: true }));
      return answer.ok ? ok(undefined) : answer;
    },
    picture: (picturePath) => file(picturePath.replace('/img/', '/v1/admin/pictures/')),
    objections: () => call('/v1/admin/appeals', objectionsAnswer),
    async answer(id, body) {
      const answer = await call(`${path('appeals', id)}/answer`, objectionAnswer, posted(body));
      return answer.ok ? ok(answer.value.objection) : answer;
    },
    mails: () => call('/v1/admin/mails', mailsAnswer),
    async markSent(id) {
      const answer = await call(path('mails', id), mailAnswer, posted({ sent: true }));
      return answer.ok ? ok(undefined) : answer;
    },
    async sendAgain(id) {
      const answer = await call(path('mails', id), mailAnswer, posted({ sent: 'again' }));
      return answer.ok ? ok(undefined) : answer;
    },
  };
}
