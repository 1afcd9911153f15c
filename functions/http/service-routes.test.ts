import { describe, expect, it } from 'vitest';
import { bearerOf, emptyStage, type Stage } from '../testing/ada';
import { newVerifyToken } from './service-routes';

describe('verify routes', () => {
  const path = '/v1/verify/address';

  async function countedFor(stage: Stage, headers: Record<string, string>): Promise<unknown> {
    const token = await newVerifyToken(stage.deps.store, stage.deps.clock.now());
    return (await stage.call('GET', path, undefined, { ...bearerOf(token), ...headers })).json['address'];
  }

  it('returns a keyed hash of the address that the limits count, if the request has a token', async () => {
    const stage = emptyStage({ clientAddress: { kind: 'hosting' } });
    const behindEdge = (client: string) => ({ 'x-forwarded-for': client });
    const own = await countedFor(stage, behindEdge('203.0.113.7'));
    expect(own).toMatch(/^[\w-]{43}$/);
    expect(await countedFor(stage, behindEdge('192.0.2.1, 203.0.113.7'))).toBe(own);
    expect(await countedFor(stage, { ...behindEdge('203.0.113.7'), 'fastly-client-ip': '192.0.2.1' })).toBe(
      own,
    );
    expect(await countedFor(stage, behindEdge('203.0.113.8'))).not.toBe(own);
    expect(await countedFor(stage, behindEdge('nonsense'))).toBeNull();
  });

  it('refuses a token that is missing, made up, used or too old', async () => {
    const stage = emptyStage();
    const { store, clock } = stage.deps;
    const ask = async (headers: Record<string, string>) =>
      (await stage.call('GET', path, undefined, headers)).status;
    const used = bearerOf(await newVerifyToken(store, clock.now()));
    const old = bearerOf(await newVerifyToken(store, clock.now()));
    expect([await ask({}), await ask(bearerOf('made-up'))]).toEqual([401, 401]);
    expect([await ask(used), await ask(used)]).toEqual([200, 401]);
    clock.advance(10 * 60_000);
    expect(await ask(old)).toBe(401);
    expect(Object.keys(store.dump())).toEqual([]);
  });
});
