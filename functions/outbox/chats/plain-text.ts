import type { ChatPart, ChatText } from './chat-text';

export interface PlainRules {
  /** Whether the address of the dashboard stands below a single event: only where the owner alone reads it. */
  readonly urls: boolean;
}

/** A message as lines of text, without its title. */
export function plainBody({ title, parts, summary }: ChatText, { urls }: PlainRules): string {
  const [first] = parts;
  if (first && parts.length === 1 && first.text === title)
    return lines([first.quote, first.note, urls ? first.url : null, ...summary]);
  return lines([...parts.map(listed), ...summary]);
}

/** A message as lines of text. */
export const plainText = (chat: ChatText, rules: PlainRules): string =>
  lines([chat.title, plainBody(chat, rules)]);

const listed = ({ text, quote, note }: ChatPart) =>
  `• ${quote === null ? text : `${text}: ${quote}`}${note === null ? '' : ` (${note})`}`;

const lines = (parts: readonly (string | null)[]) =>
  parts.filter((part) => part !== null && part !== '').join('\n');
