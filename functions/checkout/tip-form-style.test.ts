import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { adasScenario } from '../testing/ada';

const form = '/@ada/tip';
const sheetsIn = (page: string) => [...page.matchAll(/<style>(.*?)<\/style>/gs)].map(([, css = '']) => css);

// Holds out-074.
it('the tip form has its style sheet in itself, and its policy allows that one by its hash', async () => {
  const scenario = await adasScenario();
  const { text, headers } = await scenario.call('GET', form);
  const [css, ...more] = sheetsIn(text);
  const hash = createHash('sha256')
    .update(css ?? '')
    .digest('base64');
  // Another style sheet needs another hash in core/web/route-headers.ts, and after it `npm run deploy -- --write-config`.
  expect(headers.get('content-security-policy')).toContain(`style-src 'self' 'sha256-${hash}';`);
  expect(more).toEqual([]);
  expect(text).not.toMatch(/ style="/);
});

it('the linked sheet of the tip form comes after all that the fan sees', async () => {
  const scenario = await adasScenario();
  const { text } = await scenario.call('GET', form);
  const [shown, after] = text.split('<link rel="stylesheet"');
  expect(shown).toContain('</footer>');
  expect(after).not.toMatch(/<(?:main|form|footer)/);
});

it('a refused form has the same style sheet in itself', async () => {
  const scenario = await adasScenario();
  const shown = await scenario.call('GET', form);
  const field = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(shown.text)?.[1] ?? '';
  const sent = { session: field('session'), requestId: field('requestId'), choice: 'other', other: 'a lot' };
  const refused = await scenario.app.request(`http://127.0.0.1${form}`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/x-www-form-urlencoded',
      Origin: scenario.deps.config.publicOrigin,
    },
    body: new URLSearchParams(sent).toString(),
  });
  expect(refused.status).toBe(422);
  expect(sheetsIn(await refused.text())).toEqual(sheetsIn(shown.text));
});

it.each(['/@ada', '/@ada/embed', '/@nobody/tip', '/legal/imprint'])(
  '%s has no style in itself, which its policy would not allow',
  async (path) => {
    const scenario = await adasScenario();
    const { text } = await scenario.call('GET', path);
    expect(sheetsIn(text)).toEqual([]);
    expect(text.indexOf('<link rel="stylesheet"')).toBeLessThan(text.indexOf('</head>'));
  },
);
