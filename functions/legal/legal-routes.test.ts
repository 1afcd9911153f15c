import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { termsAnswer } from '@busker/core/dashboard-api/owner-api';
import { shippedLanguages } from '@busker/core/locale/language-tags';
import { legalTexts } from '@busker/core/messages/core-texts';
import { envReader } from '../env-reader';
import { adasScenario, adaToken, adaUid, bearerOf, emptyScenario, type Scenario } from '../testing/ada';
import { inMemoryConfig } from '../testing/in-memory-deps';
import { operatorConfig } from './operator';
import { templateVersion } from './templates';

const day = 24 * 60 * 60_000;
const operator = inMemoryConfig.operator;
if (operator === null) throw new Error('The tests name an operator');

describe('the legal pages', () => {
  it.each(shippedLanguages)('name the operator in %s', async (language) => {
    const texts = legalTexts(language);
    const answer = await emptyScenario().call('GET', `/legal/imprint?lang=${language}`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-language')).toBe(language);
    expect(answer.text).toContain(`<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}"`);
    for (const said of [texts.imprint, 'Example Ltd', '1 Example Street', 'mailto:hello@busker.test'])
      expect(answer.text).toContain(said);
  });

  it('show an address for authorities, one for everybody, and the languages to write in', async () => {
    const { text } = await emptyScenario().call('GET', '/legal/contact', undefined, {
      'accept-language': 'de-AT',
    });
    for (const said of [
      'mailto:authorities@busker.test',
      'Für Behörden',
      'mailto:security@busker.test',
      'Englisch, Deutsch',
    ])
      expect(text).toContain(said);
  });

  it.each([
    ['terms', 'de', 'de', 'Was nicht gezeigt werden darf'],
    ['terms', 'en', 'en', 'What may not be shown'],
    ['terms', 'fr', 'en', 'What may not be shown'],
    ['privacy', 'de', 'de', 'Wer verantwortlich ist'],
    ['privacy', 'ja', 'en', 'Who is responsible'],
  ])('show the %s for a reader of %s in %s', async (page, asked, shown, heading) => {
    const { text } = await emptyScenario().call('GET', `/legal/${page}?lang=${asked}`);
    expect(text).toContain(`<html lang="${shown}"`);
    expect(text).toContain(heading);
    expect(text).toContain('Example Ltd');
  });

  it('show the configured share of the host, challenge service and version', async () => {
    const scenario = emptyScenario({
      platformFeeBps: 250,
      challenge: { kind: 'hcaptcha', siteKey: 'k', secretKey: 's' },
      operator: { ...operator, terms: { url: null, version: '2026-01-31' } },
    });
    const terms = await scenario.call('GET', '/legal/terms');
    expect(terms.text).toContain('We keep 2.5% of each tip.');
    expect(terms.text).toContain('Our share of such a tip stays as it was when the tip began.');
    expect(terms.text).toContain('January 31, 2026');
    expect((await scenario.call('GET', '/legal/privacy')).text).toContain('hCaptcha is loaded');
    expect((await emptyScenario().call('GET', '/legal/terms')).text).toContain('We keep no share of tips.');
  });

  it.each([
    [
      'terms',
      'en',
      ['Monthly and yearly tips', 'https://busker.test/@', 'For 15 days', 'all running tips end first'],
    ],
    [
      'terms',
      'de',
      ['Monatliche und jährliche Trinkgelder', 'https://busker.test/@', '15 Tage lang', 'enden zuerst'],
    ],
    [
      'privacy',
      'en',
      [
        'the words that you agreed to',
        'until you stop it',
        'as long as the owner’s account exists',
        'your name in the tip and in all its payments',
        'until the name of its latest payment is erased',
      ],
    ],
    [
      'privacy',
      'de',
      [
        'die Worte, denen du zugestimmt hast',
        'bis du es beendest',
        'so lange, wie es das Konto',
        'deinen Namen im Trinkgeld und in allen seinen Zahlungen',
        'bis der Name der letzten Zahlung gelöscht wird',
      ],
    ],
  ])('say in the %s in %s what holds for monthly tips', async (page, language, said) => {
    const { text } = await emptyScenario({ platformFeeBps: 0 }).call(
      'GET',
      `/legal/${page}?lang=${language}`,
    );
    for (const each of said) expect(text).toContain(each);
    expect(text).not.toContain('Our share of such a tip');
  });

  it('redirect to the operator’s own texts when these are on another site', async () => {
    const own = 'https://legal.example/terms';
    const scenario = emptyScenario({
      operator: { ...operator, terms: { url: own, version: null }, privacyUrl: own },
    });
    for (const page of ['terms', 'privacy']) {
      const answer = await scenario.call('GET', `/legal/${page}`);
      expect({ status: answer.status, location: answer.headers.get('location') }).toEqual({
        status: 302,
        location: own,
      });
    }
  });

  it('say that no operator is named when the settings name none', async () => {
    const scenario = emptyScenario({ operator: null });
    for (const page of ['imprint', 'contact', 'terms', 'privacy']) {
      const { status, text } = await scenario.call('GET', `/legal/${page}`);
      expect(status).toBe(200);
      expect(text).toContain('It takes no real payments.');
    }
    expect((await scenario.call('GET', '/.well-known/security.txt')).status).toBe(404);
  });

  it('show what an operator typed as text', async () => {
    const scenario = emptyScenario({ operator: { ...operator, name: '<img src=x onerror=alert(1)>' } });
    for (const page of ['imprint', 'terms', 'privacy'])
      expect((await scenario.call('GET', `/legal/${page}`)).text).not.toContain('<img');
  });
});

describe('the transparency page', () => {
  it('counts reports, orders, decisions and objections of each year, newest first', async () => {
    const scenario = emptyScenario();
    const empty = await scenario.call('GET', '/legal/transparency');
    expect(empty.text).toContain('Nothing has been counted yet.');
    const counts = { v: 1, decisions: { suspended: 4 }, appeals: 2, reversed: 1 };
    scenario.deps.store.put('transparency/2025', {
      ...counts,
      year: 2025,
      reports: { fraud: 1200, order: 3 },
    });
    scenario.deps.store.put('transparency/2026', { v: 1, year: 2026 });
    const { text } = await scenario.call('GET', '/legal/transparency?lang=de');
    const shown = text.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
    expect(shown).toContain('2025 Meldungen 1.200 Anordnungen von Behörden 3 Keine Maßnahme 0');
    expect(shown).toContain(
      'Profil gesperrt 4 Widersprüche 2 Nach einem Widerspruch geänderte Entscheidungen 1',
    );
    expect(shown.indexOf('2026')).toBeLessThan(shown.indexOf('2025'));
  });
});

// Without a valid file, a researcher does not know whom to write to.
describe('security.txt', () => {
  // Holds host-064.
  it.each([0, 30, 61, 92, 365])(
    'has all fields and is valid for at least 30 days, %i days from now',
    async (days) => {
      const scenario = emptyScenario();
      scenario.deps.clock.advance(days * day);
      const { status, headers, text } = await scenario.call('GET', '/.well-known/security.txt');
      expect(status).toBe(200);
      expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
      const fields = Object.fromEntries(
        text
          .split('\r\n')
          .filter(Boolean)
          .map((line) => line.split(/: (.*)/).slice(0, 2)),
      ) as Record<string, string>;
      expect(fields).toMatchObject({
        Contact: 'mailto:security@busker.test',
        Canonical: 'https://busker.test/.well-known/security.txt',
        Policy: 'https://busker.test/legal/contact',
        'Preferred-Languages': 'en, de',
      });
      const left = Date.parse(fields['Expires'] ?? '') - scenario.deps.clock.now();
      expect(left).toBeGreaterThan(30 * day);
      expect(left).toBeLessThan(365 * day);
    },
  );
});

describe('every page of the server', () => {
  // Holds host-064.
  it.each([
    ['/@ada?lang=de', 'de', 200],
    ['/@ada/tip?lang=fr', 'fr', 200],
    ['/t/tip_abc?lang=es', 'es', 404],
    ['/@nobody?lang=it', 'it', 404],
    ['/docs/errors', 'en', 200],
    ['/legal/privacy?lang=de', 'de', 200],
    ['/report?lang=ja', 'ja', 200],
  ] as const)(
    'links to imprint, terms, privacy and the report form in its language: %s',
    async (path, language, status) => {
      const answer = await (await adasScenario()).call('GET', path);
      expect(answer.status).toBe(status);
      const texts = legalTexts(language);
      for (const page of ['imprint', 'terms', 'privacy'] as const)
        expect(answer.text).toContain(`<a href="/legal/${page}?lang=${language}">${texts[page]}</a>`);
      expect(answer.text).toMatch(
        new RegExp(`href="/report\\?(?:u=ada&amp;)?lang=${language}">${texts.report}<`),
      );
      expect(answer.text.match(/<footer>/g)).toHaveLength(1);
    },
  );

  it('has no footer in a frame on another site', async () => {
    expect((await (await adasScenario()).call('GET', '/@ada/embed')).text).not.toContain('<footer>');
  });
});

const ask = async (scenario: Scenario) =>
  v.parse(termsAnswer, (await scenario.call('GET', '/v1/me/terms', undefined, bearerOf(adaToken))).json);
const see = (scenario: Scenario, version: string) =>
  scenario.call('POST', '/v1/me/terms', { version }, bearerOf(adaToken));

describe('/v1/me/terms', () => {
  it('names the version of the terms, and stores when the owner has seen it', async () => {
    const scenario = await adasScenario();
    expect(await ask(scenario)).toEqual({ version: templateVersion, seen: null });
    expect((await see(scenario, templateVersion)).json).toEqual({
      version: templateVersion,
      seen: templateVersion,
    });
    expect(await ask(scenario)).toEqual({ version: templateVersion, seen: templateVersion });
  });

  it('stores no version that the host has not published', async () => {
    const scenario = await adasScenario();
    await see(scenario, '2099-01-01');
    expect((await ask(scenario)).seen).toBeNull();
  });

  it('forgets it with the account', async () => {
    const scenario = await adasScenario();
    await see(scenario, templateVersion);
    await scenario.call('POST', '/v1/me/delete', { handle: 'ada' }, bearerOf(adaToken));
    expect(scenario.deps.store.dump()[`accounts/${adaUid}/server/terms`]).toBeUndefined();
  });
});

const complete = {
  OPERATOR_NAME: 'Example Ltd',
  OPERATOR_ADDRESS: '1 Example Street; 12345 Exampletown',
  OPERATOR_EMAIL: 'hello@busker.example',
  SECURITY_CONTACT: 'security@busker.example',
  AUTHORITY_CONTACT: 'authorities@busker.example',
  REPORT_EMAIL: 'reports@busker.example',
};

const reading = (env: Record<string, string>, livemode = true) => {
  const read = envReader(env);
  const operator = operatorConfig(read, livemode);
  return { operator, faults: read.faults };
};

describe('the operator', () => {
  it('reads an operator', () => {
    const { operator, faults } = reading({
      ...complete,
      CONTACT_LANGUAGES: 'en, de',
      EU_REPRESENTATIVE: 'A; B',
    });
    expect(faults).toEqual([]);
    expect(operator).toMatchObject({
      address: ['1 Example Street', '12345 Exampletown'],
      securityContact: 'mailto:security@busker.example',
      languages: ['en', 'de'],
      euRepresentative: ['A', 'B'],
      vatId: null,
    });
  });

  it('names every missing setting with live keys', () => {
    const { faults } = reading({});
    for (const name of Object.keys(complete))
      expect(
        faults.filter((fault) => fault.startsWith(`Set ${name}: `)),
        name,
      ).toHaveLength(1);
  });

  it('accepts test keys without an operator, and refuses an incomplete operator', () => {
    expect(reading({}, false)).toEqual({ operator: null, faults: [] });
    const { REPORT_EMAIL: _left, ...half } = complete;
    expect(reading(half, false).faults).toEqual([expect.stringContaining('Set REPORT_EMAIL')]);
  });

  it.each([
    [{ OPERATOR_EMAIL: 'hello' }, 'OPERATOR_EMAIL must be an email address.'],
    [{ REPORT_EMAIL: 'a@b.example"><script>' }, 'REPORT_EMAIL must be an email address.'],
    [{ SECURITY_CONTACT: 'http://busker.example' }, 'SECURITY_CONTACT must be an email address, or'],
    [{ TERMS_URL: 'javascript:alert(1)' }, 'TERMS_URL must be an address that starts with https://.'],
    [{ TERMS_VERSION: 'May' }, 'TERMS_VERSION must be a date such as 2026-01-31.'],
    [{ CONTACT_LANGUAGES: 'English' }, 'CONTACT_LANGUAGES must be tags such as en, de.'],
  ])('refuses %j', (change, sentence) => {
    expect(reading({ ...complete, ...change }).faults).toEqual([expect.stringContaining(sentence)]);
  });
});
