import { describe, expect, it } from 'vitest';
import { stored } from '../store/stored';
import { adaDraft, adasScenario, storedTips, type Scenario } from '../testing/ada';

const own = { origin: 'https://busker.test', 'content-type': 'application/x-www-form-urlencoded' };

const show = async (scenario: Scenario, query: string, headers: Record<string, string> = {}) =>
  scenario.call('GET', `/@ada/tip${query}`, undefined, headers);

const hidden = (page: string, name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1];

/** The amounts that one tap chooses, in order; `*` marks those in the accent colour. */
const amountsOf = (page: string) =>
  [...page.matchAll(/<button class="button( quiet)?" name="choice" value="(\d+)"/g)].map(
    ([, quiet, amount]) => `${amount}${quiet === undefined ? '*' : ''}`,
  );

/** Where the only stored tip came from. */
async function sourceOf(scenario: Scenario) {
  const [path = ''] = storedTips(scenario);
  const [, uid = '', , tipId = ''] = path.split('/');
  return (await scenario.deps.store.read(stored.tip(uid, tipId)))?.source;
}

/** Presses a button of the form that this address shows. */
async function press(scenario: Scenario, query: string, typed: Record<string, string>) {
  const { text } = await show(scenario, query);
  const fields = Object.fromEntries(
    ['session', 'requestId', 'at'].map((name) => [name, hidden(text, name) ?? '']),
  );
  return scenario.call(
    'POST',
    '/@ada/tip?lang=en',
    new URLSearchParams({ ...fields, ...typed }).toString(),
    own,
  );
}

describe('a link to the tip form', () => {
  // Holds out-062.
  it('suggests its amount and stores nothing until the fan presses a button', async () => {
    const scenario = await adasScenario();
    expect(amountsOf((await show(scenario, '')).text)).toEqual(['300*', '500*', '1000*']);
    expect(amountsOf((await show(scenario, '?amount=500&cur=usd')).text)).toEqual(['500*', '300', '1000']);
    expect(amountsOf((await show(scenario, '?amount=700&cur=usd')).text)).toEqual([
      '700*',
      '300',
      '500',
      '1000',
    ]);
    expect(storedTips(scenario)).toEqual([]);
  });

  // Holds out-061.
  it.each([
    '?amount=500&cur=jpy',
    '?amount=500',
    '?amount=5.00&cur=usd',
    '?amount=1&cur=usd',
    '?amount=<b>&cur=usd',
  ])('ignores the amount of %s without a word', async (query) => {
    const scenario = await adasScenario();
    const asked = await show(scenario, query);
    expect({ status: asked.status, amounts: amountsOf(asked.text) }).toEqual({
      status: 200,
      amounts: ['300*', '500*', '1000*'],
    });
    expect(asked.text).not.toContain('<p class="error" role="alert">');
  });

  // Holds out-063.
  it('gives the tip its place', async () => {
    const scenario = await adasScenario();
    expect((await press(scenario, '?at=hat', { choice: '500' })).status).toBe(303);
    expect(await sourceOf(scenario)).toEqual({
      origin: 'https://busker.test',
      for: null,
      placement: 'hat',
    });
  });

  it.each([
    ['?at=%3Cscript%3E', {}],
    ['?at=hat', { at: '=SUM(A1)' }],
  ])('leaves out a place that is no place: %s %j', async (query, typed) => {
    const scenario = await adasScenario();
    expect((await press(scenario, query, { choice: '500', ...typed })).status).toBe(303);
    expect((await sourceOf(scenario))?.placement).toBeNull();
  });

  it('is kept when the form is refused', async () => {
    const scenario = await adasScenario();
    const refused = await press(scenario, '?at=hat', { choice: '700', receiptEmail: 'zoe' });
    expect(refused.status).toBe(422);
    expect(hidden(refused.text, 'at')).toBe('hat');
    expect(amountsOf(refused.text)[0]).toBe('700*');
    expect(refused.text).toContain('<details open="">');
  });

  it('survives a change of the handle', async () => {
    const scenario = await adasScenario();
    const moved = await scenario.call('GET', '/@Ada/tip?amount=500&cur=usd&at=hat');
    expect({ status: moved.status, to: moved.headers.get('location') }).toEqual({
      status: 308,
      to: '/@ada/tip?amount=500&cur=usd&at=hat',
    });
  });
});

describe('the tip form', () => {
  // Holds out-064.
  it("speaks the phone's language, else the owner's, and ?lang= before both", async () => {
    const scenario = await adasScenario({}, { draft: { ...adaDraft, language: 'de' } });
    const titleOf = async (query: string, headers: Record<string, string>) =>
      /<html lang="([^"]+)"/.exec((await show(scenario, query, headers)).text)?.[1];
    expect(await titleOf('', { 'accept-language': 'ja-JP,en;q=0.5' })).toBe('ja');
    expect(await titleOf('', { 'accept-language': 'ar-EG' })).toBe('ar');
    expect(await titleOf('', { 'accept-language': 'sv' })).toBe('de');
    expect(await titleOf('', {})).toBe('de');
    expect(await titleOf('?lang=fr', { 'accept-language': 'ja-JP' })).toBe('fr');
  });

  it('has the amounts before the typed one, and name and message folded', async () => {
    const { text } = await show(await adasScenario(), '');
    const at = (part: string) => text.indexOf(part);
    expect(at('value="300"')).toBeLessThan(at('name="other"'));
    expect(at('name="other"')).toBeLessThan(at('<details>'));
    expect(at('<summary>Add a message</summary>')).toBeLessThan(at('name="message"'));
    expect(at('name="message"')).toBeLessThan(at('</details>'));
  });

  it('asks for an amount when Enter was pressed in a text field, and never takes the first one', async () => {
    const scenario = await adasScenario();
    const { text } = await show(scenario, '');
    expect(/<button[^>]*value="([^"]*)"/.exec(text)?.[1]).toBe('other');
    const refused = await press(scenario, '', { choice: 'other', other: '', name: 'Zoe' });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('Choose an amount.');
    expect(refused.text).toContain('value="Zoe"');
  });
});
