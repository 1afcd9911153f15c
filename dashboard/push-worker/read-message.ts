import * as v from 'valibot';
import type { PushEvent } from './worker-scope';

/** A message to this device, as the worker shows it. */
export interface ReadMessage {
  readonly title: string;
  readonly body: string;
  readonly navigate: string;
  readonly lang: string;
  readonly dir: 'ltr' | 'rtl';
  readonly tag: string;
  /** Whom it is for: `pushUser` of the owner. */
  readonly for: string;
}

const text = v.string();
const notification = v.object({
  title: v.pipe(text, v.minLength(1)),
  body: text,
  navigate: text,
  lang: text,
  dir: v.picklist(['ltr', 'rtl']),
  tag: v.pipe(text, v.minLength(1)),
  data: v.object({ for: text }),
});
const message = v.object({ notification });

function read(given: unknown): ReadMessage | null {
  const parsed = v.safeParse(notification, given);
  if (!parsed.success) return null;
  const { data, ...shown } = parsed.output;
  return { ...shown, for: data.for };
}

/** A message that another page of this origin hands over, as the local push service does; null = it is not readable. */
export function readMessage(given: unknown): ReadMessage | null {
  const parsed = v.safeParse(message, given);
  return parsed.success ? read(parsed.output.notification) : null;
}

/** The message of a push event; null = it has none, or none that this worker can read. */
export function messageOf(event: Pick<PushEvent, 'data' | 'notification'>): ReadMessage | null {
  if (event.notification) return read(event.notification);
  try {
    return readMessage(event.data?.json());
  } catch {
    return null;
  }
}
