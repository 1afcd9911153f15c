import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Message } from '@busker/core/notification/notified-event';
import { createLog } from '@busker/functions/log';
import type { Sending } from '@busker/functions/senders/channel-sender';
import type { MailContent } from '@busker/functions/mail-transport/mail-transport';
import { makeMailSender } from '@busker/functions/mail-channel/mail-sender';
import { checkSmtp, smtpTransport } from '@busker/functions/mail-transport/smtp-transport';
import { mailAddressee } from '@busker/functions/testing/put-channels';
import type { PostFaultInput } from './post-faults';
import { startPost, type LocalPost } from './start-post';

let folder = '';
let post: LocalPost;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'busker-post-'));
  post = await startPost({ port: 0, folder });
});
afterEach(async () => {
  post.faults.clear();
  await post.mails.clear();
});
afterAll(async () => {
  await post.close();
  await rm(folder, { recursive: true });
});

/** Milliseconds. A busy machine may be slow; only a server that hangs must be given up soon. */
const timeouts = { connect: 10_000, greeting: 10_000, socket: 20_000, whole: 25_000 };
const soon = { ...timeouts, socket: 400 };
const smtp = () => ({
  host: '127.0.0.1',
  port: post.port,
  security: 'plain' as const,
  auth: null,
  dkim: null,
});

const told: Message = {
  kind: 'told',
  id: 'channel1_e1',
  events: [],
  sums: [],
  unlisted: 0,
  takenBack: 0,
  since: 0,
  digest: null,
};
const content: MailContent = {
  language: 'en',
  direction: 'ltr',
  subject: 'Kim sent you $5.00',
  blocks: [
    { kind: 'title', text: 'Kim sent you $5.00' },
    { kind: 'quote', text: 'Bach & <b>bridges</b>' },
  ],
  foot: [],
};

const logged: string[] = [];
const send = (
  given: Partial<MailContent> = {},
  address = 'kim@example.com',
  what: Message = told,
  waits = timeouts,
) =>
  makeMailSender({
    transport: smtpTransport(smtp(), waits),
    idTokens: { contact: () => Promise.resolve({ email: null, emailVerified: false, disabled: false }) },
    log: createLog((line) => void logged.push(line)),
    config: { publicOrigin: 'https://busker.test', from: 'tips@busker.test' },
    contentOf: () => ({ ...content, ...given }),
  }).send(mailAddressee(address), what);

const arrived = () => post.mails.list();
const header = (mail: Awaited<ReturnType<typeof arrived>>[number] | undefined, name: string) =>
  mail?.headers.filter(([key]) => key === name).map(([, value]) => value);

describe('a mail', () => {
  // Holds out-001.
  it('arrives once, as text and HTML, with both unsubscribe headers', async () => {
    expect(await send()).toMatchObject({ kind: 'sent', attempt: { status: 250 } });
    const [mail, ...more] = await arrived();
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ to: 'kim@example.com', subject: 'Kim sent you $5.00' });
    expect(mail?.text).toContain('Bach & <b>bridges</b>');
    expect(mail?.html).toContain('Bach &amp; &lt;b&gt;bridges&lt;/b&gt;');
    expect(header(mail, 'list-unsubscribe')).toEqual(['<https://busker.test/off/channel1.aa11>']);
    expect(header(mail, 'list-unsubscribe-post')).toEqual(['List-Unsubscribe=One-Click']);
    expect(header(mail, 'auto-submitted')).toEqual(['auto-generated']);
    expect(header(mail, 'message-id')).toEqual(['<channel1_e1@busker.test>']);
    expect(header(mail, 'from')).toEqual(['Busker <tips@busker.test>']);
  });

  it('with a code has nothing to unsubscribe from', async () => {
    await send({}, 'kim@example.com', { kind: 'code', id: 'channel1_c1', code: '123456' });
    const [mail] = await arrived();
    expect(header(mail, 'list-unsubscribe')).toEqual([]);
    expect(header(mail, 'auto-submitted')).toEqual(['auto-generated']);
  });

  it('fetches nothing when it is read', async () => {
    await send();
    const [mail] = await arrived();
    expect(mail?.html).not.toMatch(/<img|<link|<script|@import|url\(|https?:/i);
    expect(mail?.html).toMatch(/<html lang="en" dir="ltr">/);
  });
});

const refusals: readonly [string, PostFaultInput, Partial<Sending>][] = [
  [
    'refuses the connection',
    { route: 'CONNECT', fault: { kind: 'fail', status: 421, text: 'Busy' } },
    { kind: 'again', problem: 'server-error' },
  ],
  [
    'cuts the connection',
    { route: 'RCPT', fault: { kind: 'cut' } },
    { kind: 'again', problem: 'unreachable' },
  ],
  [
    'refuses an unknown mailbox',
    { route: 'RCPT', fault: { kind: 'fail', status: 550, text: '5.1.1 No such mailbox' } },
    { kind: 'ended', state: 'refused', end: 'address-refused' },
  ],
  [
    'refuses the host by its policy',
    { route: 'RCPT', fault: { kind: 'fail', status: 550, text: '5.7.1 Not from you' } },
    { kind: 'again', problem: 'refused' },
  ],
  [
    'refuses the content',
    { route: 'DATA', fault: { kind: 'fail', status: 554, text: '5.6.0 Odd' } },
    { kind: 'again', problem: 'refused' },
  ],
];

