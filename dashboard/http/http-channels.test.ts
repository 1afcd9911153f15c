import { expect, test } from 'vitest';
import type { ShownChannel } from '../../core/api/channel-api';
import { shown } from '../in-memory/in-memory-channels';
import { makeChannel } from '../testing/fake-channels';
import { httpChannels } from './http-channels';

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
