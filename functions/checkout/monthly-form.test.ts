import { beforeEach, describe, expect, it } from 'vitest';
import { decodeMonthly } from '../../core/money-documents/monthly-document';
import { readable } from '../store/stored';
import { offlineAsset } from './tip-form-routes';
import { adaDraft, adasScenario, storedTips, type Scenario } from '../testing/ada';

const monthly = {
  on: true,
  intervals: ['month' as const, 'year' as const],
  presets: { month: null, year: null },
};

let scenario: Scenario;
beforeEach(async () => {
  scenario = await adasScenario({}, { draft: { tips: { ...adaDraft.tips, monthly } } });
});

const valueOf = (page: string, name: string) =>
  new RegExp(`name="${name}"\\s+value="([^"]*)"`).exec(page)?.[1] ?? '';

/** Opens the form, and sends it with these fields. */
async function send(fields: Readonly<Record<string, string>>, language = 'en') {
  const { text } = await scenario.call('GET', `/@ada/tip?lang=${language}`);
  const given = { session: valueOf(text, 'session'), requestId: valueOf(text, 'requestId') };
  return post({ ...given, choice: '500', ...fields }, language);
}

function post(fields: Readonly<Record<string, string>>, language = 'en') {
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    origin: scenario.deps.config.publicOrigin,
  };
  return scenario.call('POST', `/@ada/tip?lang=${language}`, new URLSearchParams(fields).toString(), headers);
}

/** The hidden fields and the button of the page with the words. */
const agreedFields = (page: string): Readonly<Record<string, string>> => ({
  ...Object.fromEntries(
    [...page.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  ),
  agreed: valueOf(page, 'agreed'),
});

const monthlies = () =>
  Object.entries(scenario.deps.store.dump()).flatMap(([path, data]) =>
    /^profiles\/[^/]+\/monthly\/[^/]+$/.test(path) ? [readable(path, decodeMonthly(data))] : [],
  );

describe('the form without JavaScript', () => {
  // Holds pay-295.
  it('asks how often, with once chosen, and only where the owner offers it', async () => {
    const { text } = await scenario.call('GET', '/@ada/tip');
    expect(text.match(/name="every"/g)).toHaveLength(3);
    expect(text).toMatch(/value="once"\s+checked/);
    expect(text).not.toMatch(/value="(month|year)"\s+checked/);
    scenario = await adasScenario();
    expect((await scenario.call('GET', '/@ada/tip')).text).not.toContain('name="every"');
  });

  // Holds pay-296.
  it('shows the words with one button before anything is made, and then leads to Stripe', async () => {
    const shown = await send({ every: 'month', name: 'Zoe', cover: 'on' }, 'de');
    expect(shown.status).toBe(200);
    expect(shown.text).toContain('jeden Monat');
    expect(shown.text).toMatch(/<button[^>]*name="agreed"[^>]*>[^<]*5,50[^<]*<\/button>/);
    expect(storedTips(scenario)).toEqual([]);
    // Without a connection the page stays, as the form does.
    expect(shown.text).toContain(offlineAsset.path);
    expect(shown.text).toContain('id="offline"');
    const paid = await post(agreedFields(shown.text), 'de');
    expect(paid.status).toBe(303);
    expect(paid.headers.get('location')).toContain('/c/pay/');
    expect(monthlies()).toMatchObject([
      { every: 'month', amount: 550, tipAmount: 500, fan: { name: 'Zoe' }, consent: { language: 'de' } },
    ]);
    const [begun] = monthlies();
    const plain = (text = 'none') => text.replaceAll(/\s+/g, ' ');
    expect(plain(shown.text)).toContain(plain(begun?.consent.words.split(', bis')[0]));
  });

  it('takes the limits of the interval, and names them in the form', async () => {
    const refused = await send({ every: 'month', choice: 'other', other: '0.50' });
    expect(refused.text).toContain('The smallest tip is $1.00.');
    expect(refused.text).toMatch(/value="month"\s+checked/);
    const yearly = await send({ every: 'year', choice: 'other', other: '7000' });
    expect(yearly.text).toContain('The largest tip is $6,000.00.');
  });

  it('shows the words again when they have changed meanwhile', async () => {
    const shown = await send({ every: 'month' });
    const again = await post({ ...agreedFields(shown.text), agreed: '999' });
    expect(again.text).toContain('name="agreed"');
    expect(monthlies()).toEqual([]);
  });

  it.each(['', 'once', 'weekly'])('is one tip with %j', async (every) => {
    expect((await send({ every })).status).toBe(303);
    expect(monthlies()).toEqual([]);
  });

  it('is refused when the owner has switched it off meanwhile', async () => {
    const shown = await send({ every: 'month' });
    scenario = await adasScenario();
    const {
      session: _session,
      requestId: _requestId,
      agreed: version = '',
      ...fields
    } = agreedFields(shown.text);
    for (const agreed of ['', version]) {
      const answer = await send({ ...fields, agreed });
      expect(answer.status).toBe(409);
      expect(answer.text).toContain('Nothing was charged');
    }
    expect(monthlies()).toEqual([]);
  });

  it('escapes what was typed on the page with the words', async () => {
    const shown = await send({ every: 'month', name: '"><b>Zoe' });
    expect(shown.text).not.toContain('<b>Zoe');
  });
});
