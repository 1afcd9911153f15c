import { languageOf, directionOf } from '../../../core/base/language-tags';
import { unreachable } from '../../../core/base/result';
import { testWords } from '../../../core/outbox/telling/channel-words';
import { tell } from '../../../core/outbox/telling/tell';
import type { Telling } from '../../../core/outbox/telling/telling';
import type { Message } from '../../../core/outbox/told-event';
import type { Addressee } from '../channel-sender';

/** The events that one notification lists. No system shows more. */
const most = 8;

/** The sentences of a notification. A device is verified by "Did you see it?", so a code is never sent there: it gets the test message too. */
export function pushTelling(
  { language, zone, channel }: Addressee,
  message: Message,
  origin: string,
): Telling {
  switch (message.kind) {
    case 'told':
      return tell(message, { language, zone, origin, audience: channel.audience, most });
    case 'test':
    case 'code': {
      const { title, text, url } = testWords(language, origin);
      return {
        language: languageOf(language),
        direction: directionOf(language),
        title,
        lines: [{ text: title, quote: null, note: text, url, at: 0, urgent: false }],
        summary: [],
        test: false,
      };
    }
    default:
      return unreachable(message);
  }
}
