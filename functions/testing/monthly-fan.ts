import type { MonthlyView } from '../../core/fan-api/monthly-api';
import { signTipToken } from '../tips/tip-access';
import { bearerOf, type Answer } from './ada';
import {
  begin,
  monthlyId,
  monthlyReference,
  monthlyScenario,
  type MonthlyScenario,
} from './monthly-scenario';

/** The fan of a monthly tip that has begun, with the token of its first tip. */
export async function monthlyFan(config: Parameters<typeof monthlyScenario>[1] = {}) {
  const scenario = await monthlyScenario(undefined, config);
  const subscription = await begin(scenario);
  return { ...fanOf(scenario), scenario, subscription };
}
export type MonthlyFan = Awaited<ReturnType<typeof monthlyFan>>;

export function fanOf(scenario: MonthlyScenario) {
  const call = (method: 'GET' | 'POST', path = '', body?: object): Promise<Answer> => {
    const token = signTipToken(scenario.deps.config.secrets, monthlyReference);
    return scenario.call(method, `/v1/monthly/${monthlyId}${path}`, body, bearerOf(token));
  };
  return {
    call,
    view: async (): Promise<MonthlyView> => (await call('GET')).json as unknown as MonthlyView,
    stop: (when = 'period-end') => call('POST', '/stop', { when }),
  };
}
