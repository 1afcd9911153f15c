import type { IncomingMessage, ServerResponse } from 'node:http';
import { callerOf } from '../access/caller';
import { methods } from '../rpc/methods';
import type { Service } from '../rpc/service';
import { statusOf } from '../status';
import { parseJson, readBody, sendJson } from './http-body';
import { restCall } from './rest-route';

/** Answers one REST request. Streaming methods answer with a JSON list, and with a list of one for an error. */
export async function answerRest(
  service: Service,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<void> {
  let streams = false;
  try {
    const call = restCall(request.method ?? 'GET', url, parseJson(await readBody(request)));
    const method = methods[call.method];
    streams = method.streams;
    const caller = callerOf(request.headers.authorization);
    sendJson(response, 200, method.call({ ...service, caller }, call.request));
  } catch (error) {
    const status = statusOf(error, service.log);
    sendJson(response, status.httpCode, streams ? [status.toJson()] : status.toJson());
  }
}
