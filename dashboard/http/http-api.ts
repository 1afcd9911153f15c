import * as v from 'valibot';
import { ok } from '../../core/base/result';
import { publishAnswer } from '../../core/api/tip-api';
import type { OwnerApi } from '../shared/backend';
import { httpCaller, posted, type HttpOptions } from './http-caller';

const deleteAnswer = v.object({ deleted: v.literal(true) });
const handleAnswer = v.object({ handle: v.string(), state: v.picklist(['free', 'yours', 'taken']) });

export function httpApi(options: HttpOptions): OwnerApi {
  const { call } = httpCaller(options);
  return {
    publish: (revision) => call('/v1/me/publish', publishAnswer, posted({ revision })),
    async handleState(handle, signal) {
      const answer = await call(`/v1/handles/${encodeURIComponent(handle)}`, handleAnswer, { signal });
      return answer.ok ? ok(answer.value.state) : answer;
    },
    async deleteAccount(handle) {
      const answer = await call('/v1/me/delete', deleteAnswer, posted({ handle }));
      return answer.ok ? ok(undefined) : answer;
    },
  };
}
