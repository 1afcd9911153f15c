import { describe, expect, test } from 'vitest';
import type { ShownChannel } from '../../core/api/channel-api';
import { shown } from '../in-memory/in-memory-channels';
import { makeChannel, makeMail, makeObjection, makeOwnerCase, makeReport } from '../testing/fakes';
import { httpApi, httpChannels, httpModeration } from './http-api';

describe('http api', () => {
  interface Sent {
    readonly url: string;
    readonly headers: Headers;
  }

  function answering(answer: () => Response | Promise<Response>, token: string | null = 'token-1') {
    const sent: Sent[] = [];
    const api = httpApi({
      host: 'https://busker.example',
      idToken: async () => token,
      fetch: async (url, init) => {
        sent.push({
          url: url instanceof Request ? url.url : url.toString(),
          headers: new Headers(init?.headers),
        });
        return answer();
      },
    });
    return { api, sent };
  }
  const problem = (status: number, body: object) => () => Response.json(body, { status });

  // Holds dash-107.
  test('publishes in the owner’s name, with the token only in the header', async () => {
    const answer = { handle: 'ada', url: 'https://busker.example/@ada', publishedAt: 1, revision: 7 };
    const { api, sent } = answering(() => Response.json(answer));
    expect(await api.publish(7)).toEqual({ ok: true, value: answer });
    expect(sent[0]?.headers.get('authorization')).toBe('Bearer token-1');
    expect(sent[0]?.url).toBe('https://busker.example/v1/me/publish');
  });

  test('passes on the fields that the server refused', async () => {
    const { api } = answering(
      problem(422, {
        code: 'invalid-fields',
        fields: { name: 'Too long.', bio: 'So.' },
        faults: { name: 'too-long:50' },
      }),
    );
    expect(await api.publish(7)).toEqual({
      ok: false,
      problem: { code: 'api/invalid-fields', fields: { name: 'too-long:50', bio: 'other' } },
    });
  });

  test('reports an answer that is no problem document', async () => {
    expect(await answering(() => new Response('<html>', { status: 502 })).api.publish(1)).toMatchObject({
      problem: { code: 'api/internal' },
    });
    expect(await answering(problem(400, { code: 'no-such-code' })).api.publish(1)).toMatchObject({
      problem: { code: 'api/unreadable' },
    });
    expect(await answering(() => Response.json({ half: true })).api.publish(1)).toMatchObject({
      problem: { code: 'api/unreadable' },
    });
  });

  test('reports a lost connection', async () => {
    const { api } = answering(() => Promise.reject(new TypeError('Failed to fetch')));
    expect(await api.publish(1)).toMatchObject({ problem: { code: 'api/unreachable' } });
  });

  test('checks a handle without a token when nobody is signed in', async () => {
    const { api, sent } = answering(() => Response.json({ handle: 'ada', state: 'taken' }), null);
    const answer = await api.handleState('ada', new AbortController().signal);
    expect(answer).toEqual({ ok: true, value: 'taken' });
    expect(sent[0]?.headers.has('authorization')).toBe(false);
  });
});

describe('http channels', () => {
  const host = 'https://busker.example';
  const channel: ShownChannel = shown('c/1', makeChannel());
  const message = { channel, arrived: true, problem: null, status: 200, ms: 3, text: 'ok' };

  /** A server that gives one answer, and notes what it was asked. */
  function serverWith(answer: unknown, status = 200) {
    const asked: { method: string; path: string; body: unknown }[] = [];
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : null;
      asked.push({ method: init?.method ?? 'GET', path: new Request(input).url.replace(host, ''), body });
      return Response.json(answer, { status });
    };
    return { asked, channels: httpChannels({ host, idToken: async () => 'token', fetch }) };
  }

  test('reads what is offered, and leaves out what a newer server adds', async () => {
    const answer = {
      offered: ['mail'],
      vapidKey: null,
      zone: 'UTC',
      language: 'en',
      quiet: null,
      channels: [],
    };
    const { channels } = serverWith({ ...answer, tomorrow: 1 });
    expect(await channels.read()).toEqual({ ok: true, value: answer });
  });

  test('adds, changes and removes a channel', async () => {
    const added = { channelId: 'c', verification: 'code', secret: null, code: null, topicUrl: null };
    const adding = serverWith(added, 201);
    expect(await adding.channels.add({ kind: 'mail', address: null })).toEqual({ ok: true, value: added });
    const changing = serverWith({ channel });
    expect(await changing.channels.change('c/1', { on: false })).toEqual({ ok: true, value: channel });
    await changing.channels.remove('c/1');
    expect([...adding.asked, ...changing.asked]).toEqual([
      { method: 'POST', path: '/v1/me/channels', body: { kind: 'mail', address: null } },
      { method: 'PATCH', path: '/v1/me/channels/c%2F1', body: { on: false } },
      { method: 'DELETE', path: '/v1/me/channels/c%2F1', body: null },
    ]);
  });

  test('sends codes, tests and confirmations', async () => {
    const { asked, channels } = serverWith(message);
    expect(await channels.sendCode('c')).toEqual({ ok: true, value: message });
    expect(await channels.verify('c', '123456')).toEqual({ ok: true, value: message });
    expect(await channels.test('c')).toEqual({ ok: true, value: message });
    expect(asked).toEqual([
      { method: 'POST', path: '/v1/me/channels/c/code', body: null },
      { method: 'POST', path: '/v1/me/channels/c/verify', body: { code: '123456' } },
      { method: 'POST', path: '/v1/me/channels/c/test', body: null },
    ]);
  });

  test('renews a secret, replays and resends', async () => {
    const renewing = serverWith({ secret: 'whsec_1', oldUntil: 5 });
    expect(await renewing.channels.renewSecret('c')).toEqual({
      ok: true,
      value: { secret: 'whsec_1', oldUntil: 5 },
    });
    const wanted = { since: 1, until: 2, types: ['tip.paid' as const] };
    const replaying = serverWith({ count: 3 }, 202);
    expect(await replaying.channels.replay('c', wanted)).toEqual({ ok: true, value: 3 });
    expect(await replaying.channels.resend('d/1')).toEqual({ ok: true, value: undefined });
    expect([...renewing.asked, ...replaying.asked]).toEqual([
      { method: 'POST', path: '/v1/me/channels/c/secret', body: null },
      { method: 'POST', path: '/v1/me/channels/c/replay', body: wanted },
      { method: 'POST', path: '/v1/me/deliveries/d%2F1/resend', body: null },
    ]);
  });

  test('keeps quiet hours', async () => {
    const { asked, channels } = serverWith({});
    const wanted = { zone: 'Europe/Berlin', language: 'de', quiet: { from: 1320, to: 480 } };
    expect(await channels.keepQuiet(wanted)).toEqual({ ok: true, value: undefined });
    expect(asked).toEqual([{ method: 'PUT', path: '/v1/me/quiet', body: wanted }]);
  });

  test('passes a refusal on, with its field', async () => {
    const refusal = { code: 'address-not-allowed', fields: { url: 'No.' } };
    for (const call of ['change', 'replay'] as const) {
      const { channels } = serverWith(refusal, 422);
      const answer =
        call === 'change'
          ? await channels.change('c', { on: true })
          : await channels.replay('c', { since: 1, until: 2, types: [] });
      expect(answer).toEqual({
        ok: false,
        problem: { code: 'api/address-not-allowed', fields: { url: 'other' } },
      });
    }
  });
});

describe('http moderation', () => {
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
    expect(second.sent).toEqual([
      'POST https://busker.example/v1/admin/reports/a%2Fb/decision Bearer token-1',
    ]);
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
});
