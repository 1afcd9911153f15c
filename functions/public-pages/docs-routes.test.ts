import { describe, expect, it } from 'vitest';
import { problemKinds } from '../../core/base/problem-codes';
import { eventTypes } from '../../core/outbox/channel';
import { tagsOf } from '../http/safe-fetch/html-tags';
import { emptyStage, word } from '../testing/ada';

it('the `type` of a problem is a URL with a heading for its code', async () => {
  const stage = emptyStage();
  const refused = await stage.call('GET', '/v1/profiles/nobody');
  const type = new URL(word(refused, 'type'));
  const page = await stage.call('GET', type.pathname);
  expect({ status: page.status, contentType: page.headers.get('content-type') }).toEqual({
    status: 200,
    contentType: 'text/html; charset=UTF-8',
  });
  const ids = tagsOf(page.text).flatMap(({ attributes }) => attributes.get('id') ?? []);
  expect(ids).toContain(type.hash.slice(1));
  expect(ids).toEqual(Object.keys(problemKinds));
});

describe('the JSON Schema of a webhook', () => {
  it.each(eventTypes)('of %s can be read by every site and kept by caches', async (type) => {
    const stage = emptyStage();
    const answer = await stage.call('GET', `/docs/webhooks/v1/${type}.json`);
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/schema+json',
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=0, s-maxage=3600',
    });
    expect(answer.json).toMatchObject({
      type: 'object',
      required: ['type', 'timestamp', 'data'],
      properties: { type: { const: type }, data: { type: 'object' } },
    });
    // Fields are added within a version, so no schema may refuse an unknown one.
    expect(answer.text).not.toContain('additionalProperties');
  });

  it.each(['tip.odd.json', 'tip.paid', 'tip.paid.json.json', '__proto__.json'])(
    'does not exist as %s',
    async (file) => {
      const stage = emptyStage();
      expect((await stage.call('GET', `/docs/webhooks/v1/${file}`)).status).toBe(404);
    },
  );
});
