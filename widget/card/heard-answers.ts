import type { PublicProfile } from '../../core/profile/public-profile';
import type { Answer } from '../data/backend';

/** Answers that are there, by the promise that brought them: a card that is drawn later shows them with its first rendering. */
export const heardAnswers = new WeakMap<Promise<unknown>, Answer<PublicProfile>>();
