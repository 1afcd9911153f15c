import type { PublicProfile } from '../../core/profile/public-profile';
import type { Answer } from '../data/backend';

/** Answers that have arrived, by their promise: a card that mounts later shows them in its first render. */
export const arrivedAnswers = new WeakMap<Promise<unknown>, Answer<PublicProfile>>();
