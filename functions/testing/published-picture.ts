import { adaDraft, adaToken, adaUid, bearerOf, putDraft, type Stage } from './ada';

/** Ada publishes with a picture; its hash. */
export async function publishPicture(stage: Stage): Promise<string> {
  const picture = { slot: 'picture-a', generation: '1' } as const;
  const png = new Uint8Array([0x89, ...Buffer.from('PNG\r\n\x1a\n'), 7]);
  stage.deps.pictures.upload(adaUid, picture, png);
  putDraft(stage.deps, adaUid, { ...adaDraft, revision: 2, picture });
  await stage.call('POST', '/v1/me/publish', { revision: 2 }, bearerOf(adaToken));
  const { text } = await stage.call('GET', '/v1/profiles/ada');
  return /[0-9a-f]{64}/.exec(text)?.[0] ?? '';
}
