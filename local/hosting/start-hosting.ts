import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { headersFor } from '@busker/core/web/route-headers';
import { closeServer, listenOnLoopback, loopbackRefusal } from '@busker/emulators/loopback';
import {
  askedHost,
  isReading,
  pathOf,
  readStatic,
  sendStatic,
  sendText,
  siteListener,
  type Site,
} from '@busker/functions/server/site';
import { pushOnReceipts } from './push-on-receipts';

export { pathOf, readStatic, sendStatic, sendText } from '@busker/functions/server/site';

export interface HostingOptions {
  /** 0 takes a free port. */
  readonly port: number;
  /** The folder of the builds, with `dashboard/`, `overlay/` and `embed/`, and `docs/` where the documents are to be served. */
  readonly dist: string;
  /** Whether somebody changes the card meanwhile. A reload then shows it as it is now, which the caching of what ships would put off for five minutes. */
  readonly cardIsEdited?: boolean;
}

/** The values that are known only after the other servers run. Their addresses depend on this server's address. */
export interface HostedSite extends Omit<Site, 'dist' | 'cardIsEdited'> {
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
  readonly listener: ReturnType<typeof siteListener>;
}

const notKept = { 'Cache-Control': 'no-store' };

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
    // is refused, but for one that an owner has proved.
    const refusal = loopbackRefusal({ host: request.headers.host });
    const isOwners = refusal && (await opened?.site.hosts?.find(askedHost(request))) != null;
    if (refusal && !isOwners) return sendText(response, 421, refusal);
    const path = pathOf(request);
    if (path === null) return sendText(response, 400, 'The URL is malformed.');
    if (opened === null) return sendText(response, 503, 'Still starting.');
    if (isOwners) return opened.listener(request, response, path);
    const control = controlAt(opened.site, path);
    if (control !== undefined) return runControl(control, request, response);
    const { elsewhere = {} } = opened.site;
    const there = Object.hasOwn(elsewhere, path) ? elsewhere[path] : undefined;
    if (there !== undefined) return void response.writeHead(302, { location: there, ...notKept }).end();
    if (path === '/docs') return void response.writeHead(302, { location: '/docs/', ...notKept }).end();
    const page = path.startsWith('/docs/')
      ? await readStatic(dist, path.endsWith('/') ? `${path}index.html` : path)
      : null;
    // The documents show the card at work, as an owner's page does.
    if (page !== null) {
      if (!isReading(request, response)) return;
      const headers = { ...headersFor(opened.site.headers, '/@docs'), ...notKept };
      return sendStatic(request, response, page, headers);
    }
    await opened.listener(request, response, path);
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
      opened = { site, listener: siteListener({ ...site, app, dist, cardIsEdited }) };
    },
    close: () => closeServer(server),
  };
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
