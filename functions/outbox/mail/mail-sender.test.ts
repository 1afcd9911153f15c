import { describe, expect, it } from 'vitest';
import type { Message } from '../../../core/outbox/told-event';
import type { Contact } from '../../deps';
import { inMemoryDeps } from '../../testing/in-memory-deps';
import { mailAddressee } from '../../testing/mail-addressee';
import { InMemoryMail } from './in-memory-mail';
import { makeMailSender } from './mail-sender';
import type { MailAnswer } from './mail-transport';

const ofAccount = mailAddressee(null);
const ofAnother = mailAddressee('kim@example.com');
const test: Message = { kind: 'test', id: 'channel1_t1' };

function stage(contact: Contact | undefined) {
  const { idTokens, log, lines, config } = inMemoryDeps();
  idTokens.contacts.set('ada', contact);
  const transport = new InMemoryMail();
  const { publicOrigin } = config;
  const sender = makeMailSender({
    transport,
    idTokens,
    log,
    config: { publicOrigin, from: 'tips@busker.test' },
  });
  return { sender, transport, idTokens, lines };
}

const reachable: Contact = { email: 'ada@example.com', emailVerified: true, disabled: false };

describe('a mail channel', () => {
  // Holds out-017.
  it('of the sign-in address follows it when it changes', async () => {
    const { sender, transport, idTokens } = stage(reachable);
    await sender.send(ofAccount, test);
    idTokens.contacts.set('ada', { ...reachable, email: 'new@example.com' });
    await sender.send(ofAccount, test);
    expect(transport.sent.map(({ to }) => to)).toEqual(['ada@example.com', 'new@example.com']);
  });

  // Holds out-018.
  it.each([
    ['has no sign-in account any more', ofAccount, undefined, 'off', 'account-disabled'],
    ['has a disabled account', ofAccount, { ...reachable, disabled: true }, 'off', 'account-disabled'],
    ['of another address, too', ofAnother, { ...reachable, disabled: true }, 'off', 'account-disabled'],
    [
      'has an unconfirmed address',
      ofAccount,
      { ...reachable, emailVerified: false },
      'off',
      'address-unverified',
    ],
    ['has no address', ofAccount, { ...reachable, email: null }, 'off', 'address-unverified'],
    [
      'has an address that we do not send to',
      ofAccount,
      { ...reachable, email: '"a b"@example.com' },
      'refused',
      'address-refused',
    ],
  ] as const)('ends without a mail when its owner %s', async (_what, to, contact, state, end) => {
    const { sender, transport } = stage(contact);
    expect(await sender.send(to, test)).toMatchObject({ kind: 'ended', state, end });
    expect(transport.sent).toEqual([]);
  });

  it('of another address does not need a confirmed sign-in address', async () => {
    const { sender, transport } = stage({ ...reachable, emailVerified: false });
    expect(await sender.send(ofAnother, test)).toMatchObject({ kind: 'sent' });
    expect(transport.sent).toMatchObject([{ to: 'kim@example.com', messageId: 'channel1_t1@busker.test' }]);
  });

  it('sends a code without a word that a user can choose', async () => {
    const { sender, transport } = stage(reachable);
    await sender.send(ofAnother, { kind: 'code', id: 'channel1_c1', code: '123456' });
    const [mail] = transport.sent;
    expect(mail?.text).toContain('123456');
    expect(JSON.stringify(mail)).not.toMatch(/evil|handle|\bada\b/);
    expect(mail?.headers).toEqual({ 'Auto-Submitted': 'auto-generated' });
  });
});

const refused = (status: number, enhanced: string | null, at: 'recipient' | 'elsewhere'): MailAnswer => ({
  kind: 'refused',
  at,
  status,
  enhanced,
  text: '',
  ms: 1,
});

describe('the answer of the mail server', () => {
  it.each([
    [refused(550, '5.1.1', 'recipient'), { kind: 'ended', state: 'refused', end: 'address-refused' }],
    [refused(551, null, 'recipient'), { kind: 'ended' }],
    [refused(553, null, 'recipient'), { kind: 'ended' }],
    [refused(554, '5.1.6', 'recipient'), { kind: 'ended' }],
    [refused(550, '5.7.1', 'recipient'), { kind: 'again', problem: 'refused' }],
    [refused(550, '5.1.1', 'elsewhere'), { kind: 'again', problem: 'refused' }],
    [refused(552, '5.2.2', 'recipient'), { kind: 'again', problem: 'refused' }],
    [refused(450, '4.1.1', 'recipient'), { kind: 'again', problem: 'server-error' }],
    [refused(535, '5.7.8', 'elsewhere'), { kind: 'again', problem: 'not-allowed' }],
    [
      { kind: 'failed', problem: 'timed-out', text: '', ms: 1 },
      { kind: 'again', problem: 'timed-out' },
    ],
    [
      { kind: 'failed', problem: 'name-not-found', text: '', ms: 1 },
      { kind: 'again', problem: 'name-not-found' },
    ],
  ] as const)('%j means %j', async (answer, expected) => {
    const { sender, transport, lines } = stage(reachable);
    transport.answer = () => answer;
    expect(await sender.send(ofAccount, test)).toMatchObject(expected);
    const isPolicy = answer.kind === 'refused' && answer.enhanced?.startsWith('5.7') === true;
    expect(lines.some((line) => line.includes('"mail refused"'))).toBe(isPolicy);
  });
});
