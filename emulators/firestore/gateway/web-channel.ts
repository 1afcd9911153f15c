import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { callerOf } from '../access/rules-gate';
import { ListenStream, type ListenContext } from '../listen/listen-stream';
import { type RpcContext, WriteStream } from '../rpc/service';
import { StatusError, invalid, statusOf } from '../values/status';
import { requestFromJson } from '../wire/from-json';
import { parseJson, readBody } from './http-body';

/** An open GET of a session that can be ended for a while; the client then sends it again at once. */
interface HeldConnection {
  giveUp(): void;
}

/** A browser opens at most six connections to one host; this many may stay open permanently. */
const MAX_PERMANENT = 4;
const TURN_MS = 250;

/**
 * Lets more tabs than a browser has connections take turns. If waiting GETs used every connection, the next tab and
 * every write would hang. So the oldest GETs are ended, their clients queue again, and the others get a connection.
 */
class ConnectionTurns {
  private readonly held = new Map<string, Set<HeldConnection>>();
  private timer: NodeJS.Timeout | null = null;

  /** `browser` identifies the owner of a connection limit: the browser and the host name in its requests. */
  take(browser: string, connection: HeldConnection): void {
    const held = this.held.get(browser) ?? new Set();
    held.add(connection);
    this.held.set(browser, held);
    if (held.size > MAX_PERMANENT) this.timer ??= setInterval(() => this.turn(), TURN_MS).unref();
  }

  release(browser: string, connection: HeldConnection): void {
    const held = this.held.get(browser);
    held?.delete(connection);
    if (held?.size === 0) this.held.delete(browser);
  }

  /** Whether idle connections should be closed. */
  get scarce(): boolean {
    return this.timer !== null;
  }

  private turn(): void {
    const connectionsScarce = [...this.held.values()].filter((held) => held.size > MAX_PERMANENT);
    for (const held of connectionsScarce) {
      for (const connection of [...held].slice(0, held.size - MAX_PERMANENT)) connection.giveUp();
    }
    if (connectionsScarce.length > 0 || this.timer === null) return;
    clearInterval(this.timer);
    this.timer = null;
  }
}

/** One array of the back channel: its number and its content. */
interface OutgoingArray {
  readonly id: number;
  readonly content: readonly unknown[];
}

/**
 * `<length>
 * <json>`; the length counts UTF-16 units, not bytes.
 */
function frame(json: unknown): string {
  const text = JSON.stringify(json);
  return `${text.length}\n${text}`;
}

const arraysFrame = (arrays: readonly OutgoingArray[]): string =>
  frame(arrays.map(({ id, content }) => [id, content]));

/** How a client keeps its GET open: streaming, or long polling (the answer ends with the first data). */
type BackChannelMode =
  { readonly kind: 'streaming' } | { readonly kind: 'long-polling'; readonly timeoutMs: number };

/** One open GET of a session. */
class BackChannel {
  private ended = false;

  constructor(
    private readonly response: ServerResponse,
    private readonly mode: BackChannelMode,
  ) {
    response.writeHead(200, {
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'no-cache, no-store, max-age=0, must-revalidate',
      'X-Content-Type-Options': 'nosniff',
      'X-Accel-Buffering': 'no',
    });
    response.flushHeaders();
  }

  get open(): boolean {
    return !this.ended && !this.response.writableEnded && !this.response.destroyed;
  }

  write(arrays: readonly OutgoingArray[]): void {
    if (!this.open || arrays.length === 0) return;
    this.response.write(arraysFrame(arrays));
    if (this.mode.kind === 'long-polling') this.end();
  }

  end(): void {
    if (this.ended) return;
    this.ended = true;
    if (!this.response.writableEnded) this.response.end();
  }
}

/** The messages of one POST. They are numbered, so that a repeated POST can be detected. */
interface ForwardBody {
  readonly headers: ReadonlyMap<string, string>;
  readonly messages: readonly { readonly number: number; readonly json: unknown }[];
}

