import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { termsAnswer } from '../../core/dashboard-api/owner-api';
import { adasScenario, adaToken, adaUid, bearerOf, type Scenario } from '../testing/ada';
import { templateVersion } from './templates/templates';

const ask = async (scenario: Scenario) =>
  v.parse(termsAnswer, (await scenario.call('GET', '/v1/me/terms', undefined, bearerOf(adaToken))).json);
const see = (scenario: Scenario, version: string) =>
  scenario.call('POST', '/v1/me/terms', { version }, bearerOf(adaToken));

describe('/v1/me/terms', () => {
  it('names the version of the terms, and stores when the owner has seen it', async () => {
    const scenario = await adasScenario();
    expect(await ask(scenario)).toEqual({ version: templateVersion, seen: null });
    expect((await see(scenario, templateVersion)).json).toEqual({
      version: templateVersion,
      seen: templateVersion,
    });
    expect(await ask(scenario)).toEqual({ version: templateVersion, seen: templateVersion });
  });

  it('stores no version that the host has not published', async () => {
    const scenario = await adasScenario();
    await see(scenario, '2099-01-01');
    expect((await ask(scenario)).seen).toBeNull();
  });

  it('forgets it with the account', async () => {
    const scenario = await adasScenario();
    await see(scenario, templateVersion);
    await scenario.call('POST', '/v1/me/delete', { handle: 'ada' }, bearerOf(adaToken));
    expect(scenario.deps.store.dump()[`accounts/${adaUid}/server/terms`]).toBeUndefined();
  });
});
