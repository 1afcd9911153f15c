import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { neededSources, permissionsLine, policyDirectives } from '@busker/core/web/csp';
import { oddities } from '../../examples/zoo/oddities';
import { startExampleSites, type ExampleSites } from './start-example-sites';

let sites: ExampleSites;

beforeAll(async () => {
  const addresses = { busker: 'http://localhost:1', stripe: 'http://127.0.0.1:2' };
  sites = await startExampleSites({ port: 0, folder: 'examples', addresses });
});
afterAll(() => sites.close());

const get = (path: string): Promise<Response> => fetch(`${sites.url}${path}`);

describe('the example sites', () => {
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
});

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

const page = { host: 'http://localhost:4100', pay: 'in-page', sandbox: 'http://127.0.0.1:12111' } as const;

describe('the page with the strict policy', () => {
  // Holds web-022.
  it('allows exactly the sources that the dashboard tells owners to allow', async () => {
    const file = fileURLToPath(new URL('../../examples/strict-csp/headers.json', import.meta.url));
    const headers = v.parse(v.record(v.string(), v.string()), JSON.parse(await readFile(file, 'utf8')));
    const policy = new Map(
      (headers['Content-Security-Policy'] ?? '').split('; ').map((part) => {
        const [name = '', ...sources] = part.split(' ');
        return [name, sources.filter((source) => source.startsWith('http'))];
      }),
    );
    const needed = neededSources(page);
    for (const directive of policyDirectives) expect(policy.get(directive)).toEqual(needed[directive]);
    expect(policy.get('default-src')).toEqual([]);
    expect(headers['Content-Security-Policy']).not.toContain('unsafe');
    expect(headers['Permissions-Policy']).toContain(permissionsLine(page));
  });
});
