import { describe, expect, it } from 'vitest';
import { bearerOf, paidTip, sendTip } from '../testing/ada';
import { outboxScenario } from '../testing/outbox-scenario';
import { answerTip, phone, watch, watched, watchIn } from '../testing/watching-fan';

describe('the watch goes', () => {
  it('when the fan takes the tip back', async () => {
    const { scenario, tip } = await watched();
    const undone = await scenario.call(
      'POST',
      `/v1/tips/${tip.tipId}/undo`,
      undefined,
      bearerOf(tip.tipToken),
    );
    expect(undone.status).toBe(200);
    expect(watchIn(scenario, tip)).toBeUndefined();
  });

  it('when the fan erases name and message, and not when they change one', async () => {
    const { scenario, tip } = await watched();
    const change = (body: object) =>
      scenario.call('PATCH', `/v1/tips/${tip.tipId}`, body, bearerOf(tip.tipToken));
    await change({ name: 'Zoe', message: 'Hello' });
    await change({ name: null });
    expect(watchIn(scenario, tip)).toBeDefined();
    await change({ message: null });
    expect(watchIn(scenario, tip)).toBeUndefined();
  });
});

describe('PUT /v1/tips/{tipId}/watch is refused', () => {
  it('without the token of this tip', async () => {
    const scenario = await outboxScenario();
    const tip = await paidTip(scenario);
    const other = await paidTip(scenario);
    for (const tipToken of ['', 'x', other.tipToken])
      expect((await watch(scenario, { ...tip, tipToken })).json).toMatchObject({ code: 'tip-not-found' });
    const body = { endpoint: phone };
    const ended = await scenario.call('DELETE', `/v1/tips/${tip.tipId}/watch`, body, bearerOf('x'));
    expect(ended.json).toMatchObject({ code: 'tip-not-found' });
  });

  it('before the tip is paid, after it was answered, and after it was taken back', async () => {
    const scenario = await outboxScenario();
    const waiting = await sendTip(scenario);
    const answered = await paidTip(scenario);
    await answerTip(scenario, answered);
    const undone = await paidTip(scenario);
    await scenario.call('POST', `/v1/tips/${undone.tipId}/undo`, undefined, bearerOf(undone.tipToken));
    for (const tip of [waiting, answered, undone])
      expect((await watch(scenario, tip)).json).toMatchObject({ status: 409, code: 'reply-not-possible' });
  });

  it('when the host has no key, or the subscription is none', async () => {
    const scenario = await outboxScenario();
    const tip = await paidTip(scenario);
    for (const endpoint of ['http://push.example.net/1', 'push', 'https://a:b@push.example.net/'])
      expect((await watch(scenario, tip, endpoint)).json).toMatchObject({
        status: 422,
        code: 'push-refused',
      });
    Object.assign(scenario.deps.config, { push: null });
    expect((await watch(scenario, tip)).json).toMatchObject({ status: 409, code: 'channel-not-offered' });
  });

  it('after 20 changes of a tip in ten minutes', async () => {
    const scenario = await outboxScenario();
    const tip = await paidTip(scenario);
    Object.assign(scenario.deps.config, { limitFactor: 1 });
    const statuses = [];
    for (let change = 0; change < 21; change += 1) statuses.push((await watch(scenario, tip)).status);
    expect(new Set(statuses.slice(0, 20))).toEqual(new Set([204]));
    expect(statuses[20]).toBe(429);
  });
});
