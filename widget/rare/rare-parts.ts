// Parts that few cards need, in one chunk: each chunk that the entry can load costs every card 85 bytes for its name and hash. Parts that are
// rarer or large are chunks of this one.
export { Floating } from '../floating/floating';
export { followPage } from '../match/follow-page';
export { CopyLink } from './copy-link';
export { LateWall } from './late-wall';
export { tellMisread } from './tell-misread';
export { UnnamedIcon } from './unnamed-icon';

export const loadDiagnose = async () => (await import('../diagnose/diagnose')).diagnose;