function headersOf(text: string): Map<string, string> {
  const headers = new Map<string, string>();
  for (const line of text.split(/\r?\n/)) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
  }
  return headers;
}

/** `headers=…&count=n&ofs=k&req0___data__=<json>&req1___data__=…`, form-encoded. */
function parseForwardBody(body: string): ForwardBody {
  const form = new URLSearchParams(body);
  const count = Number(form.get('count') ?? '0');
  const offset = Number(form.get('ofs') ?? '0');
  if (!Number.isInteger(count) || !Number.isInteger(offset) || count < 0 || count > 10_000) {
    throw invalid('Bad forward channel body.');
  }
  const messages = Array.from({ length: count }, (_, i) => {
    const data = form.get(`req${i}___data__`);
    return { number: offset + i, json: data === null ? null : parseJson(data) };
  });
  return { headers: headersOf(form.get('headers') ?? ''), messages };
}

/** The stream of a session: the Listen or the Write stream of one client. */
interface CarriedStream {
  receive(json: unknown): void;
  close(): void;
}

interface SessionTimes {
  /** The interval of keep-alive messages on a streaming GET; it is also sent to the client. */
  readonly keepAliveMs: number;
  /** When an idle Write channel is closed while connections are scarce; null for Listen. */
  readonly idleClose: { readonly afterHandshakeMs: number; readonly afterAnswerMs: number } | null;
  /** A session without requests is closed after this time. */
  readonly forgetMs: number;
}

/** One WebChannel session: numbered arrays out over GETs, numbered messages in over POSTs. */
class Session {
  private readonly unacknowledged: OutgoingArray[] = [];
  private back: BackChannel | null = null;
  private nextArray = 1;
  private sent = 0;
  private nextMessage = 0;
  private flushing = false;
  private over = false;
  private stream: CarriedStream | null = null;
  private keepAlive: NodeJS.Timeout | null = null;
  private idle: NodeJS.Timeout | null = null;
  private forget: NodeJS.Timeout | null = null;

  constructor(
    readonly id: string,
    private readonly times: SessionTimes,
    private readonly turns: ConnectionTurns,
    private readonly ended: () => void,
  ) {
    this.touch();
  }

  carry(stream: CarriedStream): void {
    this.stream = stream;
  }

  /** Queues a message of the stream for the back channel. */
  send(message: unknown): void {
    this.push([message]);
  }

  /** Ends the stream with a status, which the client reports as the stream's error. */
  fail(status: StatusError): void {
    if (this.over) return;
    this.push([[status.toJson()]].flat());
    this.close();
  }

  /** A clean end: the client closes the session and opens a new one when it needs one. */
  close(): void {
    if (this.over) return;
    this.push(['close']);
    this.over = true;
    this.stream?.close();
    this.flush();
  }

  /** Passes on the messages of a POST. Messages that arrived before are skipped. */
  receive(messages: readonly { readonly number: number; readonly json: unknown }[]): void {
    this.touch();
    for (const { number, json } of messages) {
      if (number < this.nextMessage || this.over) continue;
      this.nextMessage = number + 1;
      if (this.idle !== null) clearTimeout(this.idle);
      if (json !== null) this.stream?.receive(json);
    }
  }

  acknowledge(lastArray: number): void {
    while (this.unacknowledged[0] !== undefined && this.unacknowledged[0].id <= lastArray)
      this.unacknowledged.shift();
  }

  /** Attaches the client's GET and sends again everything that is not acknowledged. */
  attach(response: ServerResponse, mode: BackChannelMode, lastArray: number, browser: string): void {
    this.touch();
    this.acknowledge(lastArray);
    this.back?.end();
    const back = new BackChannel(response, mode);
    this.back = back;
    this.sent = lastArray;
    const held = { giveUp: () => this.giveUp(back, mode) };
    this.turns.take(browser, held);
    response.on('close', () => {
      this.turns.release(browser, held);
      this.detached(back);
    });
    this.keepAliveEvery(mode.kind === 'streaming' ? this.times.keepAliveMs : mode.timeoutMs);
    // The client takes an empty GET for a buffering proxy and falls back to long polling.
    if (this.unacknowledged.length === 0 && mode.kind === 'streaming') this.push(['noop']);
    this.flush();
  }

