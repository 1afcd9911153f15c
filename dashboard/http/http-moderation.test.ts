import { expect, test } from 'vitest';
import { makeMail, makeObjection, makeOwnerCase, makeReport } from '../testing/fakes';
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

test('finds an owner and acts on the page', async () => {
  const found = answering({ data: makeOwnerCase() });
  expect(await found.moderation.owner('@ada')).toEqual({ ok: true, value: makeOwnerCase() });
  expect(found.sent).toEqual(['POST https://busker.example/v1/admin/acts Bearer token-1']);
  const done = answering({ lines: ['hidden'], data: {} }).moderation;
  const act = { verb: 'hide', uid: 'uid-ada', reason: 'x', ground: '', days: 2 } as const;
  const wanted = { ...act, parts: [], isOrder: false, seenSince: null };
  expect(await done.act(wanted)).toEqual({ ok: true, value: undefined });
});

test('asks for a picture with the token, which the public address would not show', async () => {
  const { moderation, sent } = answering('bytes');
  expect((await moderation.picture(`/img/${'a'.repeat(64)}`)).ok).toBe(true);
  expect(sent).toEqual([`GET https://busker.example/v1/admin/pictures/${'a'.repeat(64)} Bearer token-1`]);
});

test('reads and answers objections', async () => {
  const list = { role: 'admin', objections: [makeObjection()] } as const;
  expect(await answering(list).moderation.objections()).toEqual({ ok: true, value: list });
  const { moderation, sent } = answering({ objection: makeObjection() });
  const body = { outcome: 'upheld', text: 'It stands.' } as const;
  expect(await moderation.answer('uid_1', body)).toEqual({ ok: true, value: makeObjection() });
  expect(sent).toEqual(['POST https://busker.example/v1/admin/appeals/uid_1/answer Bearer token-1']);
});

test('reads the mails, and records that one was sent', async () => {
  const list = { role: 'admin', sender: 'none', mails: [makeMail()] } as const;
  expect(await answering(list).moderation.mails()).toEqual({ ok: true, value: list });
  const { moderation, sent } = answering({ sent: true });
  expect(await moderation.markSent('m1')).toEqual({ ok: true, value: undefined });
  expect(sent).toEqual(['POST https://busker.example/v1/admin/mails/m1 Bearer token-1']);
  expect(await answering({ sent: 'again' }).moderation.sendAgain('m1')).toEqual({
    ok: true,
    value: undefined,
  });
});
