import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Sandbox } from '../sandbox';

export async function servePage(
  _sandbox: Sandbox,
  _publishableKey: string,
  _incoming: IncomingMessage,
  _response: ServerResponse,
  _path: string,
): Promise<boolean> {
  return Promise.resolve(false);
}
