import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { getRequestListener } from '@hono/node-server';
import {
  isEarlierPath,
  isFunctionPath,
  isOverlayPath,
  isScreenPath,
  headersFor,
  type RouteHeaders,
} from '../../core/web/route-headers';
import { closeServer, listenOnLoopback, loopbackRefusal } from '../../emulators/loopback';
import type { FetchApp } from './fetch-app';
import { pushOnReceipts } from './push-on-receipts';
import { pathOf, readStatic, sendStatic, sendText, type StaticFile } from './static-files';

export interface HostingOptions {
  /** 0 takes a free port. */
  readonly port: number;
  /** The folder of the builds, with `dashboard/`, `overlay/` and `embed/`. */
  readonly dist: string;
  /** Whether somebody changes the card meanwhile. A reload then shows it as it is now, which the caching of what ships would put off for five minutes. */
  readonly cardIsEdited?: boolean;
}

/** The values that are known only after the other servers run. Their addresses depend on this server's address. */
export interface HostedSite {
  readonly app: FetchApp;
  /** The answer to /busker-config.json: the services of the dashboard. */
  readonly config: object;
  readonly headers: readonly RouteHeaders[];
  /** Scripts that the dashboard's pages load before their own. */
  readonly scripts?: readonly string[];
  /** The script that receipts load before their own: the local push service's. */
  readonly receiptScript?: string;
  /** Handlers for pages of the other local servers, by path. */
  readonly elsewhere?: Readonly<Record<string, string>>;
  /** Control paths of the other local servers, by path. They are no part of the product. */
  readonly controls?: Controls;
}

/** The answer to a control call: its status and JSON. */
export type Control = (method: string, body: unknown) => Promise<{ status: number; json: unknown }>;
export type Controls = Readonly<Record<string, Control>>;

export interface LocalHosting {
  /** `http://localhost:4100` */
  readonly url: string;
  readonly port: number;
  /** Until this is called, every request is answered with 503. */
  open(site: HostedSite): void;
  close(): Promise<void>;
}

interface OpenedSite {
  readonly site: HostedSite;
  readonly functions: ReturnType<typeof getRequestListener>;
}

/** A file that is missing now may be there after the next build. */
const notKept = { 'Cache-Control': 'no-store' };
const askedAgain = { 'Cache-Control': 'no-cache' };

/**
 * Firebase Hosting and the functions behind it: one origin for the dashboard's files, the embed, the API and the
 * public pages.
 */
export async function startHosting({
  port,
  dist,
  cardIsEdited = false,
}: HostingOptions): Promise<LocalHosting> {
  let opened: OpenedSite | null = null;

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    // The API is open to pages of every origin, as in production. A foreign domain name that resolves to this machine
    // is refused.
    const refusal = loopbackRefusal({ host: request.headers.host });
    if (refusal) return sendText(response, 421, refusal);
    const path = pathOf(request);
    if (path === null) return sendText(response, 400, 'The URL is malformed.');
    if (opened === null) return sendText(response, 503, 'Still starting.');
    const control = controlAt(opened.site, path);
    if (control !== undefined) return runControl(control, request, response);
    if (isFunctionPath(path)) return opened.functions(request, response);
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return sendText(response, 405, 'Only GET and HEAD are allowed.');
    await serveFile(opened, request, response, path);
  };

  const serveFile = async (
    { site, functions }: OpenedSite,
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
  ): Promise<void> => {
    const { headers, config, scripts = [], elsewhere = {} } = site;
    const inEmbed = path.startsWith('/embed/');
    const own = { ...headersFor(headers, path), ...(inEmbed && cardIsEdited && askedAgain) };
    if (path === '/busker-config.json') {
      const bytes = Buffer.from(JSON.stringify(config));
      return sendStatic(request, response, { contentType: 'application/json; charset=utf-8', bytes }, own);
    }
    const there = Object.hasOwn(elsewhere, path) ? elsewhere[path] : undefined;
    if (there !== undefined) {
      response.writeHead(302, { location: there, 'Cache-Control': 'no-store' }).end();
      return;
    }
    const file = await readStatic(folderOf(dist, path), isOverlayPath(path) ? 'overlay.html' : path);
    if (file) return sendStatic(request, response, file, own);
    if (isEarlierPath(path)) return functions(request, response);
    const screen = isScreenPath(path) ? await readStatic(join(dist, 'dashboard'), 'index.html') : null;
    if (screen) return sendStatic(request, response, withScripts(screen, scripts), own);
    const missing = inEmbed ? null : await readStatic(join(dist, 'dashboard'), '404.html');
    if (missing) return sendStatic(request, response, missing, { ...own, ...notKept }, 404);
    sendText(response, 404, 'Page not found.');
  };

  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => {
      console.error(error);
      if (!response.headersSent) sendText(response, 500, 'The server failed; its log has the cause.');
      else response.destroy();
    });
  });
  const inUse = await listenOnLoopback(server, port, { name: 'the app', setting: 'BUSKER_PORT' });
  return {
    url: `http://localhost:${inUse}`,
    port: inUse,
    open(site) {
      const app = site.receiptScript === undefined ? site.app : pushOnReceipts(site.app, site.receiptScript);
      const functions = getRequestListener((request, env) => app.fetch(request, env), {
        overrideGlobalObjects: false,
      });
      opened = { site, functions };
    },
    close: () => closeServer(server),
  };
}

/** A deploy copies all of them into one folder. */
function folderOf(dist: string, path: string): string {
  if (path.startsWith('/embed/')) return dist;
  const isOverlay = isOverlayPath(path) || path === '/overlay.html' || path.startsWith('/overlay/');
  return join(dist, isOverlay ? 'overlay' : 'dashboard');
}

const controlAt = ({ controls = {} }: HostedSite, path: string): Control | undefined =>
  Object.hasOwn(controls, path) ? controls[path] : undefined;

/** A page of another origin may not call it. */
async function runControl(
  control: Control,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const refusal = loopbackRefusal(request.headers);
  if (refusal) return sendText(response, 403, refusal);
  const body = await text(request);
  const { status, json } = await control(request.method ?? 'GET', parsed(body));
  response.writeHead(status, { 'content-type': 'application/json', ...notKept }).end(JSON.stringify(json));
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body === '' ? '{}' : body);
  } catch {
    return undefined;
  }
}

/** Deferred, so that it runs in order with the page's module scripts. */
function withScripts(page: StaticFile, scripts: readonly string[]): StaticFile {
  const tags = scripts.map((src) => `<script src="${src}" defer></script>`).join('');
  return { ...page, bytes: Buffer.from(page.bytes.toString().replace(/<head[^>]*>/, (head) => head + tags)) };
}
