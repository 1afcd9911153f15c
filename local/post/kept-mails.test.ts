import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openKeptMails } from './kept-mails';

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
