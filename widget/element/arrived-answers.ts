import type { PublicProfile } from '@busker/core/profile/profile';
import type { Answer } from '../data/backend';
import type { FirstSettings } from '../attributes/first-settings';

/** Answers that have arrived, by whose profile it is: a card that mounts later shows them in its first render, and asks no second time. */
export const arrivedAnswers = new Map<string, Answer<PublicProfile>>();

export const whoseProfile = ({ src, profile, host }: FirstSettings): string => [src, profile, host].join();
