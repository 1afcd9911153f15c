import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { beforeEnd, type Ending } from './before-end';
import { adasScenario, adaToken, bearerOf, emptyScenario, goodTip, sendTip, word } from './testing/ada';
import { withoutSecrets } from './log';
import { openSealedText, sealText } from './signed-token';

const jsonRoutes = ['/v1/tip-sessions', '/v1/tips'];

describe('every path', () => {
  it.each([
    ['GET', '/', 404],
    ['GET', '/v1/nothing', 404],
    ['POST', '/v2/tips', 404],
    ['GET', '/v1/tips', 405],
    ['DELETE', '/v1/profiles/ada', 405],
    ['PUT', '/v1/tips/abc', 405],
    ['GET', '/v1/stripe/webhook', 405],
    ['POST', '/healthz', 405],
    ['POST', '/@ada', 405],
  ])('refuses %s %s as a problem', async (method, path, status) => {
    const answer = await emptyScenario().call(method, path);
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    expect(answer.json).toMatchObject({
      status,
      code: status === 404 ? 'route-not-found' : 'method-not-allowed',
    });
    expect(answer.json['type']).toBe(`https://busker.test/docs/errors#${word(answer, 'code')}`);
    expect(answer.headers.has('allow')).toBe(status === 405);
  });

  it('has a health check', async () => {
    for (const path of ['/health', '/healthz']) {
      const answer = await emptyScenario().call('GET', path);
      expect({ status: answer.status, json: answer.json }).toEqual({ status: 200, json: { ok: true } });
    }
    const released = emptyScenario({ release: '0123456789ab' });
    expect((await released.call('GET', '/health')).json).toEqual({ ok: true, release: '0123456789ab' });
  });

  it('has the security headers', async () => {
    const scenario = await adasScenario();
    for (const path of ['/healthz', '/v1/profiles/ada', '/v1/nothing', '/@ada']) {
      const { headers } = await scenario.call('GET', path);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(headers.get('strict-transport-security')).toContain('max-age=31536000');
      expect(headers.get('x-request-id')).toMatch(/^id\d+$/);
    }
  });

  it('answers 500 without details when a bug throws', async () => {
    const scenario = emptyScenario();
    scenario.deps.store.fault = () => {
      throw new Error('cannot reach db-7 with sk_test_abc for zoe@fans.example');
    };
    const answer = await scenario.call('GET', '/v1/profiles/ada');
    expect(answer).toMatchObject({ status: 500, json: { code: 'internal' } });
    expect(answer.text).not.toContain('db-7');
    const logged = scenario.deps.lines.join('\n');
    expect(logged).toContain('db-7');
    expect(logged).not.toMatch(/sk_test_abc|zoe@/);
  });
});

describe('bodies', () => {
  it.each(jsonRoutes)('%s takes JSON only', async (path) => {
    const scenario = emptyScenario();
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonx', '']) {
      const answer = await scenario.call('POST', path, '{}', { 'content-type': type });
      expect(answer).toMatchObject({ status: 415, json: { code: 'unsupported-content-type' } });
    }
    const charset = await scenario.call('POST', path, '{}', {
      'content-type': 'application/json; charset=utf-8',
    });
    expect(charset.status).toBe(422);
  });

  it.each(['{', '', '{"handle":"ada"', 'undefined', "{'handle':'ada'}", '{"a":1}}', '\u0000'])(
    'refuses %j as JSON',
    async (body) => {
      const answer = await emptyScenario().call('POST', '/v1/tips', body);
      expect(answer).toMatchObject({ status: 400, json: { code: 'invalid-json' } });
    },
  );

  it('refuses bytes that are not UTF-8', async () => {
    const scenario = emptyScenario();
    const response = await scenario.app.request('/v1/tips', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: new Uint8Array([0x22, 0xff, 0xfe, 0x22]),
    });
    expect(response.status).toBe(400);
  });

  it.each([...jsonRoutes, '/v1/stripe/webhook'])(
    '%s refuses a body of 1 MB, whatever its Content-Length',
    async (path) => {
      const scenario = emptyScenario();
      const body = JSON.stringify({ handle: 'a'.repeat(1024 * 1024) });
      for (const headers of [{}, { 'content-length': '10' }]) {
        const answer = await scenario.call('POST', path, body, headers);
        expect(answer).toMatchObject({ status: 413, json: { code: 'body-too-large' } });
      }
    },
  );

  it.each([
    '{"__proto__":{"admin":true},"handle":"ada"}',
    '{"constructor":{"prototype":{}},"handle":"ada"}',
    '{"handle":{"toString":"ada"}}',
    JSON.stringify({ handle: ['ada'] }),
    '"ada"',
    '[[[[[[]]]]]]',
    'null',
    '1e999',
  ])('refuses %s and continues to work', async (body) => {
    const answer = await (await adasScenario()).call('POST', '/v1/tip-sessions', body);
    expect(answer).toMatchObject({ status: 422, json: { code: 'invalid-fields' } });
    expect(Object.hasOwn(Object.prototype, 'admin')).toBe(false);
  });
});

