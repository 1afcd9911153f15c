import { expect, it } from 'vitest';
import { problemKinds } from '../../core/base/problem-codes';
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
