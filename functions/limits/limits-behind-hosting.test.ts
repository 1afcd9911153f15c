import { describe, expect, it } from 'vitest';
import { adasScenario, goodTip, type Scenario } from '../testing/ada';

/** An address of Google's front end, which Hosting appends. */
const edge = '66.249.82.1';

const behindHosting = () => adasScenario({ limitFactor: 1, clientAddress: { kind: 'hosting' } });
const statusOf = async (scenario: Scenario, headers: Record<string, string>) =>
  (await scenario.call('POST', '/v1/tips', await goodTip(scenario), headers)).status;

describe('limits of tips behind Hosting', () => {
  // Holds host-029.
  it('let eight fans behind one edge tip once each', async () => {
    const scenario = await behindHosting();
    for (let fan = 1; fan <= 8; fan += 1)
      expect(await statusOf(scenario, { 'x-forwarded-for': `203.0.113.${fan}, ${edge}` })).toBe(201);
  });

  // Holds host-030.
  it.each([
    ['through Hosting', `198.51.100.7, ${edge}`],
    ['at the function’s own address', '198.51.100.7'],
  ])('refuse the sixth tip of a fan who forges both headers differently each time, %s', async (_, honest) => {
    const scenario = await behindHosting();
    const forged = (time: number) => ({
      'x-forwarded-for': `203.0.113.${time}, ${honest}`,
      'fastly-client-ip': `192.0.2.${time}`,
    });
    for (let time = 1; time <= 5; time += 1) expect(await statusOf(scenario, forged(time))).toBe(201);
    expect(await statusOf(scenario, forged(6))).toBe(429);
  });
});
