import type { OwnerOverlay } from '../data/backend';
import { done, httpCaller, posted, type HttpOptions } from './http-api';

export function httpOverlay(options: HttpOptions): OwnerOverlay {
  const { call } = httpCaller(options);
  const overlay = '/v1/me/overlay';
  return {
    make: () => call(overlay, done, { method: 'POST' }),
    change: (changes) => call(overlay, done, { ...posted(changes), method: 'PATCH' }),
    renewKey: () => call(`${overlay}/key`, done, { method: 'POST' }),
    remove: () => call(overlay, done, { method: 'DELETE' }),
    act: (wanted) => call(`${overlay}/live`, done, posted(wanted)),
    test: (test) => call(`${overlay}/test`, done, posted({ test })),
  };
}
