import { describe, expect, it } from 'vitest';
import type { PostAnswer } from '../../http/safe-fetch/safe-post';
import {
  hookNow as now,
  hookOf,
  hookSecret as secret,
  toldPaid,
  toldTip as tip,
} from '../../testing/told-webhook';
import { makeWebhookSender } from './webhook-sender';

const day = 24 * 60 * 60_000;

const sendingOf = (answer: PostAnswer) =>
  makeWebhookSender({ post: () => Promise.resolve(answer), clock: { now: () => now } }).send(
    hookOf(),
    toldPaid,
  );

const answered = (status: number, headers: Record<string, string> = {}, text = ''): PostAnswer => ({
  ok: true,
  status,
  headers,
  text,
  ms: 7,
});
const date = (ms: number) => new Date(ms).toUTCString();

describe('the answer of a webhook’s endpoint', () => {
  it.each<[PostAnswer, object]>([
    [answered(200), { kind: 'sent' }],
    [answered(204), { kind: 'sent' }],
    [answered(410), { kind: 'ended', state: 'off', end: 'gone' }],
    [answered(302), { kind: 'again', problem: 'redirected', rests: false }],
    [answered(400), { kind: 'again', problem: 'refused', rests: false, after: null }],
    [answered(404), { kind: 'again', problem: 'refused', rests: false }],
    [answered(500), { kind: 'again', problem: 'server-error', rests: false }],
    [answered(502), { kind: 'again', problem: 'server-error', rests: true }],
    [answered(504), { kind: 'again', problem: 'server-error', rests: true }],
    [
      answered(429, { 'retry-after': '7200' }),
      { problem: 'too-many-requests', rests: true, after: 7_200_000 },
    ],
    [answered(503, { 'retry-after': '60' }), { kind: 'again', rests: false, after: 60_000 }],
    [answered(429, { 'retry-after': '9'.repeat(30) }), { after: day }],
    [answered(429, { 'retry-after': date(now + 3_600_000) }), { after: expect.closeTo(3_600_000, -4) }],
    [answered(429, { 'retry-after': date(now - day) }), { after: null }],
    [answered(429, { 'retry-after': 'soon' }), { after: null }],
    [answered(429, { 'retry-after': '-5' }), { after: null }],
    [
      { ok: false, problem: 'timed-out', ms: 15_000 },
      { kind: 'again', problem: 'timed-out', rests: true },
    ],
    [
      { ok: false, problem: 'unreachable', ms: 1 },
      { problem: 'unreachable', rests: false },
    ],
    [
      { ok: false, problem: 'name-not-found', ms: 1 },
      { problem: 'name-not-found', rests: false },
    ],
    [
      { ok: false, problem: 'address-not-public', ms: 1 },
      { problem: 'address-not-public', rests: false },
    ],
    [
      { ok: false, problem: 'port-not-allowed', ms: 1 },
      { problem: 'not-allowed', rests: false },
    ],
  ])('%j means %j', async (answer, expected) => {
    const sending = await sendingOf(answer);
    expect(sending).toMatchObject(expected);
    expect(sending.attempt).toEqual({ status: answer.ok ? answer.status : null, ms: answer.ms, text: '' });
  });

  it('is kept to 200 characters, without secrets, words of the fan and the path of the address', async () => {
    const textOf = async (text: string) => {
      const sending = await sendingOf(answered(500, {}, text));
      return sending.attempt.text;
    };
    expect(await textOf(`Cannot POST /in/s3cret-path?key=abc`)).toBe('Cannot POST [cut]');
    expect(await textOf(`no ${JSON.stringify({ m: tip.message })} of Kim`)).toBe('no {"m":"[cut]"} of [cut]');
    expect(await textOf(`bad ${secret} of kim@fans.example`)).not.toMatch(/whsec|@/);
    expect(await textOf(`${'a'.repeat(199)}🎻🎻`)).toBe(`${'a'.repeat(199)}🎻`);
    expect(await textOf('x '.repeat(2000))).toHaveLength(200);
  });
});
