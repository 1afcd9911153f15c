import { describe, expect, it } from 'vitest';
import type { ProblemCode } from '../../core/base/problem-codes';
import {
  adasScenario,
  adaToken,
  bearerOf,
  goodTip,
  paidTip,
  refusedFields,
  sendTip,
  signIn,
  type Scenario,
} from '../testing/ada';
import type { Endpoint } from '../testing/endpoint';
import { long } from '../testing/endpoint-values';
import { jsonEndpoints } from '../testing/json-endpoints';
import { traces } from '../testing/traces';

interface Ready {
  readonly scenario: Scenario;
  readonly path: string;
  readonly valid: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
}

async function ready({ path, as, valid }: Endpoint): Promise<Ready> {
  const scenario = await adasScenario();
  const waiting = await sendTip(scenario);
  const paid = await paidTip(scenario);
  scenario.deps.users.known.push({ uid: 'uid-root', email: 'root@host.example', role: 'admin' });
  signIn(scenario.deps, 'uid-root', 'token-root');
  const tokens = { anybody: null, owner: adaToken, fan: waiting.tipToken, admin: 'token-root' } as const;
  const token = tokens[as];
  return {
    scenario,
    path: path.replace(':tip', waiting.tipId).replace(':paid', paid.tipId).replace(':report', 'aabbccddeeff'),
    valid: path === '/v1/tips' ? { ...(await goodTip(scenario)) } : valid,
    headers: token === null ? {} : bearerOf(token),
  };
}

const without = (body: Readonly<Record<string, unknown>>, field: string, value: unknown) =>
  Object.fromEntries(Object.entries({ ...body, [field]: value }).filter(([, each]) => each !== undefined));

describe.each(jsonEndpoints)('$method $path', (endpoint) => {
  const { method, wrong } = endpoint;

  // Holds pay-129.
  it('refuses every invalid value of every field, naming the field, and changes nothing', async () => {
    const { scenario, path, valid, headers } = await ready(endpoint);
    const before = traces(scenario);
    for (const [field, values] of Object.entries(wrong)) {
      for (const value of values) {
        const answer = await scenario.call(method, path, without(valid, field, value), headers);
        const seen = [field, value, answer.status, answer.json['code'], refusedFields(answer)];
        expect(seen).toEqual([field, value, 422, 'invalid-fields', [field]]);
        expect(answer.headers.get('content-type')).toBe('application/problem+json');
      }
    }
    expect(traces(scenario)).toBe(before);
  });

  // Holds pay-129.
  it('refuses unknown keys, values that are not objects, and invalid JSON', async () => {
    const { scenario, path, valid, headers } = await ready(endpoint);
    const before = traces(scenario);
    const refused = async (body: unknown, code: ProblemCode, more: Record<string, string> = {}) => {
      const answer = await scenario.call(method, path, body, { ...headers, ...more });
      expect({ code: answer.json['code'], contentType: answer.headers.get('content-type') }).toEqual({
        code,
        contentType: 'application/problem+json',
      });
      return refusedFields(answer);
    };
    expect(await refused({ ...valid, isAdmin: true }, 'invalid-fields')).toEqual(['isAdmin']);
    for (const key of ['__proto__', 'constructor', 'toString']) {
      const body = `${JSON.stringify(valid).slice(0, -1)}, "${key}": 1}`;
      expect(await refused(body, 'invalid-fields')).toEqual([key]);
    }
    for (const body of ['[]', 'null', '7', '"text"'])
      expect(await refused(body, 'invalid-fields')).toEqual(['body']);
    for (const body of ['', '{', '{"a":1,}', '\u0000', "{'a':1}"]) await refused(body, 'invalid-json');
    const good = JSON.stringify(valid);
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp'])
      await refused(good, 'unsupported-content-type', { 'content-type': type });
    await refused(JSON.stringify({ ...valid, name: long(1_048_576) }), 'body-too-large');
    expect(traces(scenario)).toBe(before);
  });
});
