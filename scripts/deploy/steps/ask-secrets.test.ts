import { describe, expect, it } from 'vitest';
import { InMemorySecrets } from '../google/in-memory-secrets';
import { lineOf } from '../step';
import { askSecrets } from './ask-secrets';

const good = {
  STRIPE_SECRET_KEY: `rk_test_${'a1'.repeat(8)}`,
  STRIPE_WEBHOOK_SECRETS: `whsec_${'b2'.repeat(10)},whsec_${'c3'.repeat(10)}`,
  BUSKER_SECRET: 'd4'.repeat(32),
};
const linesOf = async (secrets: InMemorySecrets, livemode = false) =>
  (await askSecrets(secrets, livemode)).map(lineOf);

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
  ])('names what is wrong with a value, without the value', async (change, sentence) => {
    const lines = await linesOf(new InMemorySecrets({ ...good, ...change }));
    expect(lines.join('\n')).toContain(sentence);
    for (const value of Object.values(change)) expect(lines.join('\n')).not.toContain(value);
  });

  it('names each missing secret with the command that adds it', async () => {
    const lines = await linesOf(new InMemorySecrets());
    expect(lines).toHaveLength(3);
    expect(lines[0]).toBe('missing: secret STRIPE_SECRET_KEY\n  npm run secrets -- add STRIPE_SECRET_KEY');
  });

  it('says that a secret exists when its value may not be read', async () => {
    const secrets = new InMemorySecrets(good);
    secrets.mayRead = false;
    expect(await linesOf(secrets)).toContain(
      'cannot tell: secret BUSKER_SECRET, version 1 is there, not read (status 403)',
    );
  });
});
