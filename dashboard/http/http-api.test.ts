import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test, vi } from 'vitest';
import { fail } from '@busker/core/base/result';
import type { ShownChannel } from '@busker/core/dashboard-api/channel-api';
import { wholeExport } from '@busker/core/account/export-document';
import { newerAnswer as newer } from '@busker/core/testing/fakes';
import { embedFolder } from '../data/config';
import { shown } from '../testing/in-memory-channels';
import { makeChannel, makeMail, makeObjection, makeOwnerCase, makeReport } from '../testing/fakes';
import { httpApi, httpChannels, httpModeration, httpMoney, httpSiteChecks, readAnswer } from './http-api';

describe('http api', () => {
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
});

describe('http money', () => {
  function answering(answer: () => Response | Promise<Response>) {
    const sent: { url: string; method: string; token: string | null; body: unknown }[] = [];
    const money = httpMoney({
      host: 'https://busker.example',
      idToken: async () => 'token-1',
      fetch: async (input, init) => {
        const request = new Request(input, init);
        const body: unknown = request.method === 'POST' ? await request.json().catch(() => null) : null;
        const token = request.headers.get('authorization');
        sent.push({ url: request.url, method: request.method, token, body });
        return answer();
      },
    });
    return { money, sent };
  }

  const refund = {
    requestId: '6f0e2b5e-0000-4000-8000-000000000000',
    amount: 200,
    reason: 'duplicate',
  } as const;

  test('requests a refund of one tip in the owner’s name', async () => {
    const answer = {
      requestId: refund.requestId,
      amount: 200,
      status: 'succeeded',
      refunded: 200,
      pending: 0,
    };
    const { money, sent } = answering(() => Response.json(answer));
    expect(await money.refund('a/b', refund)).toEqual({ ok: true, value: answer });
    expect(sent).toEqual([
      {
        url: 'https://busker.example/v1/me/tips/a%2Fb/refunds',
        method: 'POST',
        token: 'Bearer token-1',
        body: refund,
      },
    ]);
  });

  // Holds dash-149.
  test('stops one monthly tip, or all of them with the handle as typed', async () => {
    const one = answering(() => Response.json({ monthlyId: 'm/1', state: 'ending', asked: null }));
    expect(await one.money.stopMonthly('m/1', 'period-end')).toEqual({ ok: true, value: undefined });
    expect(one.sent[0]).toMatchObject({
      url: 'https://busker.example/v1/me/monthly/m%2F1/stop',
      method: 'POST',
      body: { when: 'period-end' },
    });
    const all = answering(() => Response.json({ count: 3 }, { status: 202 }));
    expect(await all.money.stopAllMonthly('now', '@ada')).toEqual({ ok: true, value: { count: 3 } });
    expect(all.sent[0]).toMatchObject({
      url: 'https://busker.example/v1/me/monthly/stop-all',
      body: { when: 'now', handle: '@ada' },
    });
  });

  test('reports that a recent sign-in is needed', async () => {
    const { money } = answering(() => Response.json({ code: 'recent-sign-in-required' }, { status: 401 }));
    expect(await money.refund('t1', refund)).toEqual({
      ok: false,
      problem: { code: 'api/recent-sign-in-required' },
    });
  });

  test('refuses an answer of another shape', async () => {
    const { money } = answering(() => Response.json({ url: 7 }));
    expect(await money.connect({ country: 'US', currency: null })).toEqual({
      ok: false,
      problem: { code: 'api/unreadable' },
    });
  });

  test('returns the export as a file, and a refusal as a failure', async () => {
    const choice = { ...wholeExport('csv'), search: 'Zoe' };
    const { money, sent } = answering(() => new Response('id\r\n1'));
    const given = await money.exportTips(choice);
    expect(given.ok && (await given.value.text())).toBe('id\r\n1');
    // Addresses are logged, and a search can be a fan's name.
    expect(sent).toMatchObject([{ url: 'https://busker.example/v1/me/export', body: choice }]);
    const refused = answering(() => Response.json({ code: 'sign-in-required' }, { status: 401 }));
    expect(await refused.money.exportTips(wholeExport('json'))).toEqual({
      ok: false,
      problem: { code: 'api/sign-in-required' },
    });
  });

  test('reports a lost connection', async () => {
    const { money } = answering(() => Promise.reject(new TypeError('Failed to fetch')));
    expect(await money.moderate('t1', 'hidden')).toEqual({ ok: false, problem: { code: 'api/unreachable' } });
  });
});

test('asks nothing in the owner’s name once nobody is signed in', async () => {
  const asked = vi.fn<typeof fetch>();
  const api = httpApi({ host: 'https://busker.example', idToken: async () => null, fetch: asked });
  expect(await api.recoveryCodes()).toEqual(fail({ code: 'api/sign-in-required' }));
  expect(asked).not.toHaveBeenCalled();
});

