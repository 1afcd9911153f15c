import type { MessageId } from '../messages/message-ids';
import german from '../messages/de.json?all';
import english from '../messages/en.json?all';
import spanish from '../messages/es.json?all';

type EveryText = Readonly<Record<MessageId, string>>;

/** Every text of the dashboard, at once, for tests that read it. That each is there is tested in scripts/messages. */
export const en = english as EveryText;
export const de = german as EveryText;
export const es = spanish as EveryText;
