import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { termsAnswer } from '../../core/api/owner-api';
import { adasStage, adaToken, adaUid, bearerOf, type Stage } from '../testing/ada';
import { templateVersion } from './templates/templates';

const ask = async (stage: Stage) =>
  v.parse(termsAnswer, (await stage.call('GET', '/v1/me/terms', undefined, bearerOf(adaToken))).json);
const see = (stage: Stage, version: string) =>
  stage.call('POST', '/v1/me/terms', { version }, bearerOf(adaToken));

describe('/v1/me/terms', () => {
  it('names the version of the terms, and stores when the owner has seen it', async () => {
    const stage = await adasStage();
    expect(await ask(stage)).toEqual({ version: templateVersion, seen: null });
    expect((await see(stage, templateVersion)).json).toEqual({
      version: templateVersion,
      seen: templateVersion,
    });
    expect(await ask(stage)).toEqual({ version: templateVersion, seen: templateVersion });
  });

  it('stores no version that the host has not published', async () => {
    const stage = await adasStage();
    await see(stage, '2099-01-01');
    expect((await ask(stage)).seen).toBeNull();
  });

  it('forgets it with the account', async () => {
    const stage = await adasStage();
    await see(stage, templateVersion);
    await stage.call('POST', '/v1/me/delete', { handle: 'ada' }, bearerOf(adaToken));
    expect(stage.deps.store.dump()[`accounts/${adaUid}/server/terms`]).toBeUndefined();
  });
});
