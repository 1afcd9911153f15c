import { describe, expect, it } from 'vitest';
import { nearestName, settingsFaults, settingsWarnings } from './installation';

describe('check settings', () => {
  const good = {
    PUBLIC_ORIGIN: 'https://busker.example',
    PAYMENTS_MODE: 'connect',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_x',
    BUSKER_REGION: 'europe-west1',
    FIRESTORE_LOCATION: 'eur3',
    FIREBASE_WEB_CONFIG:
      '{"apiKey":"x","authDomain":"x.firebaseapp.com","projectId":"x","storageBucket":"x.firebasestorage.app","appId":"1"}',
  };

  const operator = {
    OPERATOR_NAME: 'Example Ltd',
    OPERATOR_ADDRESS: '1 Example Street; 12345 Exampletown',
    OPERATOR_EMAIL: 'hello@busker.example',
    SECURITY_CONTACT: 'security@busker.example',
    AUTHORITY_CONTACT: 'authorities@busker.example',
    REPORT_EMAIL: 'reports@busker.example',
  };

  describe('the check of the settings', () => {
    it('accepts complete settings, with test keys and with live ones', () => {
      expect(settingsFaults(good)).toEqual([]);
      expect(
        settingsFaults({
          ...good,
          ...operator,
          STRIPE_PUBLISHABLE_KEY: 'pk_live_x',
          CLIENT_ADDRESS: 'proxy:2',
        }),
      ).toEqual([]);
    });

    // Holds host-018.
    it('refuses live keys without an imprint, and warns with test keys', () => {
      const faults = settingsFaults({ ...good, STRIPE_PUBLISHABLE_KEY: 'pk_live_x' });
      const named = (sentences: readonly string[], name: string) =>
        sentences.filter((sentence) => sentence.includes(name));
      const warnings = settingsWarnings(good);
      for (const name of Object.keys(operator)) {
        expect(named(faults, `Set ${name}: `), name).toHaveLength(1);
        expect(named(warnings, name), name).toHaveLength(1);
      }
      expect(settingsWarnings({ ...good, ...operator })).toEqual([]);
      expect(settingsWarnings({ ...good, ...operator, TRUSTED_PROXY_HOPS: '0' })).toEqual([
        expect.stringContaining('Set CLIENT_ADDRESS=socket instead'),
      ]);
    });

    // Holds host-003.
    it('names every missing setting once when nothing is set', () => {
      const faults = settingsFaults({});
      for (const name of Object.keys(good))
        expect(
          faults.filter((fault) => fault.startsWith(`Set ${name}:`)),
          name,
        ).toHaveLength(1);
    });

    it.each([
      [{ PAYMENTS_MODE: 'sandbox' }, 'PAYMENTS_MODE=sandbox is for one machine. Set connect or single.'],
      [
        { PLATFORM_FEES_BPS: '100' },
        'PLATFORM_FEES_BPS is not a setting of Busker. Did you mean PLATFORM_FEE_BPS?',
      ],
      [{ SOMETHING_ELSE: '1' }, 'SOMETHING_ELSE is not a setting of Busker.'],
      [{ BUSKER_SECRET: 'x' }, 'Remove BUSKER_SECRET from .env: it is a secret. Secret Manager keeps it.'],
      [{ PUBLIC_ORIGIN: 'http://busker.example' }, 'PUBLIC_ORIGIN must start with https://.'],
      [
        { FIREBASE_WEB_CONFIG: '{"apiKey":"x"}' },
        'FIREBASE_WEB_CONFIG has no authDomain, projectId, storageBucket, appId.',
      ],
      [{ FIREBASE_WEB_CONFIG: 'x' }, 'FIREBASE_WEB_CONFIG must be JSON in one line.'],
      [{ SIGN_IN_METHODS: 'fax' }, 'SIGN_IN_METHODS names "fax"'],
      [{ CLIENT_ADDRESS: 'cdn' }, 'CLIENT_ADDRESS must be hosting'],
      [{ MIN_INSTANCES: 'one' }, 'MIN_INSTANCES must be a whole number from 0 to 1000.'],
      [{ MIN_INSTANCES: '41' }, 'MIN_INSTANCES must not be larger than MAX_INSTANCES.'],
      [{ BUSKER_REGION: 'Europe West' }, 'BUSKER_REGION must be the name of a region'],
    ])('refuses %j', (change, sentence) => {
      const faults = settingsFaults({ ...good, ...change });
      expect(faults).toEqual([expect.stringContaining(sentence)]);
    });
  });

  // Holds host-004.
  it('finds the setting that a typing error meant, and none for another word', () => {
    expect(nearestName('PAYMENT_MODE', ['PAYMENTS_MODE', 'PUBLIC_ORIGIN'])).toBe('PAYMENTS_MODE');
    expect(nearestName('publicorigin', ['PAYMENTS_MODE', 'PUBLIC_ORIGIN'])).toBe('PUBLIC_ORIGIN');
    expect(nearestName('EDITOR', ['PAYMENTS_MODE', 'PUBLIC_ORIGIN'])).toBeNull();
  });
});
