import { expect, test } from 'vitest';
import { makeReport } from '../testing/fakes';
import { httpModeration } from './http-moderation';

function answering(body: unknown) {
  const sent: string[] = [];
  const moderation = httpModeration({
    host: 'https://busker.example',
    idToken: async () => 'token-1',
    fetch: async (input, init) => {
      const request = new Request(input, init);
      sent.push(`${request.method} ${request.url} ${request.headers.get('authorization') ?? ''}`);
      return Response.json(body);
    },
  });
  return { moderation, sent };
}

const wanted = {
  outcome: 'hidden',
  facts: 'She is not Ada.',
  ground: '',
  parts: [],
  days: null,
  handle: '',
  foundByMachine: false,
} as const;

test('reads the reports and decides one in the moderator’s name', async () => {
  const list = { role: 'moderator', reports: [makeReport()] } as const;
  const first = answering(list);
  expect(await first.moderation.reports()).toEqual({ ok: true, value: list });
  expect(first.sent).toEqual(['GET https://busker.example/v1/admin/reports Bearer token-1']);
  const second = answering({ report: makeReport() });
  const body = { ...wanted, parts: [...wanted.parts] };
  expect(await second.moderation.decide('a/b', body)).toEqual({ ok: true, value: makeReport() });
  expect(second.sent).toEqual(['POST https://busker.example/v1/admin/reports/a%2Fb/decision Bearer token-1']);
});

test('reads the links that a moderator can take away, also when the page is gone', async () => {
  const links = { k1: { label: 'X', url: 'https://x.com/ada', order: 1 } };
  const there = answering({ data: { uid: 'uid-ada', profile: { links } } }).moderation;
  const part = { part: 'link:k1', label: 'X', url: 'https://x.com/ada' };
  expect(await there.links('uid-ada')).toEqual({ ok: true, value: [part] });
  const gone = answering({ data: { uid: 'uid-ada', profile: null } }).moderation;
  expect(await gone.links('uid-ada')).toEqual({ ok: true, value: [] });
});
