import * as v from 'valibot';
import { moderationRoles } from '../profile/standing';

/**
 * A mail of the last 30 days. `waiting`: nobody has sent it; `sending`: the server sends it, now or at its next try; `by-hand`: a person has sent it. Moderators do
 * not see address and text, since both can name a reporter.
 */
const moderatedMail = v.strictObject({
  id: v.string(),
  state: v.picklist(['waiting', 'sending', 'sent', 'by-hand', 'failed']),
  subject: v.string(),
  /** Null = only admins see it. */
  to: v.nullable(v.string()),
  text: v.nullable(v.string()),
  /** Why it could not be sent; null = it did not fail. */
  failure: v.nullable(v.string()),
  /** Epoch milliseconds. */
  createdAt: v.number(),
});
export type ModeratedMail = v.InferOutput<typeof moderatedMail>;

/** The answer of `GET /v1/admin/mails`: failed and waiting mails first, then the newest. */
export const mailsAnswer = v.strictObject({
  role: v.picklist(moderationRoles),
  /** `server`: the mails are sent by themselves. `none`: a person sends them by hand. */
  sender: v.picklist(['server', 'none']),
  mails: v.array(moderatedMail),
});
export type MailsAnswer = v.InferOutput<typeof mailsAnswer>;

/** `true`: a person has sent the mail by hand. `again`: the server shall send a mail again that failed. */
const sent = v.union(
  [v.literal(true), v.literal('again')],
  'Say that it was sent, true, or send it "again".',
);

/** Body of `POST /v1/admin/mails/{id}`. */
export const mailBody = v.strictObject({ sent });

/** The answer of `POST /v1/admin/mails/{id}`: what was done. */
export const mailAnswer = v.strictObject({ sent });
