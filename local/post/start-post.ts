import type { Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';
import { listenOnLoopback } from '@busker/emulators/loopback';
import { openKeptMails, type KeptMail, type KeptMails } from './kept-mails';
import { createPostFaults, type PostFaultKind, type PostFaults, type PostStage } from './post-faults';

export interface PostOptions {
  /** 0 takes a free port. */
  readonly port: number;
  /** The folder of the mails; created when it is missing. */
  readonly folder: string;
  /** Called for each mail that arrived. */
  readonly onMail?: (mail: KeptMail) => void;
}

export interface LocalPost {
  /** `smtp://127.0.0.1:1025`, for SMTP_URL. */
  readonly url: string;
  readonly port: number;
  readonly mails: KeptMails;
  readonly faults: PostFaults;
  close(): Promise<void>;
}

class SmtpError extends Error {
  constructor(
    readonly responseCode: number,
    text: string,
  ) {
    super(text);
  }
}

/** Milliseconds until connections that are still open are closed. */
const closeTimeout = 100;

/**
 * A mail server for this machine: it takes mails for every address, and keeps them. Nothing leaves the machine. The product's own SMTP adapter talks to
 * it, so that the code that runs here is the code that runs on a host.
 * @throws when the port is in use
 */
export async function startPost({ port, folder, onMail = () => undefined }: PostOptions): Promise<LocalPost> {
  const mails = await openKeptMails(folder);
  const faults = createPostFaults();
  const sockets = new Map<number, Socket>();

  /** `pass` goes on; it is never called when the client gets no answer. */
  const apply = (
    fault: PostFaultKind | null,
    { remotePort }: SMTPServerSession,
    pass: (error?: Error) => void,
  ) => {
    if (fault === null) return pass();
    switch (fault.kind) {
      case 'latency':
        return void setTimeout(pass, fault.milliseconds);
      case 'fail':
        return pass(new SmtpError(fault.status, fault.text));
      case 'hang':
        return undefined;
      case 'cut':
        return void sockets.get(remotePort)?.destroy();
    }
  };
  const at = (stage: PostStage, session: SMTPServerSession, pass: (error?: Error) => void) =>
    apply(faults.take(stage), session, pass);
  const keep = async (session: SMTPServerSession, raw: Buffer) =>
    onMail(
      await mails.add(
        session.envelope.rcptTo.map(({ address }) => address),
        raw,
      ),
    );
  const receive = async (session: SMTPServerSession, raw: Buffer, pass: (error?: Error) => void) => {
    const fault = faults.take('DATA');
    const isKept = fault === null || fault.kind === 'latency' || ('when' in fault && fault.when === 'after');
    if (isKept) await keep(session, raw);
    apply(fault, session, pass);
  };

  const server = new SMTPServer({
    name: 'localhost',
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    // The text of a fault has its own code.
    hideENHANCEDSTATUSCODES: true,
    closeTimeout,
    onConnect: (session, pass) => at('CONNECT', session, pass),
    onRcptTo: (_address, session, pass) => at('RCPT', session, pass),
    onData: (stream, session, pass) => {
      buffer(stream)
        .then((raw) => receive(session, raw, pass))
        .catch(pass);
    },
  });
  // A client that goes away is no fault of the server.
  server.on('error', () => undefined);
  server.server.on('connection', (socket) => {
    const { remotePort = 0 } = socket;
    sockets.set(remotePort, socket);
    socket.once('close', () => sockets.delete(remotePort));
  });
  const taken = await listenOnLoopback(server.server, port, {
    name: 'the mail server',
    setting: 'BUSKER_MAIL_PORT',
  });
  return {
    url: `smtp://127.0.0.1:${taken}`,
    port: taken,
    mails,
    faults,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets.values()) socket.destroy();
      }),
  };
}
