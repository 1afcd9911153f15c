import { expect, it } from 'vitest';
import { pushOnReceipts } from './push-on-receipts';

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

it('a receipt loads the local push service first, and may contact it', async () => {
  const answer = await at('/t/tip1');
  expect(answer.status).toBe(200);
  expect(await answer.text()).toMatch(/^<html><head><script src="http:\/\/127.0.0.1:8095\/push-manager.js"/);
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
