import { describe, expect, it } from 'vitest';
import { emails, noEmails } from '../../core/testing/email-addresses';
import { envReader } from '../env-reader';
import { mailConfig, parseMailAddress } from './mail-config';

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
        [{ ...good, DKIM_PRIVATE_KEY: '-----BEGIN' }, 'needs DKIM_DOMAIN and DKIM_SELECTOR'],
      ])('%j are refused without the password in the sentence', (env, sentence) => {
        const { faults } = read(env);
        expect(faults).toEqual([expect.stringContaining(sentence)]);
        expect(faults.join(' ')).not.toContain('secret');
      });

      it('have a key for DKIM, written in one line', () => {
        const key = { DKIM_PRIVATE_KEY: String.raw`a\nb`, DKIM_DOMAIN: 'busker.test', DKIM_SELECTOR: 's1' };
        expect(read({ ...good, ...key }).smtp?.dkim).toEqual({
          domain: 'busker.test',
          selector: 's1',
          privateKey: 'a\nb',
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
