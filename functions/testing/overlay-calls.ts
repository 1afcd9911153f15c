import { adaToken, bearerOf, type Answer, type Scenario } from './ada';
import { alertsIn } from './put-overlay';

const all = '/v1/me/overlay';

/** A call about Ada's overlay, such as `POST`, `/live`. */
export const callOverlay = (
  scenario: Scenario,
  method: string,
  rest = '',
  body?: object,
  token = adaToken,
): Promise<Answer> => scenario.call(method, `${all}${rest}`, body, bearerOf(token));

/** The key in the address of an answer. */
export const keyIn = ({ json }: Answer): string => {
  const url: unknown = json['overlay']?.['url'];
  return typeof url === 'string' ? (url.split('#')[1] ?? '') : '';
};

/** Makes Ada's overlay and answers its key. */
export const newOverlay = async (scenario: Scenario): Promise<string> =>
  keyIn(await callOverlay(scenario, 'POST'));

/** The alerts of a key, oldest first. */
export const shownBy = (scenario: Scenario, key: string) =>
  alertsIn(scenario.deps, key).map(({ kind, amount, name, message }) => ({ kind, amount, name, message }));
