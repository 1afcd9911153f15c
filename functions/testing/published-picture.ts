import { adaDraft, adaToken, adaUid, bearerOf, putDraft, type Scenario } from './ada';

/** Ada publishes with a picture; its hash. */
export async function publishPicture(scenario: Scenario): Promise<string> {
  const picture = { slot: 'picture-a', generation: '1' } as const;
  const png = new Uint8Array([0x89, ...Buffer.from('PNG\r\n\x1a\n'), 7]);
  scenario.deps.pictures.upload(adaUid, picture, png);
  putDraft(scenario.deps, adaUid, { ...adaDraft, revision: 2, picture });
  await scenario.call('POST', '/v1/me/publish', { revision: 2 }, bearerOf(adaToken));
  const { text } = await scenario.call('GET', '/v1/profiles/ada');
  return /[0-9a-f]{64}/.exec(text)?.[0] ?? '';
}
