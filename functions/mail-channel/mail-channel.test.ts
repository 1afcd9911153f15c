import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shippedLanguages } from '@busker/core/locale/language-tags';
import type { Message } from '@busker/core/notification/notified-event';
import { noChannels, type Channel } from '@busker/core/outbox/channel';
import { fakeMessage, fakeNotifiedEvent, fakeNotifiedTip } from '@busker/core/testing/fakes';
import { createApp } from '../app';
import { channelSecret } from '../channels/own-channels';
import type { Contact } from '../deps';
import { composeMail, type MailAnswer } from '../mail-transport/mail-transport';
import { stored } from '../store/store';
import { inMemoryDeps, InMemoryMail } from '../testing/in-memory-deps';
import { mailAddressee } from '../testing/put-channels';
import { mailContent, makeMailSender } from './mail-sender';

describe('mail sender', () => {
  describe('mail sender', () => {
    const ofAccount = mailAddressee(null);
    const ofAnother = mailAddressee('kim@example.com');
    const test: Message = { kind: 'test', id: 'channel1_t1' };

    function scenario(contact: Contact | undefined) {
      const { idTokens, log, lines, config } = inMemoryDeps();
      idTokens.contacts.set('ada', contact);
      const transport = new InMemoryMail();
      const { publicOrigin } = config;
      const sender = makeMailSender({
        transport,
        idTokens,
        log,
        config: { publicOrigin, from: 'tips@busker.test' },
      });
      return { sender, transport, idTokens, lines };
    }

    const reachable: Contact = { email: 'ada@example.com', emailVerified: true, disabled: false };

    describe('a mail channel', () => {
      // Holds out-017.
      it('of the sign-in address follows it when it changes', async () => {
        const { sender, transport, idTokens } = scenario(reachable);
        await sender.send(ofAccount, test);
        idTokens.contacts.set('ada', { ...reachable, email: 'new@example.com' });
        await sender.send(ofAccount, test);
        expect(transport.sent.map(({ to }) => to)).toEqual(['ada@example.com', 'new@example.com']);
      });

      // Holds out-018.
      it.each([
        ['has no sign-in account any more', ofAccount, undefined, 'off', 'account-disabled'],
        ['has a disabled account', ofAccount, { ...reachable, disabled: true }, 'off', 'account-disabled'],
        ['of another address, too', ofAnother, { ...reachable, disabled: true }, 'off', 'account-disabled'],
        [
          'has an unconfirmed address',
          ofAccount,
          { ...reachable, emailVerified: false },
          'off',
          'address-unverified',
        ],
        ['has no address', ofAccount, { ...reachable, email: null }, 'off', 'address-unverified'],
        [
          'has an address that we do not send to',
          ofAccount,
          { ...reachable, email: '"a b"@example.com' },
          'refused',
          'address-refused',
        ],
      ] as const)('ends without a mail when its owner %s', async (_what, to, contact, state, end) => {
        const { sender, transport } = scenario(contact);
        expect(await sender.send(to, test)).toMatchObject({ kind: 'ended', state, end });
        expect(transport.sent).toEqual([]);
      });

      it('of another address does not need a confirmed sign-in address', async () => {
        const { sender, transport } = scenario({ ...reachable, emailVerified: false });
        expect(await sender.send(ofAnother, test)).toMatchObject({ kind: 'sent' });
        expect(transport.sent).toMatchObject([
          { to: 'kim@example.com', messageId: 'channel1_t1@busker.test' },
        ]);
      });

      it('sends a code without a word that a user can choose', async () => {
        const { sender, transport } = scenario(reachable);
        await sender.send(ofAnother, { kind: 'code', id: 'channel1_c1', code: '123456' });
        const [mail] = transport.sent;
        expect(mail?.text).toContain('123456');
        expect(JSON.stringify(mail)).not.toMatch(/evil|handle|\bada\b/);
        expect(mail?.headers).toEqual({ 'Auto-Submitted': 'auto-generated' });
      });
    });

    const refused = (status: number, enhanced: string | null, at: 'recipient' | 'elsewhere'): MailAnswer => ({
      kind: 'refused',
      at,
      status,
      enhanced,
      text: '',
      ms: 1,
    });

    describe('the answer of the mail server', () => {
      it.each([
        [refused(550, '5.1.1', 'recipient'), { kind: 'ended', state: 'refused', end: 'address-refused' }],
        [refused(551, null, 'recipient'), { kind: 'ended' }],
        [refused(553, null, 'recipient'), { kind: 'ended' }],
        [refused(554, '5.1.6', 'recipient'), { kind: 'ended' }],
        [refused(550, '5.7.1', 'recipient'), { kind: 'again', problem: 'refused' }],
        [refused(550, '5.1.1', 'elsewhere'), { kind: 'again', problem: 'refused' }],
        [refused(552, '5.2.2', 'recipient'), { kind: 'again', problem: 'refused' }],
        [refused(450, '4.1.1', 'recipient'), { kind: 'again', problem: 'server-error' }],
        [refused(535, '5.7.8', 'elsewhere'), { kind: 'again', problem: 'not-allowed' }],
        [
          { kind: 'failed', problem: 'timed-out', text: '', ms: 1 },
          { kind: 'again', problem: 'timed-out' },
        ],
        [
          { kind: 'failed', problem: 'name-not-found', text: '', ms: 1 },
          { kind: 'again', problem: 'name-not-found' },
        ],
      ] as const)('%j means %j', async (answer, expected) => {
        const { sender, transport, lines } = scenario(reachable);
        transport.answer = () => answer;
        expect(await sender.send(ofAccount, test)).toMatchObject(expected);
        const isPolicy = answer.kind === 'refused' && answer.enhanced?.startsWith('5.7') === true;
        expect(lines.some((line) => line.includes('"mail refused"'))).toBe(isPolicy);
      });
    });
  });

  describe('mail content', () => {
    const origin = 'https://busker.test';
    const composed = (message: Message, language = 'en') =>
      composeMail(mailContent({ ...mailAddressee(null), language }, message, origin));
    const tipOf = (given: Parameters<typeof fakeNotifiedTip>[0]) =>
      fakeMessage([fakeNotifiedEvent({ tip: fakeNotifiedTip(given) })]);
    const code: Message = { kind: 'code', id: 'c1', code: '123456' };
    const test: Message = { kind: 'test', id: 't1' };

    describe('a mail about a tip', () => {
      it('has the amount, the visible words, and where to act and to unsubscribe', () => {
        const { subject, text } = composed(tipOf({ name: 'Kim', message: 'Bach at the bridge' }));
        expect(subject).toBe('Kim sent you $5.00');
        expect(text.split('\n')[0]).toBe(subject);
        expect(text).toContain('“Bach at the bridge”');
        expect(text).toMatch(/Open it: https:\/\/busker\.test\/money\/tips\?tip=\w+/);
        expect(text).toContain('Change it: https://busker.test/settings/notifications');
        expect(text).toContain('Switch it off: https://busker.test/off/channel1.aa11');
      });

      it('has no words that were erased or must be looked at first', () => {
        const { subject, text } = composed(tipOf({ name: null, message: null, words: 'held' }));
        expect(subject).toBe('Somebody sent you $5.00');
        expect(text).toContain('A message waits for your look.');
        expect(text).not.toContain('“');
      });

      it('lists at most 30 events, and counts the others', () => {
        const events = Array.from({ length: 40 }, (_, index) =>
          fakeNotifiedEvent({ id: `e${index}`, tip: fakeNotifiedTip({ tipId: `t${index}` }) }),
        );
        const { text } = composed(fakeMessage(events));
        expect(text.match(/Open it:/g)).toHaveLength(30);
        expect(text).toContain('and 10 more tips');
      });

      it('never has the message in its subject, whatever fans write', () => {
        const words = fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.constant('\r\nBcc: eve@evil.example\r\n\r\n<b>'),
        );
        fc.assert(
          fc.property(words, words, (name, message) => {
            const secret = `¶${message}¶`;
            const { subject, html } = composed(tipOf({ name: `Kim ${name}`, message: secret }));
            expect(subject).not.toMatch(/[\r\n¶]/);
            expect(html.match(/<blockquote/g)).toHaveLength(1);
          }),
        );
      });
    });

    describe('a mail in each language', () => {
      it.each(shippedLanguages)('%s names it and its direction', (language) => {
        for (const message of [code, test, tipOf({})]) {
          const { html, subject, text } = composed(message, language);
          expect(html).toContain(`<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">`);
          expect(`${subject}${text}`).not.toMatch(/undefined|[{}#]/);
        }
      });
    });

    it('a mail with a code has no link and nothing of its addressee', () => {
      const { text, html, subject } = composed(code);
      expect(subject).toBe('Your code: 123456');
      expect(`${text}${html}`).not.toMatch(/https?:|ada|channel1|evil/);
    });
  });
});

describe('off routes', () => {
  // The token is stored with the channel and is not signed, so that a new BUSKER_SECRET ends no link.
  const { channel, secret } = mailAddressee(null);
  const address = '/off/channel1.aa11';
  const oneClick = 'List-Unsubscribe=One-Click';

  async function scenario(given: Partial<Channel> = {}, language = 'de', secrets?: readonly string[]) {
    const usual = inMemoryDeps();
    const deps = { ...usual, config: { ...usual.config, secrets: secrets ?? usual.config.secrets } };
    const app = createApp(deps);
    await deps.store.transaction(async (tx) => {
      tx.write(channelSecret(usual, 'channel1'), secret);
      const channels = { channel1: { ...channel, ...given } };
      tx.write(stored.channels('ada'), { ...noChannels, language, channels });
    });
    const call = async (
      method: string,
      path = address,
      body?: string,
      type = 'application/x-www-form-urlencoded',
    ) => {
      const given = body === undefined ? {} : { body, headers: { 'content-type': type } };
      const response = await app.request(path, { method, ...given });
      return { status: response.status, headers: response.headers, text: await response.text() };
    };
    const now = async () => {
      const read = await deps.store.read(stored.channels('ada'));
      const { state, end } = read?.channels['channel1'] ?? {};
      return [state, end];
    };
    const events = () =>
      Object.entries(deps.store.dump()).filter(([path]) => path.startsWith('accounts/ada/events/'));
    return { call, now, events };
  }

  describe('the unsubscribe address of a mail', () => {
    // Holds out-019.
    it.each([
      [oneClick, 'application/x-www-form-urlencoded'],
      [
        '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--',
        'multipart/form-data; boundary=x',
      ],
      ['', 'text/plain'],
    ])(
      'ends the channel by one POST of %j without a cookie, and answers a repetition alike',
      async (body, type) => {
        const { call, now, events } = await scenario();
        const first = await call('POST', address, body, type);
        expect([first.status, await now()]).toEqual([200, ['off', 'unsubscribed']]);
        expect(await call('POST', address, body, type)).toMatchObject({ status: 200, text: first.text });
        expect(events()).toMatchObject([
          [
            expect.anything(),
            { fact: { type: 'channel.disabled', channelId: 'channel1', why: 'unsubscribed' } },
          ],
        ]);
      },
    );

    // Holds out-020.
    it('changes nothing when a program opens it to check the link', async () => {
      const { call, now } = await scenario();
      for (const method of ['GET', 'HEAD', 'OPTIONS']) expect((await call(method)).status).toBeLessThan(300);
      expect(await now()).toEqual(['on', null]);
    });

    // Holds out-021.
    it('works after BUSKER_SECRET was replaced', async () => {
      const { call, now } = await scenario({}, 'de', ['another secret of more than thirty-two bytes']);
      await call('POST', address, oneClick);
      expect(await now()).toEqual(['off', 'unsubscribed']);
    });

    it('answers an unknown address as a known one', async () => {
      const known = await scenario({}, 'en');
      const answer = await known.call('POST', address, oneClick);
      for (const path of [
        '/off/channel1.aa12',
        '/off/channel2.aa11',
        '/off/channel1.',
        '/off/nonsense',
        '/off/channel1.aa111',
      ]) {
        const { call, now } = await scenario({}, 'en');
        expect((await call('GET', path)).status).toBe(200);
        const unknown = await call('POST', path, oneClick);
        expect([unknown.status, await now()]).toEqual([answer.status, ['on', null]]);
        expect(unknown.text).toContain('These emails are off');
      }
    });

    it('has a page with a button, in the language of the channel, that no cache and no search engine keeps', async () => {
      const { call } = await scenario();
      const { text, headers } = await call('GET');
      expect(text).toContain('<html lang="de"');
      expect(text).toMatch(/<form method="post">\s*<input type="hidden" name="do" value="off"/);
      expect(text).toContain('Ausschalten');
      expect(headers.get('cache-control')).toBe('private, no-store');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('x-robots-tag')).toBe('noindex');
    });

    it.each(shippedLanguages)('has a page in %s', async (language) => {
      const { call } = await scenario({}, language);
      expect((await call('GET')).text).toContain(`<html lang="${language}"`);
    });

    it('switches on again what it ended', async () => {
      const { call, now } = await scenario({
        failures: 3,
        state: 'failing',
        failingSince: 5,
        problem: 'refused',
      });
      const { text } = await call('POST', address, 'do=off');
      expect(text).toContain('Wieder einschalten');
      expect((await call('POST', address, 'do=on')).text).toContain('Diese E-Mails sind an');
      expect(await now()).toEqual(['on', null]);
    });

    it.each([
      { state: 'off', end: 'owner' },
      { state: 'refused', end: 'address-refused' },
      { state: 'off', end: 'account-disabled' },
      { state: 'unverified', end: null },
    ] as const)('does not switch on a channel that is %o', async (given) => {
      const { call, now, events } = await scenario(given);
      for (const body of ['do=on', oneClick]) expect((await call('POST', address, body)).status).toBe(200);
      expect((await call('GET')).text).not.toContain('value="on"');
      expect(await now()).toEqual([given.state, given.end]);
      expect(events()).toEqual([]);
    });
  });
});
