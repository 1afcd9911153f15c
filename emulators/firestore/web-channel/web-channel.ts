import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { callerOf } from '../access/caller';
import { readBody } from '../gateway/http-body';
import { type ListenContext, ListenStream } from '../listen/listen-stream';
import type { RpcContext } from '../rpc/service';
import { WriteStream } from '../rpc/write-stream';
import { statusOf, type StatusError } from '../status';
import { requestFromJson } from '../wire/from-json';
import type { BackChannelMode } from './back-channel';
import { ConnectionTurns } from './connection-turns';
import { type ForwardBody, parseForwardBody } from './forward-body';
import { frame } from './frame';
import { type CarriedStream, Session, type SessionTimes } from './session';

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
