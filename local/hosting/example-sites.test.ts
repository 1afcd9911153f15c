import { afterAll, beforeAll, expect, it } from 'vitest';
import { startExampleSites, type ExampleSites } from './start-example-sites';

let sites: ExampleSites;

beforeAll(async () => {
  const addresses = { busker: 'http://localhost:1', stripe: 'http://127.0.0.1:2' };
  sites = await startExampleSites({ port: 0, folder: 'examples', addresses });
});
afterAll(() => sites.close());

const get = (path: string): Promise<Response> => fetch(`${sites.url}${path}`);

it('shows a page with the card and the links of another owner under that owner’s handle', async () => {
  const html = await (await get('/@grace/plain-html/')).text();
  expect(html).toContain('<busker-card profile="grace"');
  expect(html).toContain('href="http://localhost:1/@grace"');
  expect(html).not.toContain('/@ada"');
  const usual = await (await get('/plain-html/')).text();
  expect(html).toBe(usual.replaceAll('profile="ada"', 'profile="grace"').replaceAll('/@ada"', '/@grace"'));
});

it('serves the files and the headers of such a page, and no page that is not there', async () => {
  expect((await get('/@grace/plain-html/site.css')).headers.get('content-type')).toContain('text/css');
  const policy = (await get('/strict-csp/')).headers.get('content-security-policy');
  expect(policy).not.toBeNull();
  expect((await get('/@grace/strict-csp/')).headers.get('content-security-policy')).toBe(policy);
  expect((await get('/@grace/no-such-page/')).status).toBe(404);
  expect((await get('/@grace/strict-csp/headers.json')).status).toBe(404);
});