describe('a mail server that', () => {
  it.each(refusals)('%s', async (_name, fault, expected) => {
    post.faults.add(fault);
    expect(await send()).toMatchObject(expected);
    expect(await arrived()).toEqual([]);
  });

  // Holds out-013.
  it('answers 450 twice and then 250 gets one mail at the third try', async () => {
    post.faults.add({ route: 'RCPT', fault: { kind: 'fail', status: 450, text: '4.2.0 Later' }, times: 2 });
    const again = { kind: 'again', problem: 'server-error', attempt: { status: 450 } };
    expect(await send()).toMatchObject(again);
    expect(await send()).toMatchObject(again);
    expect(await send()).toMatchObject({ kind: 'sent' });
    expect(await arrived()).toHaveLength(1);
  });

  // Holds out-015.
  it.each(['hang', 'cut'] as const)(
    'takes the mail and then does %s gets the same Message-ID again',
    async (kind) => {
      post.faults.add({ route: 'DATA', fault: { kind, when: 'after' }, times: 1 });
      const problem = kind === 'hang' ? 'timed-out' : 'unreachable';
      const first = await send({}, 'kim@example.com', told, kind === 'hang' ? soon : timeouts);
      expect(first).toMatchObject({ kind: 'again', problem, attempt: { status: null } });
      expect(await send()).toMatchObject({ kind: 'sent' });
      const ids = (await arrived()).map((mail) => header(mail, 'message-id')?.[0]);
      expect(ids).toEqual(['<channel1_e1@busker.test>', '<channel1_e1@busker.test>']);
    },
  );

  it('refuses the host is named in the log, without the address', async () => {
    logged.length = 0;
    post.faults.add({ route: 'RCPT', fault: { kind: 'fail', status: 550, text: '5.7.1 kim@example.com' } });
    const sending = await send();
    expect(logged.map((line) => JSON.parse(line))).toEqual([
      { severity: 'ERROR', message: 'mail refused', status: 550, enhanced: '5.7.1' },
    ]);
    expect(JSON.stringify(sending)).not.toContain('kim@');
  });

  it('is not there is a fault of the connection', async () => {
    const { port, ...rest } = smtp();
    const transport = smtpTransport({ ...rest, port: port === 9 ? 10 : 9 }, timeouts);
    const mail = {
      to: 'kim@example.com',
      from: { name: 'Busker', address: 'tips@busker.test' },
      subject: 'One',
      text: 'One',
      html: '<p>One</p>',
      messageId: 'one@busker.test',
      headers: {},
    };
    expect(await transport.send(mail)).toMatchObject({ kind: 'failed', problem: 'unreachable' });
  });

  it('has no TLS gets nothing when TLS is required', async () => {
    expect(await checkSmtp({ ...smtp(), security: 'upgrade' })).not.toBeNull();
    expect(await checkSmtp({ ...smtp(), security: 'tls' })).not.toBeNull();
  });

  it('can be checked without a mail', async () => {
    expect(await checkSmtp(smtp())).toBeNull();
    post.faults.add({ route: 'CONNECT', fault: { kind: 'fail', status: 554, text: 'Go away' } });
    expect(await checkSmtp(smtp())).toContain('Go away');
    expect(await arrived()).toEqual([]);
  });
});

describe('hostile values', () => {
  const usual = `delivered-to from to subject message-id
    auto-submitted list-unsubscribe list-unsubscribe-post date mime-version content-type`
    .split(/\s+/)
    .toSorted();
  const nasty = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    fc.constantFrom(
      'a\r\nBcc: eve@evil.example',
      '\nBcc: eve@evil.example\n\n<h1>Hi',
      '\u2028X: 1',
      '=?utf-8?Q?a=0ABcc:_eve@evil.example?=',
      '\r.\r\nRCPT TO:<eve@evil.example>',
      '\n.\n',
    ),
  );

  it('never add a header or a recipient', async () => {
    await fc.assert(
      fc.asyncProperty(nasty, nasty, async (subject, quote) => {
        await post.mails.clear();
        const blocks = [{ kind: 'quote', text: quote }] as const;
        expect(await send({ subject: `Tip ${subject}`, blocks })).toMatchObject({ kind: 'sent' });
        const mails = await arrived();
        expect(mails.map((mail) => mail.to)).toEqual(['kim@example.com']);
        expect(mails[0]?.headers.map(([key]) => key).toSorted()).toEqual(usual);
      }),
      { numRuns: 60 },
    );
  }, 30_000);

  it.each(['a@b.example, d@e.example', '"a b"@b.example', 'a@b.example>\r\nRCPT TO:<d@e.example', ''])(
    'in the address %j send nothing',
    async (address) => {
      expect(await send({}, address)).toMatchObject({ kind: 'ended', end: 'address-refused' });
      expect(await arrived()).toEqual([]);
    },
  );
});
