import { expect, test } from 'vitest';
import { embedFolder } from '../data/config';
import { httpSiteChecks } from './http-api';

function answering(answer: () => Response) {
  const asked: string[] = [];
  const siteChecks = httpSiteChecks({
    host: 'https://busker.example',
    idToken: async () => null,
    fetch: async (url) => {
      asked.push(url instanceof Request ? url.url : url.toString());
      return answer();
    },
  });
  return { siteChecks, asked };
}

test('reads the pinned script of this release from the build’s file', async () => {
  const { siteChecks, asked } = answering(() =>
    Response.json({
      version: '1.2.3',
      entry: 'busker.js',
      integrity: { 'busker.js': 'sha384-a', 'b.js': 'sha384-b' },
    }),
  );
  expect(await siteChecks.pinnedScript()).toEqual({
    ok: true,
    value: { address: `https://busker.example${embedFolder}busker.js`, integrity: 'sha384-a' },
  });
  expect(asked).toEqual([`https://busker.example${embedFolder}manifest.json`]);
});

// Holds dash-088.
test('never returns a script without its hash', async () => {
  const { siteChecks } = answering(() => Response.json({ entry: 'busker.js', integrity: {} }));
  expect(await siteChecks.pinnedScript()).toEqual({ ok: false, problem: { code: 'api/unreadable' } });
});

test('exports the public JSON as a file', async () => {
  const { siteChecks, asked } = answering(() => new Response('{"handle":"ada"}'));
  const answer = await siteChecks.exportProfile('ada');
  expect(answer.ok && (await answer.value.text())).toBe('{"handle":"ada"}');
  expect(asked).toEqual(['https://busker.example/v1/profiles/ada']);
});
