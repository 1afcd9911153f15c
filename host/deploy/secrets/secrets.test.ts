import { describe, expect, it } from 'vitest';
import { known, unanswered, type Reply } from '../../installation/google';
import { lineOf } from '../../installation/installation';
import { runSecrets, type SecretsWords } from '../secrets-main';
import { InMemorySecrets, fakeGoogle } from '../testing/fake-google';
import { askSecrets, secretManager, switchOffSecrets } from './secrets';

describe('secret manager', () => {
  const all = 'https://secretmanager.googleapis.com/v1/projects/busker-test/secrets';
  const version = (number: number, state: string) => ({
    name: `projects/42/secrets/A/versions/${number}`,
    state,
    createTime: '2026-01-02T03:04:05.678901Z',
  });

  it('lists the versions that are not destroyed, newest first, and reads one', async () => {
    const google = fakeGoogle({
      [`GET ${all}/A`]: { name: 'A' },
      [`GET ${all}/A/versions?pageSize=100`]: {
        versions: [version(1, 'DESTROYED'), version(2, 'DISABLED'), version(10, 'ENABLED')],
      },
      [`GET ${all}/A/versions/10:access`]: { payload: { data: Buffer.from('value').toString('base64') } },
    });
    const secrets = secretManager(google.rest, 'busker-test');
    const createdAt = Date.UTC(2026, 0, 2, 3, 4, 5, 678);
    expect(await secrets.versions('A')).toEqual({
      state: 'known',
      value: [
        { number: 10, enabled: true, createdAt },
        { number: 2, enabled: false, createdAt },
      ],
    });
    expect(await secrets.read('A', 10)).toEqual({ state: 'known', value: 'value' });
    expect(await secrets.versions('B')).toEqual({ state: 'known', value: null });
  });

  it('adds a version, creates the secret first if it is missing, and never sends a request to destroy a version', async () => {
    const google = fakeGoogle({
      [`POST ${all}?secretId=A`]: {},
      [`POST ${all}/A:addVersion`]: version(1, 'ENABLED'),
    });
    expect(await secretManager(google.rest, 'busker-test').add('A', 'value')).toEqual({ ok: true, value: 1 });
    expect(google.requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
      `GET ${all}/A`,
      `POST ${all}?secretId=A`,
      `POST ${all}/A:addVersion`,
    ]);
    expect(google.requests.at(-1)?.body).toEqual({ payload: { data: 'dmFsdWU=' } });
  });
});

describe('ask secrets', () => {
  const good = {
    STRIPE_SECRET_KEY: `rk_test_${'a1'.repeat(8)}`,
    STRIPE_WEBHOOK_SECRETS: `whsec_${'b2'.repeat(10)},whsec_${'c3'.repeat(10)}`,
    BUSKER_SECRET: 'd4'.repeat(32),
    CHALLENGE_SECRET_KEY: 'off',
    SMTP_URL: 'off',
    DKIM_PRIVATE_KEY: 'off',
    VAPID_PRIVATE_KEYS: 'off',
  };
  const linesOf = async (secrets: InMemorySecrets, mailFrom: string | null = null, hasChallenge = false) =>
    (await askSecrets(secrets, { livemode: false, mailFrom, hasChallenge })).map(lineOf);

  describe('the check of the secrets', () => {
    it('finds no fault with valid ones, and prints none of them', async () => {
      const lines = await linesOf(new InMemorySecrets(good));
      expect(lines).toEqual(Object.keys(good).map((name) => `ok: secret ${name}, version 1`));
    });

    it.each([
      [
        { STRIPE_SECRET_KEY: 'sk_live_1234567890' },
        'is a live key, but STRIPE_PUBLISHABLE_KEY is a test one',
      ],
      [{ STRIPE_SECRET_KEY: 'pk_test_1234567890' }, 'must be a key of Stripe'],
      [{ STRIPE_WEBHOOK_SECRETS: 'any text' }, 'no signing secret of Stripe'],
      [{ BUSKER_SECRET: 'short' }, 'fewer than 32 bytes'],
      [{ SMTP_URL: 'mail.example.net' }, 'SMTP_URL must be off, or an address'],
      [{ SMTP_URL: 'smtps://ada:pass@smtp.example.com' }, 'needs MAIL_FROM'],
      [{ DKIM_PRIVATE_KEY: 'a key' }, 'a private key as PEM'],
      [{ VAPID_PRIVATE_KEYS: 'too-short' }, 'keys of 43 characters'],
    ])('names what is wrong with a value, without the value', async (change, sentence) => {
      const lines = await linesOf(new InMemorySecrets({ ...good, ...change }));
      expect(lines.join('\n')).toContain(sentence);
      for (const value of Object.values(change)) expect(lines.join('\n')).not.toContain(value);
    });

    it('names each missing secret with the command that adds it', async () => {
      const lines = await linesOf(new InMemorySecrets());
      expect(lines.filter((line) => line.startsWith('missing'))).toHaveLength(3);
      expect(lines[0]).toBe('missing: secret STRIPE_SECRET_KEY\n  npm run secrets -- add STRIPE_SECRET_KEY');
    });

    it('lets the deploy store off for the secrets that an installation may do without', async () => {
      const {
        CHALLENGE_SECRET_KEY: _key,
        SMTP_URL: _smtp,
        DKIM_PRIVATE_KEY: _dkim,
        VAPID_PRIVATE_KEYS: _vapid,
        ...required
      } = good;
      const secrets = new InMemorySecrets(required);
      expect(await linesOf(secrets)).toContain(
        'to do: secret SMTP_URL with the value off: it is not used yet',
      );
      expect(await switchOffSecrets(secrets)).toMatchObject({ ok: true });
      expect(await linesOf(secrets)).toEqual(
        Object.keys(good).map((name) => `ok: secret ${name}, version 1`),
      );
      expect(await switchOffSecrets(secrets)).toMatchObject({ ok: true });
      expect(await linesOf(secrets)).toContain('ok: secret SMTP_URL, version 1');
    });

    it('accepts a mail server when the address to send from is set', async () => {
      const secrets = new InMemorySecrets({ ...good, SMTP_URL: 'smtps://ada:pass@smtp.example.com:465' });
      expect(await linesOf(secrets, 'tips@example.com')).toContain('ok: secret SMTP_URL, version 1');
    });

    // Holds host-076.
    it('needs the key of a challenge that is configured', async () => {
      const off = new InMemorySecrets(good);
      expect((await linesOf(off, null, true)).join('\n')).toContain('is off, and CHALLENGE_KIND needs it');
      const set = new InMemorySecrets({ ...good, CHALLENGE_SECRET_KEY: '0x4AAAAAAA-key' });
      expect(await linesOf(set, null, true)).toContain('ok: secret CHALLENGE_SECRET_KEY, version 1');
      const { CHALLENGE_SECRET_KEY: _key, ...without } = good;
      expect((await linesOf(new InMemorySecrets(without), null, true)).join('\n')).toContain(
        'missing: secret CHALLENGE_SECRET_KEY',
      );
    });

    it('says that a secret exists when its value may not be read', async () => {
      const secrets = new InMemorySecrets(good);
      secrets.mayRead = false;
      expect(await linesOf(secrets)).toContain(
        'cannot tell: secret BUSKER_SECRET, version 1 is there, not read (status 403)',
      );
    });
  });
});