describe('pages of other origins', () => {
  // Holds pay-133.
  it('may call the public API, without credentials', async () => {
    const scenario = emptyScenario();
    for (const path of ['/v1/profiles/ada', '/v1/tips', '/v1/tip-sessions', '/v1/tips/x/amount']) {
      const answer = await scenario.call('OPTIONS', path, undefined, {
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization, content-type',
      });
      expect(answer.status).toBe(204);
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
      expect(answer.headers.get('access-control-allow-headers')).toMatch(/authorization.*content-type/i);
      expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    }
  });

  it('may read problems too', async () => {
    const answer = await emptyScenario().call('POST', '/v1/tips', '{');
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  });

  // Holds pay-133.
  it("may not call an owner's API", async () => {
    const scenario = await adasScenario();
    const answer = await scenario.call('OPTIONS', '/v1/me/publish');
    expect(answer.headers.get('access-control-allow-origin')).toBe('https://busker.test');
    expect(answer.headers.get('vary')).toContain('Origin');
    const hook = await scenario.call('OPTIONS', '/v1/stripe/webhook');
    expect(hook.headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('the log', () => {
  it("has one line per request, with its route and without the client's input", async () => {
    const scenario = await adasScenario();
    const tip = await sendTip(scenario, {
      name: 'Zoe Example',
      message: 'Dear Ada',
      receiptEmail: 'zoe@fans.example',
    });
    await scenario.call('GET', `/v1/tips/${tip.tipId}?x=secret`, undefined, bearerOf(tip.tipToken));
    const last = JSON.parse(scenario.deps.lines.at(-1) ?? '{}');
    expect(last).toMatchObject({ message: 'request', method: 'GET', route: '/v1/tips/:tipId', status: 200 });
    const all = scenario.deps.lines.join('\n');
    const sent = await goodTip(scenario);
    for (const secret of [
      'Zoe',
      'Dear Ada',
      'zoe@',
      adaToken,
      tip.tipToken,
      '_secret_',
      '203.0.113',
      sent.session,
      'x=secret',
    ]) {
      expect(all).not.toContain(secret);
    }
  });
});

/** A process whose `kill` calls its listeners, and records a call without listeners. */
function fakeProcess() {
  const events: string[] = [];
  const emitter = new EventEmitter();
  const ending = Object.assign(emitter, {
    pid: 7,
    kill: (pid: number, signal: string) => {
      if (!emitter.emit(signal, signal)) events.push(`${pid} is dead`);
    },
  }) as unknown as Ending;
  return { events, ending };
}

describe('work before the end of an instance', () => {
  it('works first when the instance gets SIGTERM, and then lets the framework close its server', async () => {
    const { events, ending } = fakeProcess();
    ending.on('SIGTERM', () => events.push('the framework exits'));
    let finish = () => {};
    const work = new Promise<void>((resolve) => (finish = resolve)).then(() => void events.push('written'));
    beforeEnd(() => work, ending);
    ending.kill(7, 'SIGTERM');
    await Promise.resolve();
    expect(events).toEqual([]);
    finish();
    await work;
    await expect.poll(() => events).toEqual(['written', 'the framework exits']);
  });

  it('ends a process that has no other listener', async () => {
    const { events, ending } = fakeProcess();
    beforeEnd(() => Promise.resolve(), ending);
    ending.kill(7, 'SIGTERM');
    await expect.poll(() => events).toEqual(['7 is dead']);
  });
});

describe('the logged text of an error', () => {
  it.each([
    ['bad key sk_live_51Ab', 'bad key [cut]'],
    ['bad key "rk_test_51Ab"', 'bad key "[cut]"'],
    ['key=sk_test_1, again', 'key=[cut], again'],
    ['whsec_abc/whsec_def', '[cut]/[cut]'],
    ['pi_1_secret_2 is not known', '[cut] is not known'],
    ['cs_test_a1 (seti_1_secret_2)', 'cs_test_a1 ([cut])'],
    ['Bearer eyJhbGci.eyJzdWIi.c2ln', 'Bearer [cut]'],
    ['for zoe+tips@fans.example today', 'for [cut] today'],
    ['<zoe@fans.example>', '<[cut]>'],
    ['pi_1 of acct_2 at profiles/ada/tips/t1 (x@y)', 'pi_1 of acct_2 at profiles/ada/tips/t1 (x@y)'],
  ])('%j becomes %j', (text, expected) => expect(withoutSecrets(text)).toBe(expected));

  it.each([
    ['POST https://discord.com/api/webhooks/12345678/aB-c_d failed', 'POST https://discord.com/[cut] failed'],
    ['https://ptb.discordapp.com/api/v10/webhooks/1/a?wait=true', 'https://ptb.discordapp.com/[cut]'],
    ['no route /api/webhooks/12345678/aB-c_d', 'no route [cut]'],
    ['"https://hooks.slack.com/services/T0AB/B0CD/x1Y2"', '"https://hooks.slack.com/[cut]"'],
    ['of /services/T0AB/B0CD/x1Y2!', 'of [cut]!'],
    [
      'https://api.telegram.org/bot123456789:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw/sendMessage',
      'https://api.telegram.org/[cut]',
    ],
    ['bot 123456789:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw', 'bot [cut]'],
    ['/bot123456789:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw/getMe', '/bot[cut]/getMe'],
    ['Bearer tk_AgQdq7mVBoFD37zQVN29RhuMzNIz2', 'Bearer [cut]'],
    ['token=syt_YWRh_abcDEF_1x2y3z', 'token=[cut]'],
    ['mct_abcDEF_1x2y3z mat_abcDEF', '[cut] [cut]'],
    ['https://fcm.googleapis.com/fcm/send/e:APA91b', 'https://fcm.googleapis.com/[cut]'],
    [
      'https://updates.push.services.mozilla.com/wpush/v2/gAAA',
      'https://updates.push.services.mozilla.com/[cut]',
    ],
    ['https://web.push.apple.com/QGuQ', 'https://web.push.apple.com/[cut]'],
    ['https://push.own.example/UP?token=a1b2c3d4e5f6a7b8c9d0', 'https://push.own.example/[cut]'],
    ['https://busker.example/off/c1.0123456789abcdef0123', 'https://busker.example/[cut]'],
    ['GET /off/c1.0123456789abcdef0123', 'GET [cut]'],
    ['smtps://ada:p4ss%40word@mail.example:465 is down', 'smtps://[cut]@mail.example:465 is down'],
    ['smtp://user@host.example:587/?pool=1', 'smtp://[cut]@host.example:587/?pool=1'],
    // What stays: the sources of a stack, and pages.
    ['at file:///srv/busker/functions/log.ts:12:3', 'at file:///srv/busker/functions/log.ts:12:3'],
    ['at node:internal/process/task_queues:105:5', 'at node:internal/process/task_queues:105:5'],
    ['https://docs.stripe.com/error-codes/parameter', 'https://docs.stripe.com/error-codes/parameter'],
    ['https://busker.example/@ada/tip?at=hat', 'https://busker.example/@ada/tip?at=hat'],
    ['localhost:4100 at 12:30:15 of 127.0.0.1:8080', 'localhost:4100 at 12:30:15 of 127.0.0.1:8080'],
  ])('%j, which has the shape of a channel, becomes %j', (text, expected) =>
    expect(withoutSecrets(text)).toBe(expected),
  );

  // Trying every dot as the start of an address would take minutes for this text.
  it.each([
    'a.',
    'eyJ-',
    'pi_',
    'a@',
    '_secret',
    '+',
    'é.',
    '://',
    '://a@',
    '1',
    '1:',
    '1:a',
    '/off/a',
    '/off/.',
    '://a/?',
  ])('is short and takes little time for a repeated %j', (piece) =>
    expect(withoutSecrets(piece.repeat(5_000_000)).length).toBeLessThan(8010),
  );

  it('has no part of a secret at the place where it is cut', () => {
    for (let before = 7930; before < 8001; before += 1) {
      const logged = withoutSecrets(
        `${'-'.repeat(before - 1)} sk_live_51AbCdEf and zoe.fan@example.org https://hooks.slack.com/services/T0AB/B0CD/x1Y2`,
      );
      expect(logged).not.toMatch(/sk_live_\w|zoe\.f|T0A/);
    }
  });
});

describe('sealed text', () => {
  const secrets = ['a secret of at least thirty-two bytes', 'an older secret of thirty-two bytes'];

  it('opens a sealed text, also with a rotated secret', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const sealed = sealText(secrets.slice(1), 'tip', text);
        expect(openSealedText(secrets, 'tip', sealed)).toBe(text);
      }),
    );
  });

  it('does not open a text for another purpose, with another secret, or after a change', () => {
    const sealed = sealText(secrets, 'tip', 'pi_1_secret_2');
    expect(openSealedText(secrets, 'other', sealed)).toBeUndefined();
    expect(openSealedText(['another secret of thirty-two bytes!!'], 'tip', sealed)).toBeUndefined();
    // The last letters may be the same by chance, so one is exchanged for another.
    const other = sealed.at(-5) === 'A' ? 'B' : 'A';
    expect(
      openSealedText(secrets, 'tip', `${sealed.slice(0, -5)}${other}${sealed.slice(-4)}`),
    ).toBeUndefined();
    expect(openSealedText(secrets, 'tip', '')).toBeUndefined();
  });

  it('hides the text, and whether two texts are equal', () => {
    const [one, other] = [
      sealText(secrets, 'tip', 'pi_1_secret_2'),
      sealText(secrets, 'tip', 'pi_1_secret_2'),
    ];
    expect(one).not.toBe(other);
    expect(Buffer.from(one, 'base64url').toString()).not.toContain('secret');
  });
});
