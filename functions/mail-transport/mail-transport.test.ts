import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emails, noEmails } from '@busker/core/testing/email-addresses';
import { envReader } from '../env-reader';
import {
  composeMail,
  html,
  mailConfig,
  parseMailAddress,
  type MailBlock,
  type MailContent,
} from './mail-transport';
import { headerFault } from './smtp-transport';

describe('compose mail', () => {
  const blocks: readonly MailBlock[] = [
    { kind: 'title', text: 'Kim sent you $5.00' },
    { kind: 'quote', text: 'Bach at the bridge' },
    { kind: 'line', text: 'Answer by Friday', urgent: true },
    { kind: 'link', label: 'Open it', url: 'https://busker.test/tips/t1' },
  ];
  const content = (given: Partial<MailContent>): MailContent => ({
    language: 'en',
    direction: 'ltr',
    subject: 'Kim sent you $5.00',
    blocks,
    foot: [{ kind: 'link', label: 'Off', url: 'https://busker.test/off/a.b' }],
    ...given,
  });

  describe('a composed mail', () => {
    it('says the same as text and as HTML', () => {
      const { text, html } = composeMail(content({}));
      expect(text).toBe(
        'Kim sent you $5.00\n\n“Bach at the bridge”\n\n! Answer by Friday\n\nOpen it: https://busker.test/tips/t1\n\n-- \nOff: https://busker.test/off/a.b\n',
      );
      for (const said of ['Kim sent you $5.00', 'Bach at the bridge', 'Answer by Friday', 'Open it', 'Off'])
        expect(html).toContain(said);
      expect(html).toContain('href="https://busker.test/tips/t1"');
    });

    it('names its language and direction, and loads nothing', () => {
      const { html } = composeMail(content({ language: 'ar', direction: 'rtl' }));
      expect(html).toContain('<html lang="ar" dir="rtl">');
      expect(html).not.toMatch(/<img|<link|<script|<style|url\(|@import/);
    });

    it('has a subject of one short line, and shows text as text', () => {
      const text = fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.constant('\r\nBcc: a@b.example'),
        fc.constant('😀'.repeat(200)),
      );
      fc.assert(
        fc.property(text, (given) => {
          const mail = composeMail(content({ subject: given, blocks: [{ kind: 'quote', text: given }] }));
          expect(mail.subject).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
          expect(Array.from(mail.subject).length).toBeLessThanOrEqual(150);
          expect(mail.html.match(/<blockquote/g)).toHaveLength(1);
        }),
      );
      expect(
        composeMail(content({ blocks: [{ kind: 'quote', text: '<script>alert(1)</script>' }] })).html,
      ).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    });
  });
});

describe('the HTML of a mail', () => {
  it('escapes every character that could start markup or end an attribute', () => {
    const page = html`${`<a href="x" id='y'>&`}`;
    expect(page.html).toBe('&lt;a href=&quot;x&quot; id=&#39;y&#39;&gt;&amp;');
  });

  it('escapes texts and inserts numbers and other templates unchanged', () => {
    const rows = ['<b>', 'Ada'].map((name) => html`<li>${name}</li>`);
    expect(
      html`<ul title="${'"'}">
        ${rows}${html`<li>${2}</li>`}${null}
      </ul>`.html.replaceAll(/\s*\n\s*/g, ''),
    ).toBe('<ul title="&quot;"><li>&lt;b&gt;</li><li>Ada</li><li>2</li></ul>');
  });
});

