import { unreachable } from '../../../core/base/result';
import type { DraftChange } from '../../draft/draft-changes';
import type { MessageId, Say } from '../../messages/text';

const linkWords = {
  added: 'change.linkAdded',
  removed: 'change.linkRemoved',
  edited: 'change.linkEdited',
  shown: 'change.linkShown',
  hidden: 'change.linkHidden',
} as const satisfies Record<string, MessageId>;

export function changeText(change: DraftChange, text: Say): string {
  switch (change.kind) {
    case 'field':
      return text(`change.${change.field}`);
    case 'order':
      return text('change.order');
    case 'link':
      return text(linkWords[change.what], { label: change.label });
    default:
      return unreachable(change);
  }
}
