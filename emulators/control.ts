import type { IncomingMessage, ServerResponse } from 'node:http';
import { loopbackRefusal } from './loopback';
import kit from './package.json' with { type: 'json' };

interface Control {
  readonly about: string;
  /** Where it does not answer itself, the answer is 204. */
  readonly act: (request: IncomingMessage, response: ServerResponse) => unknown;
}

interface Controls {
  readonly emulator: string;
  /** The address that the server listens on. */
  readonly host: string;
  readonly controls: Readonly<Record<string, Control>>;
}

const root = '/__control';

/** Stricter than the paths of vendors, some of which a page of another server on this machine may use: it may not empty an emulator here. */
function refusalOf({ headers }: IncomingMessage, host: string): string | null {
  const { origin, 'sec-fetch-site': site = 'none' } = headers;
  const isOwn = origin === undefined || (URL.canParse(origin) && new URL(origin).host === headers.host);
  const refusal = loopbackRefusal(headers, host);
  if (refusal !== null || (isOwn && (site === 'none' || site === 'same-origin'))) return refusal;
  return 'Only programs and pages of this emulator itself may use its controls.';
}

async function answer(
  { emulator, host, controls }: Controls,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const send = (status: number, json: unknown): unknown =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
  const refusal = refusalOf(request, host);
  if (refusal !== null) return void send(403, { error: refusal });
  const name = path.slice(root.length + 1);
  const control = Object.hasOwn(controls, name) ? controls[name] : undefined;
  if (name !== '' && control === undefined)
    return void send(404, {
      error: `There is no control "${name}". GET ${root} lists those of this emulator.`,
    });
  const method = control === undefined ? 'GET' : 'POST';
  if (request.method !== method) {
    response.setHeader('allow', method);
    return void send(405, { error: `Use ${method} for ${path}.` });
  }
  if (control === undefined) {
    const all = Object.entries(controls);
    const list = all.map(([each, { about }]) => ({ control: `POST ${root}/${each}`, does: about }));
    return void send(200, { emulator, version: kit.version, controls: list });
  }
  try {
    await control.act(request, response);
    if (!response.headersSent) response.writeHead(204).end();
  } catch (error) {
    if (response.headersSent) response.destroy();
    else send(500, { error: `${path} failed: ${error instanceof Error ? error.message : String(error)}` });
  }
}

/** `/__control` of an emulator, the same for each: what it is, and what it can be asked. The function answers, or returns false for any other path. */
export const controlServer =
  (parts: Controls) =>
  (request: IncomingMessage, response: ServerResponse): boolean => {
    const [path = ''] = (request.url ?? '').split('?');
    if (path !== root && !path.startsWith(`${root}/`)) return false;
    void answer(parts, path, request, response);
    return true;
  };
