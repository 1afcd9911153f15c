import { createServer, type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { closeServer, listenOnLoopback } from '@busker/emulators/loopback';
import { channelsAnswer, messageAnswer, newChannelAnswer } from '@busker/core/dashboard-api/channel-api';
import { listDocuments } from './testing/monthly-tips';
import { openWholeBackend, type ArrivedMail, type WholeBackend } from './whole-backend';

const event = v.looseObject({
  type: v.string(),
  data: v.looseObject({ tip: v.optional(v.nullable(v.looseObject({ id: v.string() }))) }),
});

/** Events that arrived with a signature that the library verifies; it refuses others, and those that are older than five minutes. */
const events: v.InferOutput<typeof event>[] = [];
const plain = (headers: IncomingHttpHeaders) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
const receiver = createServer((request, response) => {
  void text(request).then((body) => {
    // The first ping comes before the answer that holds the secret.
    if (secret !== '') events.push(v.parse(event, new Webhook(secret).verify(body, plain(request.headers))));
    response.writeHead(204).end();
  });
});
const eventsOf = (tipId: string) =>
  events.filter(({ data }) => data.tip?.id === tipId).map(({ type }) => type);

const patience = { timeout: 20_000, interval: 100 };
const header = (mail: ArrivedMail | undefined, name: string) =>
  mail?.headers.find(([key]) => key === name)?.[1] ?? '';

/** Mails about tips, the oldest first. */
const mails = async () =>
  (await backend.mails()).filter((mail) => header(mail, 'list-unsubscribe') !== '').toReversed();

let backend: WholeBackend;
let secret = '';
let token = '';
let mailChannel = '';
let mailVerification = '';

/** Every clock of this process is ahead by so much. */
let ahead = 0;
const realNow = Date.now;
/** A mail is seen before its turn is over, and the gap to the next one begins at the end of the turn: the clock waits for it. */
const minutesLater = async (minutes: number): Promise<void> => {
  await expect.poll(claimedTurns, patience).toBe(0);
  ahead += minutes * 60_000;
};

const pace = v.looseObject({
  fields: v.looseObject({
    turns: v.looseObject({
      mapValue: v.looseObject({
        fields: v.optional(
          v.record(
            v.string(),
            v.looseObject({
              mapValue: v.looseObject({ fields: v.looseObject({ claimedAt: v.looseObject({}) }) }),
            }),
          ),
          {},
        ),
      }),
    }),
  }),
});

/** Channels for which a message is being made, in the stored documents. */
async function claimedTurns(): Promise<number> {
  const stored = v.parse(v.array(pace), await listDocuments(backend.addresses().firestore, 'pace'));
  const turns = stored.flatMap(({ fields }) => Object.values(fields.turns.mapValue.fields));
  return turns.filter(({ mapValue }) => !('nullValue' in mapValue.fields.claimedAt)).length;
}

const mailShown = async () => {
  const { channels } = await backend.call(channelsAnswer, 'GET', '/v1/me/channels', undefined, token);
  return channels.find(({ channelId }) => channelId === mailChannel);
};
const mailState = async () => (await mailShown())?.state;
const mailProblem = async () => (await mailShown())?.problem;

/** The mail channel that Ada has since she published. */
async function removeFirstChannel(): Promise<void> {
  const { channels } = await backend.call(channelsAnswer, 'GET', '/v1/me/channels', undefined, token);
  for (const { channelId } of channels)
    await backend.call(v.unknown(), 'DELETE', `/v1/me/channels/${channelId}`, undefined, token);
}

beforeAll(async () => {
  vi.spyOn(Date, 'now').mockImplementation(() => realNow() + ahead);
  const port = await listenOnLoopback(receiver, 0, { name: 'the receiver' });
  vi.stubEnv('WEBHOOK_ALLOW', `127.0.0.1:${port}`);
  backend = await openWholeBackend();
  token = await backend.signIn();
  await removeFirstChannel();
  const types = ['tip.paid', 'tip.replied'];
  const hook = await backend.call(
    newChannelAnswer,
    'POST',
    '/v1/me/channels',
    { kind: 'webhook', url: `http://127.0.0.1:${port}/in`, events: types },
    token,
  );
  secret = hook.secret ?? '';
  const verified = await backend.call(
    messageAnswer,
    'POST',
    `/v1/me/channels/${hook.channelId}/verify`,
    {},
    token,
  );
  if (!verified.arrived) throw new Error('The receiver did not get the ping');
  // Added last: a channel that is on is told of each new one, and these tests count mails.
  const mail = await backend.call(
    newChannelAnswer,
    'POST',
    '/v1/me/channels',
    { kind: 'mail', address: null },
    token,
  );
  mailChannel = mail.channelId;
  mailVerification = mail.verification;
}, 60_000);
afterAll(async () => {
  await backend.close();
  await closeServer(receiver);
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

it('the confirmed sign-in address works at once, and the webhook after its ping', async () => {
  const { channels } = await backend.call(channelsAnswer, 'GET', '/v1/me/channels', undefined, token);
  expect(channels.map(({ kind, state }) => [kind, state])).toEqual([
    ['webhook', 'on'],
    ['mail', 'on'],
  ]);
  expect(mailVerification).toBe('none');
});

// Holds out-001, out-053, out-060.
it("a paid tip becomes one mail with the words and both headers to unsubscribe, and one signed webhook; the owner's reply stands on the fan's receipt, and goes to the webhook that chose it", async () => {
  await minutesLater(11);
  const before = (await mails()).length;
  const { tipId, tipToken } = await backend.tip({ name: 'Kim', message: 'More Bach 🎻, please!' });
  await expect.poll(() => eventsOf(tipId), patience).toEqual(['tip.paid']);
  await expect.poll(async () => (await mails()).length, patience).toBe(before + 1);
  const mail = (await mails()).at(-1);
  expect(mail).toMatchObject({ to: 'ada@example.com', subject: 'TEST: Kim sent you $5.00' });
  expect(mail?.text).toContain('More Bach 🎻, please!');
  expect(header(mail, 'list-unsubscribe')).toMatch(
    new RegExp(`^<${backend.app()}/off/${mailChannel}\\.[\\w-]+>$`),
  );
  expect(header(mail, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  expect(events.find(({ data }) => data.tip?.id === tipId)?.data).toMatchObject({
    livemode: false,
    tip: { amount: 500, currency: 'usd', name: 'Kim', message: 'More Bach 🎻, please!', words: 'visible' },
  });

  await backend.call(
    v.unknown(),
    'POST',
    `/v1/me/tips/${tipId}/reply`,
    { text: 'Thank you, Kim! <3' },
    token,
  );
  const receipt = await backend.call(v.unknown(), 'GET', `/v1/tips/${tipId}/receipt`, undefined, tipToken);
  expect(receipt).toMatchObject({ reply: { text: 'Thank you, Kim! <3' } });
  await expect.poll(() => eventsOf(tipId), patience).toEqual(['tip.paid', 'tip.replied']);
});

// Holds out-012.
it('a mail server that refuses only delays: when it is back, one mail tells everything', async () => {
  await minutesLater(11);
  const before = (await mails()).length;
  await backend.faults({ route: 'CONNECT', fault: { kind: 'fail', status: 421, text: 'Busy' } });
  const leo = await backend.tip({ name: 'Leo', message: 'During the fault' });
  await expect.poll(mailProblem, patience).toBe('server-error');
  const eve = await backend.tip({ name: 'Eve', message: 'Also during it' });
  await expect.poll(() => [leo, eve].flatMap(({ tipId }) => eventsOf(tipId)), patience).toHaveLength(2);
  expect(await mails()).toHaveLength(before);
  // The local mail server forgets its faults when it starts again.
  await minutesLater(2);
  await backend.restart();
  await expect.poll(async () => (await mails()).length, patience).toBe(before + 1);
  const told = (await mails()).at(-1)?.text ?? '';
  expect(told.indexOf('During the fault')).toBeGreaterThan(-1);
  expect(told.indexOf('Also during it')).toBeGreaterThan(-1);
  expect(told).toContain('$10.00');
});

// Holds out-005.
it('an event that was written and told to nobody is told once after the restart', async () => {
  await minutesLater(11);
  // Stripe's events are lost, and what the fan's page asks only writes.
  await backend.control('webhookFaults', { drop: 1 });
  const { tipId, tipToken } = await backend.tip({ name: 'Ana', message: 'Before the end' });
  const status = v.looseObject({ status: v.string() });
  await expect
    .poll(() => backend.call(status, 'GET', `/v1/tips/${tipId}`, undefined, tipToken), patience)
    .toMatchObject({ status: 'paid' });
  expect(eventsOf(tipId)).toEqual([]);
  await backend.restart();
  await expect.poll(async () => (await mails()).at(-1)?.text, patience).toContain('Before the end');
  await expect.poll(() => eventsOf(tipId), patience).toEqual(['tip.paid']);
  await backend.control('webhookFaults', { drop: 0 });
});

// Holds out-019.
it('one press in the mail program ends the mails, and a program that only opens the link does not', async () => {
  await minutesLater(11);
  await backend.tip({ name: 'Ida', message: 'With a link to press' });
  await expect.poll(async () => (await mails()).at(-1)?.text, patience).toContain('With a link to press');
  await minutesLater(11);
  const before = await mails();
  const off = header(before.at(-1), 'list-unsubscribe').slice(1, -1);
  const oneClick = () =>
    fetch(off, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) });
  expect((await fetch(off)).status).toBe(200);
  expect(await mailState()).toBe('on');
  expect([(await oneClick()).status, (await oneClick()).status]).toEqual([200, 200]);
  expect(await mailState()).toBe('off');
  const silent = await backend.tip({ name: 'Zoe', message: 'Not by mail' });
  await expect.poll(() => eventsOf(silent.tipId), patience).toEqual(['tip.paid']);
  // The page's own button switches it on again: the next mail tells what comes after it, and nothing of the time before.
  expect((await fetch(off, { method: 'POST', body: new URLSearchParams({ do: 'on' }) })).status).toBe(200);
  await backend.tip({ name: 'Max', message: 'By mail again' });
  await expect.poll(async () => (await mails()).length, patience).toBe(before.length + 1);
  const last = (await mails()).at(-1)?.text;
  expect(last).toContain('By mail again');
  expect(last).not.toContain('Not by mail');
});
