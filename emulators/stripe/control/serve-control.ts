import type { IncomingMessage, ServerResponse } from 'node:http';
import { ValiError } from 'valibot';
import { readText, sendJson } from '../wire/http-answer';
import { Refusal } from '../wire/refusal';
import type { ControlCall, ControlParts } from './control';

function parseJson(text: string): unknown {
  try {
    return text === '' ? {} : (JSON.parse(text) as unknown);
  } catch {
    return null;
  }
}

/** `POST /__sandbox/<name>` runs the control call of that name. `GET /__sandbox` lists all of them. */
export async function serveControl(
  parts: ControlParts,
  calls: Readonly<Record<string, ControlCall>>,
  incoming: IncomingMessage,
  response: ServerResponse,
  name: string,
): Promise<void> {
  if (name === '') {
    const list = Object.entries(calls).map(([call, { about }]) => ({
      call: `POST /__sandbox/${call}`,
      about,
    }));
    return sendJson(response, 200, list);
  }
  const call = Object.hasOwn(calls, name) ? calls[name] : undefined;
  if (!call)
    return sendJson(response, 404, { error: `There is no control call ${name}; GET /__sandbox lists them.` });
  if (incoming.method !== 'POST' && !(incoming.method === 'GET' && call.isReading === true))
    return sendJson(response, 405, { error: `Use POST for /__sandbox/${name}.` });
  const text = await readText(incoming);
  try {
    const answer = await call.act(parts, parseJson(text ?? ''));
    if (answer === null) return sendJson(response, 404, { error: 'There is no such object.' });
    sendJson(response, 200, answer ?? { done: true });
  } catch (problem) {
    if (problem instanceof ValiError) return sendJson(response, 400, { error: problem.message });
    if (problem instanceof Refusal) return sendJson(response, problem.status, { error: problem.message });
    throw problem;
  }
}
