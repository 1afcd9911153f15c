import { Agent, request } from 'node:http';

/** Sends views to one instance of `count`, and notes how it answers. */
export interface ViewSender {
  /** Times of the views that were answered with 204, in milliseconds of `performance.now()`. */
  readonly answered: number[];
  /** Milliseconds from each request to its answer. */
  readonly took: number[];
  /** Answers other than 204, and requests without one. */
  failed: number;
  send(handle: string): Promise<void>;
  /** Waits for the answers that are under way. */
  close(): Promise<void>;
}

export function viewSender(port: number): ViewSender {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const underWay = new Set<Promise<void>>();
  const sender: ViewSender = {
    answered: [],
    took: [],
    failed: 0,
    async send(handle) {
      const sent = post(agent, port, handle, sender);
      underWay.add(sent);
      await sent;
      underWay.delete(sent);
    },
    async close() {
      await Promise.all(underWay);
      agent.destroy();
    },
  };
  return sender;
}

const tick = 10;

/** Sends so many views a second in turns, for `seconds`, whether or not they are answered in time. */
export async function sendViews(
  handle: string,
  senders: () => readonly ViewSender[],
  perSecond: number,
  seconds: number,
): Promise<void> {
  const began = performance.now();
  const sending: Promise<void>[] = [];
  for (let sent = 0; sent < perSecond * seconds;) {
    const due = Math.min(perSecond * seconds, ((performance.now() - began) * perSecond) / 1_000);
    for (; sent < due; sent += 1) {
      const there = senders();
      const sender = there[sent % there.length];
      if (sender !== undefined) sending.push(sender.send(handle));
    }
    await new Promise((resolve) => setTimeout(resolve, tick));
  }
  await Promise.all(sending);
}

let views = 0;

function post(agent: Agent, port: number, handle: string, sender: ViewSender): Promise<void> {
  views += 1;
  const body = JSON.stringify({ events: [{ kind: 'view', handle }] });
  const headers = {
    'content-type': 'text/plain',
    'content-length': body.length,
    'x-forwarded-for': `198.51.${Math.floor(views / 250) % 250}.${views % 250}`,
  };
  const began = performance.now();
  return new Promise((resolve) => {
    const failed = () => {
      sender.failed += 1;
      resolve();
    };
    const sending = request(
      { agent, host: '127.0.0.1', port, path: '/v1/events', method: 'POST', headers },
      (answer) => {
        answer.resume();
        answer.once('error', failed);
        answer.once('end', () => {
          if (answer.statusCode !== 204) return failed();
          const now = performance.now();
          sender.answered.push(now);
          sender.took.push(now - began);
          resolve();
        });
      },
    );
    sending.once('error', failed);
    sending.end(body);
  });
}
