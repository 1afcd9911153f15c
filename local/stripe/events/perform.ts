import { bookCharge } from '../payments/booking';
import type { Sandbox } from '../sandbox';
import type { JobEntity } from '../state/event-entities';

export function perform(sandbox: Sandbox, task: JobEntity['task']): void {
  switch (task.kind) {
    case 'book-charge':
      return bookCharge(sandbox, task.charge);
    case 'aftereffect':
    case 'settle-refund':
    case 'fail-refund':
    case 'expire-session':
      return;
  }
}
