import type { SentEvent } from '@busker/core/dashboard-api/channel-api';
import { loadRare, type RareParts } from './use-rare';
import { httpCounter, type Count } from '../server/http-counter';
import { mendTexts } from '../preact/mend-texts';

export { CardDriver } from './card-driver';
export { whenNear } from '../scheduling/when-near';

mendTexts();

let counter: Count | undefined;

/** `card`: the version of the script, undefined in the npm build. One counter collects the views of all cards. */
export function countNow(card: string | undefined, host: string, event: SentEvent): void {
  counter ??= httpCounter(card);
  counter(host, event);
}

export const diagnoseCard: RareParts['diagnoseCard'] = async (...card) =>
  (await loadRare()).diagnoseCard(...card);
