import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { smtpTransport } from '@busker/functions/mail-transport/smtp-transport';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePorts } from '../ports';
import { startBusker, type Busker } from '../start';
import { type KeptMail, openKeptMails } from './kept-mails';

let stateDir = '';
let busker: Busker;
const arrived: KeptMail[] = [];

beforeAll(async () => {
  stateDir = await mkdtemp(join(tmpdir(), 'busker-outbox-'));
  busker = await startBusker({
    ports: freePorts,
    stateDir,
    log: () => undefined,
    onMail: (mail) => void arrived.push(mail),
  });
});
afterAll(async () => {
  await busker.close();
  await rm(stateDir, { recursive: true });
});

const send = () => {
  const port = Number(new URL(busker.addresses.mail).port);
  const at = { host: '127.0.0.1', port, security: 'plain', auth: null, dkim: null } as const;
  return smtpTransport(at).send({
    to: 'ada@example.com',
    from: { name: 'Busker', address: 'busker@busker.example' },
    subject: 'Kim sent you $5.00',
    text: 'Kim sent you $5.00\n',
    html: '<p>Kim sent you <b onclick="alert(1)">$5.00</b></p>',
    messageId: 'one@localhost',
    headers: { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  });
};
const call = async (method: string, path: string, body?: unknown) => {
  const given = body === undefined ? {} : { body: JSON.stringify(body) };
  const answer = await fetch(`${busker.addresses.app}${path}`, { method, ...given });
  return { status: answer.status, json: (await answer.json()) as unknown };
};

it('shows a mail in the outbox with its headers and its HTML in a frame that runs nothing', async () => {
  const before = arrived.length;
  expect(await send()).toMatchObject({ kind: 'accepted' });
  expect(arrived.slice(before)).toMatchObject([{ to: 'ada@example.com', subject: 'Kim sent you $5.00' }]);
  const { auth } = busker.addresses;
  const page = await (await fetch(`${auth}/__local/outbox`)).text();
  expect(page).toContain('<dt>list-unsubscribe-post</dt>');
  const [, src = ''] = /<iframe[^>]*\ssandbox=""[^>]*src="([^"]*)"/.exec(page) ?? [];
  const framed = await fetch(`${auth}${src}`);
  expect(await framed.text()).toContain('<b onclick="alert(1)">');
  expect(framed.headers.get('content-security-policy')).toMatch(/^default-src 'none';.* sandbox;/);
  await fetch(`${auth}/__local/outbox/clear`, { method: 'POST' });
  expect(await call('GET', '/__post/mails')).toEqual({ status: 200, json: [] });
});

it('refuses mails as its control calls say', async () => {
  const fault = { route: 'RCPT', fault: { kind: 'fail', status: 450 }, times: 1 };
  expect(await call('POST', '/__post/faults', fault)).toMatchObject({ status: 200, json: { left: 1 } });
  expect(await send()).toMatchObject({ kind: 'refused', status: 450 });
  expect(await send()).toMatchObject({ kind: 'accepted' });
  await call('POST', '/__post/faults', { ...fault, times: null });
  expect(await call('GET', '/__post/faults')).toMatchObject({ json: [{ left: null }] });
  expect(await call('POST', '/__post/faults/clear')).toMatchObject({ status: 200 });
  expect(await send()).toMatchObject({ kind: 'accepted' });
  expect(await call('POST', '/__post/faults', { route: 'ELSEWHERE' })).toMatchObject({ status: 400 });
  expect(await call('GET', '/__post/faults/clear')).toMatchObject({ status: 405 });
});

it('keeps the newest 200 mails over a restart, and none that were cleared', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'busker-mails-'));
  const before = await openKeptMails(folder);
  for (let index = 0; index < 203; index += 1)
    await before.add(['kim@example.com'], Buffer.from(`Subject: ${index}\r\n\r\nGrüße\r\n`));
  const after = await openKeptMails(folder);
  const mails = await after.list();
  expect([mails.length, mails[0]?.subject, mails.at(-1)?.subject]).toEqual([200, '202', '3']);
  expect(mails[0]).toMatchObject({ to: 'kim@example.com', text: 'Grüße\n' });
  await after.clear();
  expect(await (await openKeptMails(folder)).list()).toEqual([]);
  await rm(folder, { recursive: true });
});
