import * as v from 'valibot';
import { connectAnswer, refundAnswer, site, sitesAnswer } from '../../core/api/owner-api';
import { ok } from '../../core/base/result';
import { httpCaller, posted, type HttpOptions } from './http-caller';
import type { OwnerMoney } from '../shared/owner-money';

/** The listeners deliver what these calls change, so the answers' bodies are not read. */
const done = v.pipe(
  v.unknown(),
  v.transform(() => undefined),
);

export function httpMoney(options: HttpOptions): OwnerMoney {
  const { call, file } = httpCaller(options);
  const tip = (tipId: string) => `/v1/me/tips/${encodeURIComponent(tipId)}`;
  return {
    connect: (wanted) => call('/v1/me/payments/connect', connectAnswer, posted(wanted)),
    refresh: () => call('/v1/me/payments/refresh', done, { method: 'POST' }),
    async sites() {
      const answer = await call('/v1/me/sites', sitesAnswer);
      return answer.ok ? ok(answer.value.sites) : answer;
    },
    addSite: (domain) => call('/v1/me/sites', site, posted({ domain })),
    refund: (tipId, wanted) => call(`${tip(tipId)}/refunds`, refundAnswer, posted(wanted)),
    moderate: (tipId, state) => call(`${tip(tipId)}/moderation`, done, posted({ state })),
    exportTips: (format) => file(`/v1/me/export.${format}`),
  };
}
