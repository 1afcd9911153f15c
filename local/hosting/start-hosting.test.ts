import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { headersFor, hostedOrigins, routeHeaders } from '@busker/core/web/route-headers';
import { styleHash } from '@busker/functions/pages/page-style';
import { pushOnReceipts } from './push-on-receipts';
import { startExampleSites, type ExampleSites } from './start-example-sites';
import { startHosting, type LocalHosting } from './start-hosting';

const headers = routeHeaders(hostedOrigins, styleHash);

interface Answer {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** Sends any Host and any path; fetch cannot. */
function ask(server: { port: number }, path: string, given: Record<string, string> = {}, method = 'GET') {
  return new Promise<Answer>((resolve, reject) => {
    const asked = request(
      { host: '127.0.0.1', port: server.port, path, headers: given, method },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => (text += part));
        response.once('end', () => resolve({ status: response.statusCode, headers: response.headers, text }));
      },
    );
    asked.once('error', reject).end();
  });
}

const files = {
  'dist/dashboard/index.html': '<!doctype html><title>Busker</title>',
  'dist/dashboard/assets/main-1.js': 'export const built = "built";'.repeat(20),
  'dist/embed/v1.js': 'export {};',
  'dist/docs/index.html': '<!doctype html><title>The documents</title>',
  'dist/docs/hosts/server.html': '<!doctype html><title>A server process</title>',
  'dist/.built/widget': 'secret',
  'outside.txt': 'outside',
  'examples/artist/index.html': '<script src="http://localhost:4100/embed/v1.js"></script>',
  'examples/artist/headers.json':
    '{"Content-Security-Policy":"script-src http://localhost:4100 http://127.0.0.1:12111"}',
  'examples/artist/logo.png': 'http://localhost:4100',
};

