import { describe, expect, it } from 'vitest';
import { shippedLanguages } from '../../core/locale/language-tags';
import { noChannels, type Channel } from '../../core/outbox/channel';
import { createApp } from '../app';
import { channelSecret } from '../channels/own-channels';
import { stored } from '../store/stored';
import { inMemoryDeps } from '../testing/in-memory-deps';
import { mailAddressee } from '../testing/mail-addressee';

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
