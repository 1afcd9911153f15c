import {
  channelAnswer,
  channelsAnswer,
  messageAnswer,
  newChannelAnswer,
  replayAnswer,
  secretAnswer,
} from '../../core/api/channel-api';
import { ok } from '../../core/base/result';
import type { OwnerChannels } from '../data/backend';
import { done, httpCaller, posted, type HttpOptions } from './http-api';

export function httpChannels(options: HttpOptions): OwnerChannels {
  const { call } = httpCaller(options);
  const all = '/v1/me/channels';
  const one = (channelId: string) => `${all}/${encodeURIComponent(channelId)}`;
  const put = (body: unknown) => ({ ...posted(body), method: 'PUT' });
  return {
    read: () => call(all, channelsAnswer),
    add: (wanted) => call(all, newChannelAnswer, posted(wanted)),
    async change(channelId, changes) {
      const answer = await call(one(channelId), channelAnswer, { ...posted(changes), method: 'PATCH' });
      return answer.ok ? ok(answer.value.channel) : answer;
    },
    remove: (channelId) => call(one(channelId), done, { method: 'DELETE' }),
    sendCode: (channelId) => call(`${one(channelId)}/code`, messageAnswer, { method: 'POST' }),
    verify: (channelId, code) => call(`${one(channelId)}/verify`, messageAnswer, posted({ code })),
    test: (channelId) => call(`${one(channelId)}/test`, messageAnswer, { method: 'POST' }),
    renewSecret: (channelId) => call(`${one(channelId)}/secret`, secretAnswer, { method: 'POST' }),
    async replay(channelId, wanted) {
      const answer = await call(`${one(channelId)}/replay`, replayAnswer, posted(wanted));
      return answer.ok ? ok(answer.value.count) : answer;
    },
    resend: (deliveryId) =>
      call(`/v1/me/deliveries/${encodeURIComponent(deliveryId)}/resend`, done, { method: 'POST' }),
    keepQuiet: (wanted) => call('/v1/me/quiet', done, put(wanted)),
  };
}
