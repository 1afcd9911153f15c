import type { MonthlyView } from '../../core/api/monthly-api';
import { signTipToken } from '../tips/tip-access';
import { bearerOf, type Answer } from './ada';
import { begin, monthlyId, monthlyReference, monthlyStage, type MonthlyStage } from './monthly-stage';

/** The fan of a monthly tip that has begun, with the token of its first tip. */
export async function monthlyFan(config: Parameters<typeof monthlyStage>[1] = {}) {
  const stage = await monthlyStage(undefined, config);
  const subscription = await begin(stage);
  return { ...fanOf(stage), stage, subscription };
}
export type MonthlyFan = Awaited<ReturnType<typeof monthlyFan>>;

export function fanOf(stage: MonthlyStage) {
  const call = (method: 'GET' | 'POST', path = '', body?: object): Promise<Answer> => {
    const token = signTipToken(stage.deps.config.secrets, monthlyReference);
    return stage.call(method, `/v1/monthly/${monthlyId}${path}`, body, bearerOf(token));
  };
  return {
    call,
    view: async (): Promise<MonthlyView> => (await call('GET')).json as unknown as MonthlyView,
    stop: (when = 'period-end') => call('POST', '/stop', { when }),
  };
}
