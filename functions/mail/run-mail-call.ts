import type { Mail } from '../../core/documents/event-document';
import type { Decider } from '../../core/profile/standing';
import { unreachable } from '../../core/base/result';
import type { Deps } from '../deps';
import type { AdminOutcome } from '../admin/command';
import { stored } from '../store/stored';
import { allMails, isUnsent, markSent, sendAgain, type FoundMail } from './send-again';

interface MailCall {
  readonly verb: 'mails list' | 'mails retry' | 'mails sent';
  /** The id of a mail. `failed`: all that failed, for `mails retry`. */
  readonly subject: string;
  readonly yes: boolean;
}

const refused = (why: string): AdminOutcome => ({ done: false, lines: [why], data: { refused: why } });
const notWritten = (lines: readonly string[]): AdminOutcome => ({
  done: true,
  lines: [...lines, 'Nothing was written. Repeat it with --yes to do it.'],
  data: { would: lines },
});

/** Runs a command about mails. Without `yes`, a verb that writes only says what it would do. */
export async function runMailCall(deps: Deps, who: Decider, call: MailCall): Promise<AdminOutcome> {
  switch (call.verb) {
    case 'mails list':
      return list(deps);
    case 'mails retry':
      return retry(deps, who, call);
    case 'mails sent':
      return sentByHand(deps, call);
    default:
      return unreachable(call.verb);
  }
}

async function list(deps: Deps): Promise<AdminOutcome> {
  const open = (await allMails(deps)).filter(isUnsent).toReversed();
  const lines = open.flatMap(({ id, mail }) => mailLines(id, mail));
  return {
    done: true,
    lines: lines.length === 0 ? ['No mail waits.'] : lines,
    data: open.map(({ id, mail }) => ({ id, ...mail })),
  };
}

const time = (millis: number) => new Date(millis).toISOString();

const mailLines = (id: string, { to, message, createdAt }: Mail): readonly string[] => [
  `${id}  ${time(createdAt)}`,
  `To: ${to}`,
  `Subject: ${message.subject}`,
  '',
  message.text,
  '',
];

const failure = ({ id, mail }: FoundMail) =>
  `${id}  ${mail.message.subject}  ${mail.delivery?.error ?? ''}`.trim();

async function retry(deps: Deps, who: Decider, { subject, yes }: MailCall): Promise<AdminOutcome> {
  const mails = await allMails(deps);
  const wanted = mails.filter(({ id, state }) =>
    subject === 'failed' ? state === 'failed' : id === subject,
  );
  if (wanted.length === 0)
    return subject === 'failed'
      ? { done: true, lines: ['No mail failed.'], data: [] }
      : refused(`There is no mail ${subject}.`);
  if (!yes) return notWritten(wanted.map((each) => `Sends again: ${failure(each)}`));
  const again: string[] = [];
  for (const { id } of wanted) {
    const done = await sendAgain(deps, who, id);
    if (!done.ok) return refused(`${id}: ${done.problem.detail}`);
    again.push(id);
  }
  return { done: true, lines: [`${again.length} sent again: ${again.join(', ')}.`], data: { again } };
}

async function sentByHand(deps: Deps, { subject, yes }: MailCall): Promise<AdminOutcome> {
  const mail = /^\w{1,60}$/.test(subject) ? await deps.store.read(stored.mail(subject)) : undefined;
  if (mail === undefined) return refused(`There is no mail ${subject}.`);
  if (!yes) return notWritten([`Says that the mail to ${mail.to} was sent.`]);
  await markSent(deps, subject);
  return { done: true, lines: [`The mail ${subject} is sent.`], data: { id: subject } };
}
