import * as v from 'valibot';
import { ok, type Result } from '../../../core/base/result';
import type { GoogleRest } from './google-rest';
import { mapped, type Reply } from './reply';

/** A release of Hosting's live channel. */
export interface HostingRelease {
  /** `sites/SITE/versions/ID` */
  readonly version: string;
  /** The message that the deploy wrote: our own hash of the files. */
  readonly message: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

export interface LiveHosting {
  /** Newest first. */
  releases(): Promise<Reply<readonly HostingRelease[]>>;
  /** Makes an earlier version the live one. */
  release(version: string, message: string): Promise<Result<null, string>>;
}

const releaseShape = v.object({
  version: v.optional(v.object({ name: v.string() })),
  message: v.optional(v.string(), ''),
  releaseTime: v.string(),
});

/** Firebase Hosting (firebase.google.com/docs/reference/hosting/rest), for the site that has the project's name. */
export function liveHosting(google: GoogleRest, projectId: string): LiveHosting {
  const live = `https://firebasehosting.googleapis.com/v1beta1/projects/${projectId}/sites/${projectId}/channels/live/releases`;
  return {
    async releases() {
      const answer = await google.read(
        `${live}?pageSize=25`,
        v.object({ releases: v.optional(v.array(releaseShape), []) }),
      );
      return mapped(answer, (value) =>
        (value?.releases ?? []).flatMap(({ version, message, releaseTime }) =>
          version === undefined ? [] : [{ version: version.name, message, at: Date.parse(releaseTime) }],
        ),
      );
    },
    async release(version, message) {
      const url = `${live}?versionName=${encodeURIComponent(version)}`;
      const done = await google.write('POST', url, { message }, v.looseObject({}));
      return done.ok ? ok(null) : done;
    },
  };
}
