import type { SentEvent } from '../../core/api/event-api';
import { loadRare } from '../card/use-rare';
import { httpCounter, type Count } from '../data/http-counter';
import type { Diagnosis } from '../diagnose/diagnosis';
import { readSettings } from '../element/attributes';
import { mendTexts } from '../preact/mend-texts';

export { CardDriver } from './card-driver';
export { whenNear } from './when-near';

mendTexts();

let counter: Count | undefined;

/** `card`: the version of the script, undefined in the npm build. One counter collects the views of all cards. */
export function countNow(card: string | undefined, host: string, event: SentEvent): void {
  counter ??= httpCounter(card);
  counter(host, event);
}

/** `server`: the origin for a tag without `host`. */
export async function diagnoseCard(element: HTMLElement, server: string | null): Promise<Diagnosis> {
  const { host, profile, pay } = readSettings((name) => element.getAttribute(name));
  const { loadDiagnose } = await loadRare();
  return (await loadDiagnose())(element, { host: host ?? server, handle: profile, pay });
}
