// npx tsx scripts/mail-check.ts you@example.com < smtp.txt: connects to the mail server of standard input (or of SMTP_URL), sends one mail with the
// settings of .env, and prints what the receiving side must show. Exits with 1 when the mail was not taken.
import { text } from 'node:stream/consumers';
import { dotEnvSettings } from './dot-env';
import { checkMail } from './mail/check-mail';

const given = process.env['SMTP_URL'] ?? (process.stdin.isTTY ? '' : await text(process.stdin));
const env = { ...(await dotEnvSettings()), ...process.env, SMTP_URL: given.trim() };
const isTaken = await checkMail({ env, to: process.argv[2] ?? '', say: (line) => console.log(line) });
process.exitCode = isTaken ? 0 : 1;
