import type { Alert } from './alert';
import { logged } from './log-line';
import { metrics } from './metrics';

/** The alerts about messages to owners. */
export const notificationAlerts: readonly Alert[] = [
  {
    name: 'mail-refused',
    level: 'ticket',
    on: 'every `mail refused`',
    means: 'the mail server refuses mails to owners by its policy; they wait',
    runbook: 'Mails are refused',
    when: { kind: 'every-line', filter: logged('mailRefused') },
  },
  {
    name: 'mail-cap-reached',
    level: 'ticket',
    on: 'every `mail cap reached`',
    means: 'the mails of a day (`MAIL_DAILY_CAP`) are sent; further ones wait until the day is over',
    runbook: 'Mails wait for the next day',
    when: { kind: 'every-line', filter: logged('mailCapReached') },
  },
  {
    name: 'outbox-stuck',
    level: 'page',
    on: 'every `outbox stuck`',
    means: 'events of tips have waited for more than five minutes, and owners are not told of them',
    runbook: 'Notifications are stuck',
    when: { kind: 'every-line', filter: logged('outboxStuck') },
  },
  {
    name: 'outbox-rings-lost',
    level: 'ticket',
    on: 'more than 20 `outbox ring lost` in 10 minutes',
    means:
      'Cloud Tasks takes no tasks, so that the sweep sends, up to two minutes later; or a document cannot be read',
    runbook: 'Notifications are late',
    when: { kind: 'count', of: metrics.outboxRingsLost, moreThan: 20, minutes: 10 },
  },
  {
    name: 'sending-failed',
    level: 'ticket',
    on: 'every `sending failed`',
    means: 'a bug of ours while a message was made or sent; it is tried again',
    runbook: 'A message cannot be sent',
    when: { kind: 'every-line', filter: logged('sendingFailed') },
  },
  {
    name: 'push-refused',
    level: 'ticket',
    on: 'every `push refused`',
    means: 'a push service refuses our key; its devices get nothing until that is mended',
    runbook: 'Push is refused',
    when: { kind: 'every-line', filter: logged('pushRefused') },
  },
];
