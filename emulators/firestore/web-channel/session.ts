import { StatusError } from '../status';
import { BackChannel, type BackChannelMode } from './back-channel';
import type { ServerResponse } from 'node:http';
import type { ConnectionTurns } from './connection-turns';
import type { OutgoingArray } from './frame';

/** The stream of a session: the Listen or the Write stream of one client. */
export interface CarriedStream {
  receive(json: unknown): void;
  close(): void;
}

export interface SessionTimes {
  /** The interval of keep-alive messages on a streaming GET; it is also sent to the client. */
  readonly keepAliveMs: number;
  /** When an idle Write channel is closed while connections are scarce; null for Listen. */
  readonly idleClose: { readonly afterHandshakeMs: number; readonly afterAnswerMs: number } | null;
  /** A session without requests is closed after this time. */
  readonly forgetMs: number;
}

/** One WebChannel session: numbered arrays out over GETs, numbered messages in over POSTs. */
export class Session {
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
