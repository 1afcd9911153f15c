import { readdir } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import * as v from 'valibot';
import { oddities } from '../../examples/zoo/oddities';
import { zooPage, zooPath, type ZooPage } from '../../examples/zoo/oddity';
import { closeServer, listenOnLoopback, loopbackRefusal } from '@busker/emulators/loopback';
import { pathOf, readStatic, sendStatic, sendText, type StaticFile } from '@busker/functions/server/site';

export interface ExampleSitesOptions {
  /** 0 takes a free port. */
  readonly port: number;
  /** One folder for each site. A site's `headers.json` has the headers of its server. */
  readonly folder: string;
  /** Files that the build made for some sites, used when the site's own folder lacks them. */
  readonly built?: string;
  /** The pages contain the default addresses, which are replaced by these. */
  readonly addresses: { readonly busker: string; readonly stripe: string };
}

export interface ExampleSites {
  /** `http://127.0.0.1:4200`: another site than the app's `localhost`, as an owner's own site is. */
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

const siteHeaders = v.record(v.string(), v.string());

/** Serves the pages of examples/ as sites of other owners: another site than the app, each with its own headers. */
export async function startExampleSites({
  port,
  folder,
  built,
  addresses,
}: ExampleSitesOptions): Promise<ExampleSites> {
  const addressed = (text: string): string =>
    text
      .replaceAll('http://localhost:4100', addresses.busker)
      .replaceAll('http://127.0.0.1:12111', addresses.stripe);

  const atHome = (file: StaticFile): StaticFile =>
    /^(text|application)\//.test(file.contentType)
      ? { ...file, bytes: Buffer.from(addressed(file.bytes.toString())) }
      : file;

  const headersOf = async (site: string): Promise<Record<string, string>> => {
    const file = await readStatic(join(folder, site), 'headers.json');
    return file ? v.parse(siteHeaders, JSON.parse(atHome(file).bytes.toString())) : {};
  };

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const refusal = loopbackRefusal({ host: request.headers.host });
    if (refusal) return sendText(response, 421, refusal);
    const { path, handle } = addressOf(pathOf(request) ?? '');
    const [, site = ''] = path.split('/');
    if (path === '/') return sendList(request, response, await sitesIn(folder));
    const odd = oddPage(path);
    if (odd) {
      const { 'Content-Type': contentType = 'text/html; charset=utf-8', ...others } = odd.headers;
      const page = { contentType, bytes: Buffer.from(addressed(odd.html)) };
      const headers: Record<string, string> = { 'Cache-Control': 'no-cache' };
      for (const [name, value] of Object.entries(others)) headers[name] = addressed(value);
      return sendStatic(request, response, page, headers);
    }
    const wanted = path.endsWith('/') ? `${path}index.html` : path;
    const file =
      (await readStatic(folder, wanted)) ?? (built === undefined ? null : await readStatic(built, wanted));
    if (file === null || path.endsWith('/headers.json')) return sendText(response, 404, 'Page not found.');
    const page = atHome(file);
    const bytes = Buffer.from(withCardOf(handle, page.bytes.toString()));
    sendStatic(request, response, file.contentType.startsWith('text/html') ? { ...page, bytes } : page, {
      'Cache-Control': 'no-cache',
      ...(await headersOf(site)),
    });
  };

  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => {
      console.error(error);
      if (!response.headersSent) sendText(response, 500, 'The server failed; its log has the cause.');
    });
  });
  const inUse = await listenOnLoopback(server, port, {
    name: 'the example sites',
    setting: 'BUSKER_EXAMPLES_PORT',
  });
  return { url: `http://127.0.0.1:${inUse}`, port: inUse, close: () => closeServer(server) };
}

/** `/@grace/plain-html/` is `/plain-html/` with Grace's card in place of Ada's. */
function addressOf(path: string): { readonly path: string; readonly handle: string } {
  const [, handle = 'ada', rest = path] = /^\/@(\w+)(\/.*)$/.exec(path) ?? [];
  return { path: rest, handle };
}

const withCardOf = (handle: string, html: string): string =>
  html.replaceAll('profile="ada"', `profile="${handle}"`).replaceAll('/@ada"', `/@${handle}"`);

/** The zoo's page at this path; null when there is none. */
function oddPage(path: string): ZooPage | null {
  const found = zooPath(path);
  if (!found) return null;
  const odd = found.names.flatMap((name) => oddities[name] ?? []);
  return odd.length === found.names.length ? zooPage(odd, found.base, found.depth) : null;
}

async function sitesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const sites = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  const withPage = await Promise.all(
    sites.map(async (site) => (await readStatic(join(folder, site), 'index.html')) !== null),
  );
  return sites.filter((_site, index) => withPage[index]).toSorted();
}

function sendList(request: IncomingMessage, response: ServerResponse, sites: readonly string[]): void {
  const items = sites.map((site) => `<li><a href="/${site}/">${site}</a></li>`).join('');
  const page = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Example sites</title><style>body{font:1.1rem/1.6 system-ui,sans-serif;max-width:34rem;margin:12vh auto;padding:0 1rem;color-scheme:light dark}</style>
<h1>Example sites</h1><p>These pages embed a Busker card, as an owner's own site does.</p><ul>${items}</ul></html>`;
  const file = { contentType: 'text/html; charset=utf-8', bytes: Buffer.from(page) };
  sendStatic(request, response, file, { 'Cache-Control': 'no-cache' });
}
