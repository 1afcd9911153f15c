import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { writeFileAtomically } from '@busker/emulators/data-folder';
import type { LetterBox } from '@busker/emulator-auth/outbox/outbox';

export interface KeptMail {
  readonly id: string;
  /** The address of RCPT TO. */
  readonly to: string;
  /** Epoch milliseconds. */
  readonly sentAt: number;
  readonly subject: string;
  readonly text: string;
  readonly html: string | null;
  /** Every header line in order, by its name in lower case. */
  readonly headers: readonly (readonly [name: string, value: string])[];
}

export interface KeptMails extends LetterBox {
  /** Resolves when the mail is on disk. */
  add(to: readonly string[], raw: Buffer): Promise<KeptMail>;
  /** Newest first. */
  list(): Promise<readonly KeptMail[]>;
}

/** How many mails are kept. */
const most = 200;

async function read(name: string, raw: Buffer): Promise<KeptMail> {
  const mail = await PostalMime.parse(raw);
  return {
    id: name,
    to: mail.headers.find(({ key }) => key === 'delivered-to')?.value ?? '',
    sentAt: Number(name.split('-')[0]),
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    html: mail.html ?? null,
    headers: mail.headers.map(({ key, value }) => [key, value] as const),
  };
}

/** A folder with one file for each mail, named by its time. The oldest ones are deleted. */
export async function openKeptMails(folder: string): Promise<KeptMails> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const isMail = (name: string) => /^\d{15}-\d{6}\.eml$/.test(name);
  const names = (await readdir(folder)).filter(isMail).toSorted();
  let added = 0;
  const remove = (name: string) => rm(join(folder, name), { force: true });
  return {
    async add(to, raw) {
      added += 1;
      const name = `${String(Date.now()).padStart(15, '0')}-${String(added).padStart(6, '0')}.eml`;
      // As a mail server notes the recipient in the mailbox.
      const whole = Buffer.concat([Buffer.from(`Delivered-To: ${to.join(', ')}\r\n`), raw]);
      await writeFileAtomically(join(folder, name), whole.toString('latin1'), 'latin1');
      names.push(name);
      for (const old of names.splice(0, Math.max(0, names.length - most))) await remove(old);
      return read(name, whole);
    },
    list: () =>
      Promise.all(names.toReversed().map(async (name) => read(name, await readFile(join(folder, name))))),
    clear: async () => {
      await Promise.all(names.splice(0).map(remove));
    },
  };
}