  /** The three numbers that answer a POST: whether a GET is open, the last array sent, and the outstanding bytes. */
  state(): readonly [number, number, number] {
    const outstanding = this.unacknowledged.filter(({ id }) => id > this.sent);
    const bytes = outstanding.length === 0 ? 0 : JSON.stringify(outstanding).length;
    return [this.back?.open === true ? 1 : 0, this.sent, bytes];
  }

  /** Ends the session at once, without a message to the client. */
  terminate(): void {
    this.over = true;
    for (const timer of [this.keepAlive, this.idle, this.forget]) if (timer !== null) clearTimeout(timer);
    this.stream?.close();
    this.stream = null;
    this.back?.end();
    this.ended();
  }

  private push(content: readonly unknown[]): void {
    if (this.over) return;
    this.unacknowledged.push({ id: this.nextArray++, content });
    if (this.flushing) return;
    this.flushing = true;
    queueMicrotask(() => {
      this.flushing = false;
      this.flush();
    });
  }

  private flush(): void {
    if (this.back?.open !== true) return;
    const arrays = this.unacknowledged.filter(({ id }) => id > this.sent);
    const last = arrays.at(-1);
    if (last === undefined) return;
    this.sent = last.id;
    this.back.write(arrays);
    this.closeWhenIdle();
  }

  /** A long poll must send something before it ends. */
  private giveUp(back: BackChannel, mode: BackChannelMode): void {
    if (this.back === back && mode.kind === 'long-polling') this.push(['noop']);
    else back.end();
  }

  private detached(back: BackChannel): void {
    back.end();
    if (this.back !== back) return;
    this.back = null;
    if (this.keepAlive !== null) clearInterval(this.keepAlive);
  }

  private keepAliveEvery(ms: number): void {
    if (this.keepAlive !== null) clearInterval(this.keepAlive);
    this.keepAlive = setInterval(() => this.push(['noop']), ms).unref();
  }

  /**
   * Starts after all messages are sent. The time is longer after the handshake, because the client has something to
   * send and its POST may wait for a connection. The channel stays open while connections are free: the next write is
   * then one request instead of three. It ends with UNAVAILABLE, because the client retries after that. A client that
   * is about to send would treat a clean end as its own error.
   */
  private closeWhenIdle(): void {
    const { idleClose } = this.times;
    if (idleClose === null) return;
    if (this.idle !== null) clearTimeout(this.idle);
    const ms = this.nextMessage > 1 ? idleClose.afterAnswerMs : idleClose.afterHandshakeMs;
    this.idle = setTimeout(() => {
      if (this.turns.scarce) this.fail(new StatusError('UNAVAILABLE', 'Closed because it was idle.'));
      else this.closeWhenIdle();
    }, ms).unref();
  }

  private touch(): void {
    if (this.forget !== null) clearTimeout(this.forget);
    this.forget = setTimeout(() => {
      if (this.back?.open === true) this.touch();
      else this.terminate();
    }, this.times.forgetMs).unref();
  }
}

export type ChannelKind = 'Listen' | 'Write';

export type StreamContext = Omit<ListenContext, keyof Pick<RpcContext, 'caller'>>;

const KEEP_ALIVE_MS = 30_000;
const LISTEN_TIMES: SessionTimes = { keepAliveMs: KEEP_ALIVE_MS, idleClose: null, forgetMs: 180_000 };
/** A browser has six connections to a host. Each tab uses one for Listen; an idle Write channel releases its own. */
const WRITE_TIMES: SessionTimes = {
  ...LISTEN_TIMES,
  idleClose: { afterHandshakeMs: 5000, afterAnswerMs: 400 },
};

/** The WebChannel server (Closure protocol 8), over which browsers listen and write. */
export class WebChannelServer {
  private readonly sessions = new Map<string, Session>();
  private readonly turns = new ConnectionTurns();

