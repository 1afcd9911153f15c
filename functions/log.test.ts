import { describe, expect, it } from 'vitest';
import { withoutSecrets } from './log';

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
