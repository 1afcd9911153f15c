import type { MailAnswer, MailTransport, OutgoingMail } from '../mail-transport/mail-transport';

/** Keeps the mails, and answers as a test says. */
export class InMemoryMail implements MailTransport {
  readonly sent: OutgoingMail[] = [];
  answer: (mail: OutgoingMail) => MailAnswer = () => ({
    kind: 'accepted',
    status: 250,
    text: '250 OK',
    ms: 1,
  });

  send(mail: OutgoingMail): Promise<MailAnswer> {
    this.sent.push(mail);
    return Promise.resolve(this.answer(mail));
  }
}
