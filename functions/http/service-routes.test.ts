import { describe, expect, it } from 'vitest';
import { bearerOf, emptyScenario, type Scenario } from '../testing/ada';
import { newVerifyToken } from './service-routes';

describe('verify routes', () => {
  const path = '/v1/verify/address';

  async function countedFor(scenario: Scenario, headers: Record<string, string>): Promise<unknown> {
    const token = await newVerifyToken(scenario.deps.store, scenario.deps.clock.now());
    return (await scenario.call('GET', path, undefined, { ...bearerOf(token), ...headers })).json['address'];
  }

  it('returns a keyed hash of the address that the limits count, if the request has a token', async () => {
    const scenario = emptyScenario({ clientAddress: { kind: 'hosting' } });
    const behindEdge = (client: string) => ({ 'x-forwarded-for': client });
    const own = await countedFor(scenario, behindEdge('203.0.113.7'));
    expect(own).toMatch(/^[\w-]{43}$/);
    expect(await countedFor(scenario, behindEdge('192.0.2.1, 203.0.113.7'))).toBe(own);
    expect(
      await countedFor(scenario, { ...behindEdge('203.0.113.7'), 'fastly-client-ip': '192.0.2.1' }),
    ).toBe(own);
    expect(await countedFor(scenario, behindEdge('203.0.113.8'))).not.toBe(own);
    expect(await countedFor(scenario, behindEdge('nonsense'))).toBeNull();
  });

  it('refuses a token that is missing, made up, used or too old', async () => {
    const scenario = emptyScenario();
    const { store, clock } = scenario.deps;
    const ask = async (headers: Record<string, string>) =>
      (await scenario.call('GET', path, undefined, headers)).status;
    const used = bearerOf(await newVerifyToken(store, clock.now()));
    const old = bearerOf(await newVerifyToken(store, clock.now()));
    expect([await ask({}), await ask(bearerOf('made-up'))]).toEqual([401, 401]);
    expect([await ask(used), await ask(used)]).toEqual([200, 401]);
    clock.advance(10 * 60_000);
    expect(await ask(old)).toBe(401);
    expect(Object.keys(store.dump())).toEqual([]);
  });
});
