import type { ServerResponse } from 'node:http';
import { arraysFrame, type OutgoingArray } from './frame';

/** How a client keeps its GET open: streaming, or long polling (the answer ends with the first data). */
export type BackChannelMode =
  { readonly kind: 'streaming' } | { readonly kind: 'long-polling'; readonly timeoutMs: number };

/** One open GET of a session. */
export class BackChannel {
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
