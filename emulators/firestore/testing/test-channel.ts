import type { FirestoreServer } from '../start-firestore';

/** Splits a body into its frames; lengths count UTF-16 units. */
function readFrames(body: string): unknown[] {
  const frames: unknown[] = [];
  let rest = body;
  while (rest !== '') {
    const line = rest.indexOf('\n');
    const length = Number(rest.slice(0, line));
    frames.push(JSON.parse(rest.slice(line + 1, line + 1 + length)));
    rest = rest.slice(line + 1 + length);
  }
  return frames;
}

type ArrayMessage = readonly [number, readonly unknown[]];

const isArrays = (frame: unknown): frame is ArrayMessage[] => Array.isArray(frame);

/** A manual WebChannel client: every request of the protocol is a separate call. */
export class TestChannel {
  sid = '';
  private rid = 1000;

  constructor(
    private readonly server: FirestoreServer,
    private readonly kind: 'Listen' | 'Write',
  ) {}

  private url(query: Record<string, string>): string {
    const path = `/google.firestore.v1.Firestore/${this.kind}/channel`;
    return `${this.server.url}${path}?${new URLSearchParams({ VER: '8', ...query }).toString()}`;
  }

  private body(messages: readonly unknown[], offset: number, headers: string): string {
    const form = new URLSearchParams({ count: String(messages.length), ofs: String(offset) });
    if (headers !== '') form.set('headers', headers);
    messages.forEach((message, i) => form.set(`req${i}___data__`, JSON.stringify(message)));
    return form.toString();
  }

  async handshake(messages: readonly unknown[], authorization = 'Bearer owner'): Promise<unknown[]> {
    const response = await fetch(this.url({ RID: String(this.rid++), CVER: '22' }), {
      method: 'POST',
      body: this.body(messages, 0, `Authorization:${authorization}\r\nX-Goog-Api-Client:test\r\n`),
    });
    const frames = readFrames(await response.text());
    const [[, [, sid]]] = frames[0] as [[number, [string, string]]];
    this.sid = sid;
    return frames;
  }

  async post(
    messages: readonly unknown[],
    offset: number,
    lastArray = 0,
  ): Promise<{ status: number; text: string }> {
    const response = await fetch(
      this.url({ SID: this.sid, RID: String(this.rid++), AID: String(lastArray) }),
      {
        method: 'POST',
        body: this.body(messages, offset, ''),
      },
    );
    return { status: response.status, text: await response.text() };
  }

  async terminate(): Promise<number> {
    const query = { SID: this.sid, RID: String(this.rid++), TYPE: 'terminate' };
    return (await fetch(this.url(query), { method: 'POST' })).status;
  }

  /** Opens a GET and yields its arrays as they arrive; the stream ends with the answer. */
  async *get(
    lastArray: number,
    options: { longPolling?: boolean; timeoutMs?: number } = {},
  ): AsyncGenerator<ArrayMessage> {
    const response = await fetch(
      this.url({
        SID: this.sid,
        RID: 'rpc',
        AID: String(lastArray),
        CI: options.longPolling === true ? '1' : '0',
        TYPE: 'xmlhttp',
        ...(options.timeoutMs === undefined ? {} : { TO: String(options.timeoutMs) }),
      }),
    );
    if (response.status !== 200 || response.body === null)
      throw new Error(`status ${response.status}: ${await response.text()}`);
    const decoder = new TextDecoder();
    for await (const chunk of response.body) {
      for (const frame of readFrames(decoder.decode(chunk, { stream: true })))
        if (isArrays(frame)) yield* frame;
    }
  }

  /** The first arrays of a GET. The request is then aborted, as a browser does. */
  async first(count: number, lastArray: number): Promise<ArrayMessage[]> {
    const arrays: ArrayMessage[] = [];
    for await (const array of this.get(lastArray)) {
      arrays.push(array);
      if (arrays.length >= count) break;
    }
    return arrays;
  }
}