describe('mail config', () => {
  describe('mail config', () => {
    function read(env: Record<string, string>, sandbox = false) {
      const reader = envReader(env);
      const config = mailConfig(reader, { sandbox, publicOrigin: 'https://busker.test' });
      return { ...config, faults: reader.faults };
    }

    const MAIL_FROM = 'tips@busker.test';
    const good = { SMTP_URL: 'smtps://ada:p%40ss@smtp.example.com', MAIL_FROM };

    describe('the settings of mail', () => {
      it.each([{}, { SMTP_URL: '' }, { SMTP_URL: 'off' }])('with %j mean that mail is not offered', (env) => {
        expect(read(env)).toEqual({ mail: null, smtp: null, faults: [] });
      });

      it('have the login in the part for the adapter only', () => {
        const { mail, smtp, faults } = read(good);
        expect(faults).toEqual([]);
        expect(mail).toEqual({ from: MAIL_FROM, dailyCap: 2000 });
        expect(smtp).toEqual({
          host: 'smtp.example.com',
          port: 465,
          security: 'tls',
          auth: { user: 'ada', pass: 'p@ss' },
          dkim: null,
        });
      });

      it('require an upgrade to TLS for smtp:, except in the sandbox', () => {
        const env = { SMTP_URL: 'smtp://127.0.0.1', MAIL_FROM };
        expect(read(env).smtp).toMatchObject({ port: 587, security: 'upgrade' });
        expect(read(env, true).smtp).toMatchObject({ port: 587, security: 'plain' });
      });

      it.each([
        [{ ...good, SMTP_URL: 'smtp://ada:secret@smtp.example.com:25' }, 'must not use port 25'],
        [{ ...good, SMTP_URL: 'https://ada:secret@smtp.example.com' }, 'SMTP_URL must be an address'],
        [{ ...good, SMTP_URL: 'secret' }, 'SMTP_URL must be an address'],
        [{ ...good, SMTP_URL: 'smtps://ada:100%secret@smtp.example.com' }, 'not an escape'],
        [
          { SMTP_URL: good.SMTP_URL },
          'Set MAIL_FROM: the address that mails come from, such as tips@busker.test.',
        ],
        [{ ...good, MAIL_FROM: 'Busker <tips@busker.test>' }, 'MAIL_FROM must be one mail address'],
        [{ ...good, MAIL_DAILY_CAP: 'many' }, 'MAIL_DAILY_CAP must be a whole number'],
        [{ ...good, DKIM_PRIVATE_KEY: '-----BEGIN PRIVATE KEY-----' }, 'needs DKIM_DOMAIN and DKIM_SELECTOR'],
        [
          { ...good, DKIM_PRIVATE_KEY: 'secret', DKIM_DOMAIN: 'busker.test', DKIM_SELECTOR: 's1' },
          'DKIM_PRIVATE_KEY must be a private key as PEM',
        ],
      ])('%j are refused without the password in the sentence', (env, sentence) => {
        const { faults } = read(env);
        expect(faults).toEqual([expect.stringContaining(sentence)]);
        expect(faults.join(' ')).not.toContain('secret');
      });

      it('have a key for DKIM, written in one line', () => {
        const inOneLine = String.raw`-----BEGIN PRIVATE KEY-----\nb`;
        const key = { DKIM_PRIVATE_KEY: inOneLine, DKIM_DOMAIN: 'busker.test', DKIM_SELECTOR: 's1' };
        expect(read({ ...good, ...key }).smtp?.dkim).toEqual({
          domain: 'busker.test',
          selector: 's1',
          privateKey: '-----BEGIN PRIVATE KEY-----\nb',
        });
        expect(read({ ...good, DKIM_PRIVATE_KEY: 'off' }).smtp?.dkim).toBeNull();
      });
    });
  });

  describe('a mail address', () => {
    it.each(emails)('%j is sent to as %j', (given, address) => {
      expect(parseMailAddress(given)).toEqual({ ok: true, value: address });
    });

    it.each(['', ...noEmails])('%j is refused by the name of its field', (given) => {
      expect(parseMailAddress(given)).toMatchObject({
        ok: false,
        problem: { code: 'address-not-allowed', fields: { address: expect.any(String) } },
      });
    });
  });
});

describe('header fault', () => {
  const mail = {
    to: 'kim@example.com',
    from: { name: 'Busker', address: 'tips@busker.test' },
    subject: 'Kim sent you $5.00',
    text: 'One\nTwo',
    html: '<p>One\nTwo</p>',
    messageId: 'channel1_e1@busker.test',
    headers: { 'List-Unsubscribe': '<https://busker.test/off/a.b>' },
  };

  describe('a header', () => {
    it('of one line may be sent', () => expect(headerFault(mail)).toBeNull());

    it.each([
      [{ subject: 'One\r\nBcc: a@b.example' }, 'Subject'],
      [{ subject: 'One\nTwo' }, 'Subject'],
      [{ to: 'kim@example.com\r\nBcc: a@b.example' }, 'To'],
      [{ from: { name: 'Bus\rker', address: 'tips@busker.test' } }, 'From'],
      [{ headers: { 'List-Unsubscribe': '<https://busker.test>\r\nBcc: a@b.example' } }, 'List-Unsubscribe'],
      [{ headers: { 'X\r\nBcc': 'a@b.example' } }, 'X\r\nBcc'],
      [{ messageId: 'a b@busker.test' }, 'Message-ID'],
      [{ messageId: 'a@b>@busker.test' }, 'Message-ID'],
    ])('%j is named', (given, name) => expect(headerFault({ ...mail, ...given })).toBe(name));
  });
});
