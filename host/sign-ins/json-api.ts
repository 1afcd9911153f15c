/** A REST API of a hosted service, or of its emulator on this machine. Throws on every response that is not successful. */
export interface JsonApi {
  json(method: string, url: string, body?: object): Promise<Readonly<Record<string, unknown>>>;
  bytes(url: string): Promise<Buffer>;
  send(method: string, url: string, contentType: string, body: Buffer): Promise<void>;
}

/** `token`: the emulators on this machine accept `owner` as the administrator. */
export function jsonApi(token: string, fetchIt: typeof fetch = fetch): JsonApi {
  async function ask(method: string, url: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set('authorization', `Bearer ${token}`);
    const response = await fetchIt(url, { method, ...init, headers });
    if (!response.ok)
      throw new Error(`${method} ${url} answered ${response.status}: ${await response.text()}`);
    return response;
  }
  return {
    async json(method, url, body) {
      const init =
        body === undefined
          ? {}
          : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
      const text = await (await ask(method, url, init)).text();
      const parsed: unknown = text === '' ? {} : JSON.parse(text);
      return (Array.isArray(parsed) ? { items: parsed } : parsed) as Readonly<Record<string, unknown>>;
    },
    async bytes(url) {
      return Buffer.from(await (await ask('GET', url)).arrayBuffer());
    },
    async send(method, url, contentType, body) {
      await ask(method, url, { headers: { 'content-type': contentType }, body: Uint8Array.from(body) });
    },
  };
}
