// Parts that few cards need, in one chunk: each chunk that the entry can load costs every card 85 bytes for its name and hash. Parts that are
// rarer or large are chunks of this one.
import type { Diagnosis } from '../diagnose/diagnosis';

export { Floating } from '../floating/floating';
export { followPage } from '../match/follow-page';
export { CopyLink } from './copy-link';
export { LateWall } from './late-wall';
export { tellMisread } from './tell-misread';
export { UnnamedIcon } from './unnamed-icon';

/** `server`: the origin for a tag without `host`. */
export const diagnoseCard = async (element: HTMLElement, server: string | null): Promise<Diagnosis> =>
  (await import('../diagnose/diagnose')).diagnose(element, server);
