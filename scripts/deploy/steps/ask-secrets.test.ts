import { describe, expect, it } from 'vitest';
import { InMemorySecrets } from '../google/in-memory-secrets';
import { lineOf } from '../step';
import { askSecrets, switchOffSecrets } from './ask-secrets';

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
    [{ STRIPE_SECRET_KEY: 'sk_live_1234567890' }, 'is a live key, but STRIPE_PUBLISHABLE_KEY is a test one'],
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
    expect(await linesOf(secrets)).toContain('to do: secret SMTP_URL with the value off: it is not used yet');
    expect(await switchOffSecrets(secrets)).toMatchObject({ ok: true });
    expect(await linesOf(secrets)).toEqual(Object.keys(good).map((name) => `ok: secret ${name}, version 1`));
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
