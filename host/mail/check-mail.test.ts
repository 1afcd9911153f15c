import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startPost, type LocalPost } from '@busker/local/post/start-post';
import { checkMail } from './check-mail';

let folder = '';
let post: LocalPost;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'busker-mail-check-'));
  post = await startPost({ port: 0, folder });
});
afterAll(async () => {
  await post.close();
  await rm(folder, { recursive: true });
});

async function check(to: string, env: Record<string, string> = {}) {
  const said: string[] = [];
  const all = {
    SMTP_URL: post.url,
    MAIL_FROM: 'tips@example.com',
    PUBLIC_ORIGIN: 'https://busker.test',
    PAYMENTS_MODE: 'sandbox',
    ...env,
  };
  const isTaken = await checkMail({ env: all, to, say: (line) => void said.push(line) });
  return { isTaken, said: said.join('\n') };
}

it('sends one mail, signed with both unsubscribe headers, and says what the receiver must show', async () => {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  const key = { DKIM_PRIVATE_KEY: privateKey, DKIM_DOMAIN: 'example.com', DKIM_SELECTOR: 's1' };
  const { isTaken, said } = await check('kim@example.com', key);
  expect([isTaken, said]).toEqual([true, expect.stringContaining('dkim=pass   header.d=example.com')]);
  const [mail, ...more] = await post.mails.list();
  expect([mail?.to, more]).toEqual(['kim@example.com', []]);
  const signature = mail?.headers.find(([name]) => name === 'dkim-signature')?.[1] ?? '';
  const [, signed = ''] = /\bh=([^;]*)/.exec(signature.replaceAll(/\s/g, '')) ?? [];
  expect(signed.toLowerCase().split(':')).toEqual(
    expect.arrayContaining(['from', 'subject', 'list-unsubscribe', 'list-unsubscribe-post']),
  );
});

it('says what is wrong when nothing can be sent', async () => {
  post.faults.add({ route: 'RCPT', fault: { kind: 'fail', status: 550, text: '5.7.1 Not from you' } });
  expect(await check('kim@example.com')).toMatchObject({
    isTaken: false,
    said: expect.stringContaining('The mail was not taken: 550 5.7.1 Not from you'),
  });
  post.faults.clear();
  expect(await check('kim')).toMatchObject({ isTaken: false });
  expect((await check('kim@example.com', { SMTP_URL: 'off' })).said).toContain('SMTP_URL is off');
  expect((await check('kim@example.com', { MAIL_FROM: 'x' })).said).toContain('MAIL_FROM must be');
  expect((await check('kim@example.com', { SMTP_URL: 'smtp://127.0.0.1:9' })).said).toContain(
    '127.0.0.1:9 cannot be used',
  );
});
