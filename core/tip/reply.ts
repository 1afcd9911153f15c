import type { Tip } from './tip';

/** Characters of a reply, counted as code points. */
export const replyLimit = 500;

/** Milliseconds in which the owner can change a reply. Later the fan may have read it. */
export const replyChangeMs = 60 * 60_000;

/** Whether the owner may write or change the reply now. Only tips that count are answered: a held payment is not one yet. */
export const mayReply = ({ contrib, reply }: Pick<Tip, 'contrib' | 'reply'>, now: number): boolean =>
  contrib.count > 0 && (reply === null || now - reply.at < replyChangeMs);

/** Whether the fan may wait for an answer: the tip counts, and was not given back. */
export const isAnswerable = ({ contrib, state }: Pick<Tip, 'contrib' | 'state'>): boolean =>
  contrib.count > 0 && state !== 'refunded';

/** Whether the fan can still be told of the first answer. */
export const mayWatch = (tip: Pick<Tip, 'contrib' | 'state' | 'reply'>): boolean =>
  isAnswerable(tip) && tip.reply === null;
