import type { FetchApp } from '@busker/functions/server/site';

/** The local push service in the receipts' policy, where the browser's own needs no entry. */
const withSource = (policy: string, source: string): string =>
  policy
    .replace("script-src 'self'", `script-src 'self' ${source}`)
    .replace("connect-src 'self'", `connect-src 'self' ${source}`);

/** The app whose receipts load the script of the local push service before their own. */
export function pushOnReceipts(app: FetchApp, script: string): FetchApp {
  const { origin } = new URL(script);
  return {
    async fetch(request, env) {
      const answer = await app.fetch(request, env);
      const isPage = answer.ok && answer.headers.get('content-type')?.startsWith('text/html') === true;
      if (!isPage || !new URL(request.url).pathname.startsWith('/t/')) return answer;
      const headers = new Headers(answer.headers);
      headers.delete('content-length');
      headers.set(
        'content-security-policy',
        withSource(headers.get('content-security-policy') ?? '', origin),
      );
      const page = await answer.text();
      const tag = `<script src="${script}" defer></script>`;
      const body = page.replace(/<head[^>]*>/, (head) => head + tag);
      return new Response(body, { status: answer.status, headers });
    },
  };
}