describe('secrets command', () => {
  const day = 24 * 60 * 60 * 1000;
  const now = Date.UTC(2026, 10, 20);
  const old = now - 40 * day;
  const [first, second] = ['a1'.repeat(32), 'b2'.repeat(32)];

  function scenario(secrets: InMemorySecrets, input = '', named: Reply<readonly number[]> = known([])) {
    const said: string[] = [];
    const words = { name: undefined, front: false, generate: false, keep: 1, yes: false };
    const run = (given: Partial<SecretsWords> & { readonly verb: string }) =>
      runSecrets(
        {
          secrets,
          livemode: false,
          named: () => Promise.resolve(named),
          standardInput: () => Promise.resolve(input),
          now,
          say: (line) => said.push(line),
        },
        { ...words, ...given },
      );
    return { run, said };
  }

  describe('adding a secret', () => {
    // Holds host-016.
    it('adds a version, destroys none, and prints no value', async () => {
      const secrets = new InMemorySecrets({ BUSKER_SECRET: first });
      const { run, said } = scenario(secrets, second);
      expect(await run({ verb: 'add', name: 'BUSKER_SECRET', front: true })).toMatchObject({ ok: true });
      expect(await secrets.read('BUSKER_SECRET', 2)).toEqual(known(`${second},${first}`));
      expect(await secrets.read('BUSKER_SECRET', 1)).toEqual(known(first));
      expect(secrets.destroyed).toEqual([]);
      expect(said.join('\n')).not.toContain(second);
    });

    it('generates a BUSKER_SECRET that passes the check', async () => {
      const secrets = new InMemorySecrets();
      const { run } = scenario(secrets);
      expect(await run({ verb: 'add', name: 'BUSKER_SECRET', generate: true })).toMatchObject({ ok: true });
      const made = await secrets.read('BUSKER_SECRET', 1);
      expect(made.state === 'known' && made.value).toMatch(/^[0-9a-f]{64}$/);
    });

    it.each([
      [{ name: 'BUSKER_SECRET' }, 'short', 'fewer than 32 bytes'],
      [{ name: 'STRIPE_SECRET_KEY' }, 'sk_live_1234567890', 'is a live key'],
      [{ name: 'OTHER' }, first, 'There is no secret OTHER'],
      [{ name: 'STRIPE_SECRET_KEY', generate: true }, '', 'Only BUSKER_SECRET'],
    ])('refuses %j', async (words, input, sentence) => {
      const secrets = new InMemorySecrets();
      const answer = await scenario(secrets, input).run({ verb: 'add', ...words });
      expect(answer).toEqual({ ok: false, problem: expect.stringContaining(sentence) });
      expect(await secrets.versions(words.name)).toEqual(known(null));
    });
  });

  describe('pruning', () => {
    const four = () => {
      const secrets = new InMemorySecrets();
      for (const createdAt of [old, old, old, now]) secrets.put('BUSKER_SECRET', first, createdAt);
      return secrets;
    };

    it('keeps the newest versions, the recent ones, and every version that a release could need', async () => {
      const secrets = four();
      const { run } = scenario(secrets, '', known([2]));
      expect(await run({ verb: 'prune', yes: true })).toMatchObject({ ok: true });
      expect(secrets.destroyed).toEqual(['BUSKER_SECRET/3', 'BUSKER_SECRET/1']);
    });

    it('destroys nothing without --yes, nor when the running versions are unknown', async () => {
      const secrets = four();
      const { run, said } = scenario(secrets);
      await run({ verb: 'prune' });
      expect(said).toContain('would destroy BUSKER_SECRET, version 3');
      const blind = scenario(secrets, '', unanswered('status 403'));
      expect(await blind.run({ verb: 'prune', yes: true })).toMatchObject({ ok: false });
      expect(secrets.destroyed).toEqual([]);
    });
  });
});
