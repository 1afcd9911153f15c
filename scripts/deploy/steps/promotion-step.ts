import type { CardVersionDay } from '../../../core/documents/card-version-document';
import type { Reply } from '../google/reply';
import { channelFile, promotedVersion } from '../releases/channels';
import type { ReleaseFiles } from '../releases/release-files';
import { fine, missing, unknown, type Step } from '../step';
import { judgeCrashes } from './judge-crashes';

export interface PromotionStepOptions {
  readonly kept: ReleaseFiles;
  /** The version of this checkout, which must be at `/embed/next.js`. */
  readonly version: string;
  /** The counts of these versions in the last three days. */
  readonly counts: (versions: readonly string[]) => Promise<Reply<readonly CardVersionDay[]>>;
}

/** May `/embed/v1.js` become this version? The steps after it build, and release the files. */
export const promotionStep = ({ kept, version, counts }: PromotionStepOptions): Step => ({
  name: 'promotion',
  async ask() {
    const [current, next] = await Promise.all([promotedVersion(kept), kept.read(channelFile(version))]);
    if (!current.ok) return [missing('the version of /embed/v1.js', current.problem)];
    if (next.state === 'unknown') return [unknown('the version of /embed/next.js', next.why)];
    if (current.value === version) return [fine(`/embed/v1.js is ${version} already`)];
    if (current.value === null || next.value === null)
      return [missing(`version ${version} at /embed/next.js`, 'npm run deploy -- --early')];
    return [judgeCrashes(await counts([current.value, version]), { current: current.value, next: version })];
  },
});