describe('http site checks', () => {
  function answering(answer: () => Response) {
    const asked: string[] = [];
    const siteChecks = httpSiteChecks({
      host: 'https://busker.example',
      idToken: async () => null,
      fetch: async (url) => {
        asked.push(url instanceof Request ? url.url : url.toString());
        return answer();
      },
    });
    return { siteChecks, asked };
  }

  test('reads the pinned script of this release from the build’s file', async () => {
    const { siteChecks, asked } = answering(() =>
      Response.json({
        version: '1.2.3',
        entry: 'busker.js',
        integrity: { 'busker.js': 'sha384-a', 'b.js': 'sha384-b' },
      }),
    );
    expect(await siteChecks.pinnedScript()).toEqual({
      ok: true,
      value: { address: `https://busker.example${embedFolder}busker.js`, integrity: 'sha384-a' },
    });
    expect(asked).toEqual([`https://busker.example${embedFolder}manifest.json`]);
  });

  // Holds dash-088.
  test('never returns a script without its hash', async () => {
    const { siteChecks } = answering(() => Response.json({ entry: 'busker.js', integrity: {} }));
    expect(await siteChecks.pinnedScript()).toEqual({ ok: false, problem: { code: 'api/unreadable' } });
  });

  test('exports the public JSON as a file', async () => {
    const { siteChecks, asked } = answering(() => new Response('{"handle":"ada"}'));
    const answer = await siteChecks.exportProfile('ada');
    expect(answer.ok && (await answer.value.text())).toBe('{"handle":"ada"}');
    expect(asked).toEqual(['https://busker.example/v1/profiles/ada']);
  });
});

describe('newer server', () => {
  // A tab of the dashboard stays open over a deploy. Its requests then meet newer functions, whose answers may have more fields.

  const booked = {
    received: 500,
    stripeFee: 30,
    hostShare: 0,
    refunds: 0,
    disputes: 0,
    disputeFee: 0,
    kept: 470,
  };
  const sum = { currency: 'eur', bookedIn: 'eur', count: 1, received: 500, refunded: 0, disputed: 0, booked };

  /** Calls of the dashboard, each with an answer of the server. */
  const calls = [
    {
      call: 'publish',
      answer: { handle: 'ada', url: 'https://busker.example/@ada', publishedAt: 1, revision: 7 },
      ask: (options: Options) => httpApi(options).publish(7),
    },
    {
      call: 'restriction',
      answer: { restriction: null },
      ask: (options: Options) => httpApi(options).restriction(),
    },
    {
      call: 'readAppeal',
      answer: { state: 'open', madeAt: 1, answer: null },
      ask: (options: Options) => httpApi(options).readAppeal(),
    },
    {
      call: 'terms',
      answer: { version: '2026-11-24', seen: null },
      ask: (options: Options) => httpApi(options).terms(),
    },
    {
      call: 'noteDevice',
      answer: {
        sessions: [{ id: 'd1', browser: 'chrome', system: 'android', signedInAt: 1, lastSeenAt: 2 }],
      },
      ask: (options: Options) => httpApi(options).noteDevice('d1'),
    },
    {
      call: 'deleteAccount, finished',
      answer: { deleted: true },
      ask: (options: Options) => httpApi(options).deleteAccount('ada'),
    },
    {
      call: 'deleteAccount, going on',
      answer: { deleted: false, ticket: 'ticket-1' },
      ask: (options: Options) => httpApi(options).deleteAccount('ada'),
    },
    {
      call: 'deletionOf',
      answer: { name: 'unknown' },
      ask: (options: Options) => httpApi(options).deletionOf('ticket-1'),
    },
    {
      call: 'refund',
      answer: { requestId: 'r1', amount: 500, status: 'succeeded', refunded: 500, pending: 0 },
      ask: (options: Options) =>
        httpMoney(options).refund('tip-1', { requestId: 'r1', amount: 500 } as never),
    },
    {
      call: 'connect',
      answer: { url: 'https://connect.stripe.com/x' },
      ask: (options: Options) => httpMoney(options).connect({} as never),
    },
    {
      call: 'books',
      answer: {
        months: [{ month: '2026-11', sums: [sum] }],
        countries: [{ country: null, sums: [sum] }],
        firstPaidAt: null,
      },
      ask: (options: Options) =>
        httpMoney(options).books({ from: '2026-01-01', until: '2026-12-31', zone: 'UTC' }),
    },
    {
      call: 'reports',
      answer: { role: 'moderator', reports: [] },
      ask: (options: Options) => httpModeration(options).reports(),
    },
  ] as const;

  type Options = Parameters<typeof httpApi>[0];

  const answering = (json: unknown): Options => ({
    host: 'https://busker.example',
    idToken: async () => 'token-1',
    fetch: async () => Response.json(json),
  });

  describe('an open tab of an earlier dashboard', () => {
    test.each(calls)('reads the answer to $call of newer functions as before', async ({ answer, ask }) => {
      const now = await ask(answering(answer));
      expect(now.ok).toBe(true);
      expect(await ask(answering(newer(answer)))).toEqual(now);
    });

    test('still refuses an answer that lacks a field or has a wrong one', async () => {
      for (const wrong of [{}, { version: 7, seen: null }, { version: '2026-11-24' }, null, []])
        expect(await httpApi(answering(newer(wrong))).terms()).toMatchObject({
          problem: { code: 'api/unreadable' },
        });
    });

    test('reads every value of a schema, however many unknown fields are in it and at whatever depth', () => {
      const schema = v.strictObject({
        name: v.string(),
        items: v.array(
          v.strictObject({ id: v.number(), inner: v.nullable(v.strictObject({ at: v.number() })) }),
        ),
        kind: v.union([v.strictObject({ a: v.literal(true) }), v.strictObject({ b: v.string() })]),
      });
      const known = fc.record({
        name: fc.string(),
        items: fc.array(
          fc.record({ id: fc.integer(), inner: fc.option(fc.record({ at: fc.integer() }), { nil: null }) }),
          { maxLength: 4 },
        ),
        kind: fc.oneof(fc.constant({ a: true }), fc.record({ b: fc.string() })),
      });
      fc.assert(
        fc.property(known, (value) => {
          expect(readAnswer(schema, newer(value))).toMatchObject({ success: true, output: value });
        }),
        { numRuns: 200 },
      );
    });
  });
});
