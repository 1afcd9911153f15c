// What few cards need, as one chunk: each chunk that the entry knows costs every card 85 bytes for its name and hash. What is rarer still, or
// large, is a chunk that only this one knows.
export { Floating } from '../floating/floating';
export { followPage } from '../match/follow-page';
export { CopyLink } from './copy-link';
export { LateWall } from './late-wall';
export { UnnamedIcon } from './unnamed-icon';

export const loadDiagnose = () => import('../diagnose/diagnose');
