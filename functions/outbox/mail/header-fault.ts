import type { OutgoingMail } from './mail-transport';

/** A line break would begin another header line. Other control characters have no place in a header either. */
const isOneLine = (value: string): boolean => !/\p{Cc}/u.test(value);

const isName = (name: string): boolean => /^[A-Za-z][A-Za-z-]*$/.test(name);

/**
 * The name of the first header that must not be sent; null = all are good. We check this ourselves and do not rely on the library: GHSA-268h-hp4c-crq3
 * was a header line by way of `List-Unsubscribe`.
 */
export function headerFault({ from, to, subject, messageId, headers }: OutgoingMail): string | null {
  const own = { From: from.name, Sender: from.address, To: to, Subject: subject, 'Message-ID': messageId };
  const all = Object.entries({ ...own, ...headers });
  const [name] = all.find(([key, value]) => !isName(key) || !isOneLine(value)) ?? [];
  if (name !== undefined) return name;
  return /^[\w.-]+@[\w.-]+$/.test(messageId) ? null : 'Message-ID';
}