  constructor(private readonly context: StreamContext) {}

  async answer(
    kind: ChannelKind,
    request: IncomingMessage,
    response: ServerResponse,
    url: URL,
  ): Promise<void> {
    const sid = url.searchParams.get('SID');
    if (sid === null) return this.handshake(kind, request, response);
    const session = this.sessions.get(sid);
    if (session === undefined) return this.unknown(request, response, url);
    if (url.searchParams.get('TYPE') === 'terminate') {
      session.terminate();
      return this.plain(response, '');
    }
    const lastArray = Number(url.searchParams.get('AID') ?? '0');
    if (url.searchParams.get('RID') === 'rpc') {
      const browser = `${request.headers['user-agent'] ?? ''} ${request.headers.host ?? ''}`;
      return session.attach(response, this.mode(url), lastArray, browser);
    }
    await this.forward(session, lastArray, request, response);
  }

  /** Ends all sessions cleanly, so that open tabs reconnect at once after a planned restart. */
  close(): void {
    for (const session of this.sessions.values()) {
      session.close();
      session.terminate();
    }
  }

  get open(): number {
    return this.sessions.size;
  }

  private async handshake(
    kind: ChannelKind,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const body = parseForwardBody(await readBody(request));
    const id = randomBytes(16).toString('base64url');
    const times = kind === 'Write' ? WRITE_TIMES : LISTEN_TIMES;
    const session = new Session(id, times, this.turns, () => this.sessions.delete(id));
    this.sessions.set(id, session);
    this.plain(response, frame([[0, ['c', id, '', 8, 14, KEEP_ALIVE_MS]]]));
    this.guarded(session, () => {
      session.carry(this.stream(kind, session, body));
      session.receive(body.messages);
    });
  }

  private stream(kind: ChannelKind, session: Session, body: ForwardBody): CarriedStream {
    const context = { ...this.context, caller: callerOf(body.headers.get('authorization')) };
    if (kind === 'Listen') {
      const stream = new ListenStream(context, (message) => session.send(message));
      return {
        receive: (json) => stream.receive(requestFromJson('ListenRequest', json)),
        close: () => stream.close(),
      };
    }
    const stream = new WriteStream(context, (message) => session.send(message));
    return {
      receive: (json) => stream.receive(requestFromJson('WriteRequest', json)),
      close: () => stream.close(),
    };
  }

  private async forward(
    session: Session,
    lastArray: number,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const body = parseForwardBody(await readBody(request));
    session.acknowledge(lastArray);
    this.guarded(session, () => session.receive(body.messages));
    this.plain(response, frame(session.state()));
  }

  private guarded(session: Session, act: () => void): void {
    try {
      act();
    } catch (error) {
      const status: StatusError = statusOf(error, this.context.log);
      session.fail(status);
    }
  }

  private mode(url: URL): BackChannelMode {
    if (url.searchParams.get('CI') !== '1') return { kind: 'streaming' };
    const asked = Number(url.searchParams.get('TO') ?? '0');
    return { kind: 'long-polling', timeoutMs: asked > 0 ? Math.min(asked, KEEP_ALIVE_MS) : KEEP_ALIVE_MS };
  }

  /** With "Unknown SID", but not at the start of the body, the client opens a new session. */
  private unknown(request: IncomingMessage, response: ServerResponse, url: URL): void {
    request.resume();
    if (url.searchParams.get('TYPE') === 'terminate') return this.plain(response, '');
    response.writeHead(400, { 'Content-Type': 'text/html; charset=utf-8' });
    response.end('<html><head><title>Error 400: Unknown SID</title></head><body>Unknown SID</body></html>');
  }

  private plain(response: ServerResponse, body: string): void {
    if (response.writableEnded) return;
    response.writeHead(200, {
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'no-cache, no-store, max-age=0, must-revalidate',
      'X-Content-Type-Options': 'nosniff',
    });
    response.end(body);
  }
}
