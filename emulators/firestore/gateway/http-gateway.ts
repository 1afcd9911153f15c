import type { IncomingMessage, ServerResponse } from 'node:http';
import { loopbackRefusal } from '../../loopback';
import type { RulesFile } from '../access/rules-file';
import type { Service } from '../rpc/service';
import { statusOf } from '../status';
import type { ChannelKind, WebChannelServer } from '../web-channel/web-channel';
import { answerControl } from './control-handler';
import { allowOrigin, answerPreflight } from './cors';
import { sendJson } from './http-body';
import { answerRest } from './rest-handler';

const CHANNEL = /^\/google\.firestore\.v1\.Firestore\/(Listen|Write)\/channel$/;

const isChannelKind = (name: string | undefined): name is ChannelKind =>
  name === 'Listen' || name === 'Write';

export interface GatewayParts {
  readonly service: Service;
  readonly rules: RulesFile;
  readonly channels: WebChannelServer;
}

async function route(parts: GatewayParts, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://localhost');
  const channel = CHANNEL.exec(url.pathname)?.[1];
  if (isChannelKind(channel)) return parts.channels.answer(channel, request, response, url);
  if (url.pathname.startsWith('/v1/')) return answerRest(parts.service, request, response, url);
  if (url.pathname === '/') {
    response.writeHead(200, { 'Content-Type': 'text/plain' }).end('Ok\n');
    return;
  }
  return answerControl(parts.service, parts.rules, request, response, url.pathname);
}

/** Handles everything that arrives over HTTP/1.1. */
export const httpGateway =
  (parts: GatewayParts) =>
  async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    // Tokens are unsigned, so the check protects every path, not only the control paths.
    const refusal = loopbackRefusal(request.headers);
    if (refusal !== null) {
      request.resume();
      parts.service.log(`firestore: refused ${request.method} ${request.url}: ${refusal}`);
      return sendJson(response, 403, { error: { code: 403, message: refusal, status: 'PERMISSION_DENIED' } });
    }
    allowOrigin(request, response);
    if (request.method === 'OPTIONS') return answerPreflight(request, response);
    try {
      await route(parts, request, response);
    } catch (error) {
      const status = statusOf(error, parts.service.log);
      sendJson(response, status.httpCode, status.toJson());
    }
  };
