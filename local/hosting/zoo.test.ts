import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { oddities } from '../../examples/zoo/oddities';
import { startExampleSites, type ExampleSites } from './start-example-sites';

let sites: ExampleSites;

beforeAll(async () => {
  const addresses = { busker: 'http://localhost:1', stripe: 'http://127.0.0.1:2' };
  sites = await startExampleSites({ port: 0, folder: 'examples', addresses });
});
afterAll(() => sites.close());

const get = (path: string): Promise<Response> => fetch(`${sites.url}${path}`);

describe('the zoo', () => {
  it('serves every page with a card and with the addresses of this run', async () => {
    for (const [name, { frame }] of Object.entries(oddities)) {
      const response = await get(frame ? `/zoo/${name}/inside-1/` : `/zoo/${name}/`);
      const html = await response.text();
      expect(html, name).toContain('busker-card');
      expect(html, name).toContain('http://localhost:1/embed/v1.js');
      expect(html, name).not.toContain(':4100');
    }
  });

  it('serves a page with a frame around the page with the card', async () => {
    const html = await (await get('/zoo/frame-that-waits/')).text();
    expect(html).toContain('src="/zoo/frame-that-waits/inside-1/"');
    expect(html).not.toContain('<busker-card');
  });

  it('combines two kinds of pages, and both policies apply', async () => {
    const response = await get('/zoo/policy-no-frames+policy-no-pictures/');
    expect(response.headers.get('content-security-policy')).toBe(`frame-src 'none', img-src 'none'`);
    const quirks = await (await get('/zoo/quirks-mode+right-to-left/')).text();
    expect(quirks).toMatch(/^<html\s[^>]*dir="rtl"/);
  });

  it('answers 404 for an unknown page', async () => {
    expect((await get('/zoo/quirks-mode+unheard-of/')).status).toBe(404);
  });
});
