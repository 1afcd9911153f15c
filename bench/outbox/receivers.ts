import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SendProblem } from '@busker/core/outbox/channel';
import type { Sending } from '@busker/functions/senders/channel-sender';
import { channelSecret } from '@busker/functions/channels/own-channels';
import { makeSafePost } from '@busker/functions/safe-fetch/safe-fetch';
import { makeMailSender } from '@busker/functions/mail-channel/mail-sender';
import { smtpTransport } from '@busker/functions/mail-transport/smtp-transport';
import { makeWebhookSender } from '@busker/functions/senders/webhook-sender';
import { adaUid } from '@busker/functions/testing/ada';
import { wasSent } from '@busker/functions/testing/in-memory-deps';
import { storedOutbox, type OutboxScenario } from '@busker/functions/testing/outbox-scenario';

/** The channels that fail: a mail server that is dead, a webhook that takes 30 seconds, and one that answers 500. */
export const failing = {
  mail: {},
  slow: { kind: 'webhook' },
  refusing: { kind: 'webhook' },
} as const;

const slowMs = 30_000;

const listening = (server: Server): Promise<number> =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });

/** A port of this machine on which nothing listens. */
async function closedPort(): Promise<number> {
  const server = createServer();
  const port = await listening(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

export interface Receivers {
  /** Requests that each webhook got. */
  readonly got: { slow: number; refusing: number };
  /** Lets the scenario send by its real senders, over sockets of this machine. */
  connect(scenario: OutboxScenario): Promise<void>;
  close(): void;
}

/** Servers of this machine that fail as `failing` says. */
export async function startReceivers(): Promise<Receivers> {
  const got = { slow: 0, refusing: 0 };
  const slow = createServer((_, response) => {
    got.slow += 1;
    setTimeout(() => response.writeHead(200).end(), slowMs).unref();
  });
  const refusing = createServer((request, response) => {
    got.refusing += 1;
    request.resume().on('end', () => response.writeHead(500).end('broken'));
  });
  const urls = {
    slow: `http://127.0.0.1:${await listening(slow)}`,
    refusing: `http://127.0.0.1:${await listening(refusing)}`,
  };
  const port = await closedPort();
  const transport = smtpTransport({ host: '127.0.0.1', port, security: 'plain', auth: null, dkim: null });
  const post = makeSafePost({ allowOrigins: Object.values(urls) });
  return {
    got,
    async connect({ deps }) {
      const { idTokens, log, clock, config } = deps;
      const from = config.mail?.from ?? '';
      const mail = makeMailSender({
        transport,
        idTokens,
        log,
        config: { publicOrigin: config.publicOrigin, from },
      });
      const webhook = makeWebhookSender({ post, clock });
      deps.senders.mail.answer = (to, message) => mail.send(to, message);
      deps.senders.webhook.answer = (to, message) => webhook.send(to, message);
      await deps.store.transaction((tx) => {
        for (const [id, url] of Object.entries(urls))
          tx.write(channelSecret({ config }, id), {
            uid: adaUid,
            credentials: {
              kind: 'webhook',
              url: `${url}/in`,
              secrets: [{ secret: 'whsec_eA==', until: null }],
            },
            offToken: 'off',
            code: null,
          });
        return Promise.resolve();
      });
    },
    close() {
      for (const server of [slow, refusing]) {
        server.closeAllConnections();
        server.close();
      }
    },
  };
}

const again = (problem: SendProblem, rests: boolean, ms: number): Sending => ({
  kind: 'again',
  problem,
  after: null,
  rests,
  attempt: { status: problem === 'server-error' ? 500 : null, ms, text: '' },
});

/** The failing receivers on the virtual clock; from `backAt` on they take everything. A webhook that works stands beside them. */
export function answersUntil(scenario: OutboxScenario, backAt: number): void {
  const { clock, senders } = scenario.deps;
  senders.mail.answer = () => (clock.now() < backAt ? again('unreachable', false, 2) : wasSent);
  senders.webhook.answer = ({ channelId }) => {
    if (channelId === 'working' || clock.now() >= backAt) return wasSent;
    // safePost ends after 15 seconds what takes 30.
    return channelId === 'slow' ? again('timed-out', true, 15_000) : again('server-error', false, 5);
  };
}

/** Whether each event was planned, and each message arrived or is dead. */
export const nothingWaits = (scenario: OutboxScenario): boolean => {
  const { events, deliveries } = storedOutbox(scenario);
  return (
    events.every(({ state, due }) => state !== 'new' && due.length === 0) &&
    deliveries.every(({ state }) => state === 'done' || state === 'dead')
  );
};