describe('hosting', () => {
  let folder = '';
  let hosting: LocalHosting;
  let examples: ExampleSites;
  let early: Answer;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'busker-hosting-'));
    for (const [path, text] of Object.entries(files)) {
      await mkdir(join(folder, path, '..'), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    hosting = await startHosting({ port: 0, dist: join(folder, 'dist') });
    early = await ask(hosting, '/');
    hosting.open({
      config: { firebase: { projectId: 'demo-busker' } },
      headers,
      app: {
        async fetch(asked) {
          const path = new URL(asked.url).pathname;
          if (path === '/t/tip1')
            return new Response('<head></head>', { headers: { 'content-type': 'text/html; charset=utf-8' } });
          return Response.json({ path, body: await asked.text() }, { status: 202 });
        },
      },
      receiptScript: 'http://127.0.0.1:9/push.js',
      hosts: { find: ({ host }) => Promise.resolve(host?.startsWith('ada.example') ? 'uid-ada' : null) },
    });
    examples = await startExampleSites({
      port: 0,
      folder: join(folder, 'examples'),
      addresses: { busker: hosting.url, stripe: 'http://127.0.0.1:9' },
    });
  });
  afterAll(async () => {
    await hosting.close();
    await examples.close();
    await rm(folder, { recursive: true });
  });

  describe('the app', () => {
    it.each([
      ['/', 200, 'Busker'],
      ['/tips', 200, 'Busker'],
      ['/assets/main-1.js', 200, 'built'],
      ['/assets/main-0.js', 202, '/assets/main-0.js'],
      ['/embed/v1.js', 200, 'export {}'],
      ['/embed/0.0.1/busker.js', 202, '/embed/0.0.1/busker.js'],
      ['/embed/v0.js', 404, 'not found'],
      ['/busker-config.json', 200, 'demo-busker'],
      ['/v1/tips', 202, '/v1/tips'],
      ['/@ada', 202, '/@ada'],
      ['/@ada/', 202, '/@ada/'],
      ['/@ada/tip/', 202, '/@ada/tip/'],
    ])('answers %s with %i', async (path, status, text) => {
      const answer = await ask(hosting, path);
      expect(answer).toMatchObject({ status, text: expect.stringContaining(text) });
    });

    // Holds host-202.
    it('has the documentation site below /docs/, and leaves the rest there to the functions', async () => {
      expect(await ask(hosting, '/docs')).toMatchObject({ status: 302, headers: { location: '/docs/' } });
      expect((await ask(hosting, '/docs/')).text).toContain('The documents');
      const page = await ask(hosting, '/docs/hosts/server.html');
      expect(page.text).toContain('A server process');
      expect(page.headers['content-security-policy']).toBe(
        headersFor(headers, '/@ada')['Content-Security-Policy'],
      );
      const posted = await fetch(`${hosting.url}/docs/hosts/server.html`, { method: 'POST' });
      expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
      expect(await ask(hosting, '/docs/errors')).toMatchObject({ status: 202 });
      expect((await ask(hosting, '/docs/../.built/widget')).text).not.toContain('secret');
    });

    // Holds host-236.
    it.each(['/', '/tips', '/assets/main-1.js', '/embed/v1.js', '/busker-config.json', '/docs/', '/v1/tips'])(
      'leaves %s on the domain of an owner to the functions',
      async (path) => {
        const { status, text } = await ask(hosting, path, { host: `ada.example:${hosting.port}` });
        expect([status, JSON.parse(text)]).toEqual([202, { path, body: '' }]);
      },
    );

    it('sends receipts with the script of the local push service', async () => {
      const { text } = await ask(hosting, '/t/tip1');
      expect(text).toBe('<head><script src="http://127.0.0.1:9/push.js" defer></script></head>');
    });

    it.each(['/', '/tips', '/assets/main-1.js', '/embed/v1.js', '/busker-config.json'])(
      'sends the configured headers with %s',
      async (path) => {
        const expected = Object.entries(headersFor(headers, path)).map(([name, value]) => [
          name.toLowerCase(),
          value,
        ]);
        expect((await ask(hosting, path)).headers).toMatchObject(Object.fromEntries(expected));
      },
    );

    it('lets browsers ask for the card at every load while somebody edits it, and keeps all else as it is', async () => {
      const edited = await startHosting({ port: 0, dist: join(folder, 'dist'), cardIsEdited: true });
      edited.open({ config: {}, headers, app: { fetch: () => new Response('') } });
      const cachingOf = async (path: string) => (await ask(edited, path)).headers['cache-control'];
      expect(await cachingOf('/embed/v1.js')).toBe('no-cache');
      expect(await cachingOf('/assets/main-1.js')).toBe(
        headersFor(headers, '/assets/main-1.js')['Cache-Control'],
      );
      await edited.close();
    });

    it('passes the whole request to the functions', async () => {
      const response = await fetch(`${hosting.url}/v1/tips`, { method: 'POST', body: '{"handle":"ada"}' });
      expect(await response.json()).toEqual({
        path: '/v1/tips',
        body: '{"handle":"ada"}',
      });
    });

    it.each([
      '/../outside.txt',
      '/assets/../../../outside.txt',
      '/%2e%2e/%2e%2e/outside.txt',
      '/embed/../.built/widget',
      '/..%2foutside.txt',
    ])('never serves a file outside of its folder: %s', async (path) => {
      const { text } = await ask(hosting, path);
      expect(text).not.toMatch(/outside|secret/);
    });

    it('answers 503 while it is starting', () => {
      expect(early).toMatchObject({ status: 503, text: 'Still starting.\n' });
    });

    it('refuses a malformed path and a host that is not this machine', async () => {
      expect((await ask(hosting, '/%E0%A4%A')).status).toBe(400);
      expect((await ask(hosting, '/', { host: 'evil.example' })).status).toBe(421);
      expect((await ask(hosting, '/v1/tips', { host: 'evil.example' })).status).toBe(421);
      expect((await ask(hosting, '/tips', {}, 'POST')).status).toBe(405);
    });

    it('compresses files, answers 304 for a cached file, and answers HEAD without a body', async () => {
      const small = await ask(hosting, '/assets/main-1.js', { 'accept-encoding': 'gzip, br' });
      expect(small.headers['content-encoding']).toBe('br');
      expect(Number(small.headers['content-length'])).toBeLessThan(100);
      const whole = await ask(hosting, '/assets/main-1.js', { 'accept-encoding': 'gzip, br;q=0' });
      expect(whole.headers['content-encoding']).toBeUndefined();
      const tag = String(small.headers['etag']);
      // A proxy that compresses weakens the tag.
      for (const known of [tag, `W/${tag}`, `"other", ${tag}`])
        expect(await ask(hosting, '/assets/main-1.js', { 'if-none-match': known })).toMatchObject({
          status: 304,
          text: '',
        });
      expect(await ask(hosting, '/', {}, 'HEAD')).toMatchObject({ status: 200, text: '' });
    });
  });

  describe('the example sites', () => {
    it('are listed, contain the actual addresses, and send their own headers', async () => {
      expect((await ask(examples, '/')).text).toContain('href="/artist/"');
      const page = await ask(examples, '/artist/');
      expect(page.text).toBe(`<script src="${hosting.url}/embed/v1.js"></script>`);
      expect(page.headers['content-security-policy']).toBe(`script-src ${hosting.url} http://127.0.0.1:9`);
      expect((await ask(examples, '/artist/logo.png')).text).toBe('http://localhost:4100');
    });

    it('serve only pages and their assets', async () => {
      expect((await ask(examples, '/artist/headers.json')).status).toBe(404);
      expect((await ask(examples, '/../outside.txt')).status).toBe(404);
      expect((await ask(examples, '/artist/', { host: 'evil.example' })).status).toBe(421);
    });
  });
});

const policy = "default-src 'none'; script-src 'self' https://a.example; connect-src 'self'";

const app = pushOnReceipts(
  {
    fetch: (request) => {
      const type = request.url.endsWith('.js') ? 'text/javascript' : 'text/html; charset=utf-8';
      const headers = { 'content-type': type, 'content-security-policy': policy };
      return new Response('<html><head><title>x</title></head></html>', {
        status: request.url.endsWith('gone') ? 404 : 200,
        headers,
      });
    },
  },
  'http://127.0.0.1:8095/push-manager.js',
);
const at = (path: string) => app.fetch(new Request(`http://localhost${path}`));

describe('push on receipts', () => {
  it('a receipt loads the local push service first, and may contact it', async () => {
    const answer = await at('/t/tip1');
    expect(answer.status).toBe(200);
    expect(await answer.text()).toMatch(
      /^<html><head><script src="http:\/\/127.0.0.1:8095\/push-manager.js"/,
    );
    expect(answer.headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self' http://127.0.0.1:8095 https://a.example; connect-src 'self' http://127.0.0.1:8095",
    );
  });

  it('every other answer stays as it is', async () => {
    for (const path of ['/@ada', '/t/watch-worker.js', '/t/gone']) {
      const answer = await at(path);
      expect(answer.headers.get('content-security-policy')).toBe(policy);
      expect(await answer.text()).not.toContain('push-manager');
    }
  });
});
