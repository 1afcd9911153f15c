import * as v from 'valibot';
import { browserClasses, systemClasses } from '../base/device-class';
import { requestUuid } from '../base/request-id';

/** The id that a browser makes for itself: in the body of `POST`, and in the path of `DELETE /v1/me/sessions/{device}`. */
export const deviceId = requestUuid('Send a UUID.');

/** Body of `POST /v1/me/sessions`: the browser in which the owner is signed in. */
export const sessionBody = v.strictObject({ device: deviceId });

/** The answer: the browsers in which the owner is signed in, last seen first. Times in epoch milliseconds. */
export const sessionsAnswer = v.strictObject({
  sessions: v.array(
    v.strictObject({
      id: v.string(),
      // A dashboard that stayed open over a release does not know the classes of the next one.
      browser: v.fallback(v.picklist(browserClasses), 'other'),
      system: v.fallback(v.picklist(systemClasses), 'other'),
      signedInAt: v.number(),
      lastSeenAt: v.number(),
    }),
  ),
});
export type SessionsAnswer = v.InferOutput<typeof sessionsAnswer>;
export type ShownSession = SessionsAnswer['sessions'][number];
