import { describe, expect, it } from 'vitest';
import { known, unanswered, type Reply } from '../installation/google';
import { runSecrets, type SecretsWords } from './secrets-main';
import { InMemorySecrets } from './testing/fake-google';

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
