import type { PublicProfile } from '../core/public-profile';
import type { Answer } from './backend';

/** Answers that are there, by the promise that brought them: a card that is drawn later shows them with its first rendering. */
export const heardAnswers = new WeakMap<Promise<unknown>, Answer<PublicProfile>>();
