import { yearsAfter } from '../tip/text-lifetime';

const afterConsent = 3;
const afterEnd = 1;

/**
 * Until when the consent to a monthly tip is kept: three years after it was given, or one year after the end of the monthly tip, whichever is later, as
 * California's Automatic Renewal Law asks. All in epoch milliseconds; years of the calendar in UTC. One from 29 February ends on 1 March.
 */
export const consentKeptUntil = (consentAt: number, endedAt: number): number =>
  Math.max(yearsAfter(consentAt, afterConsent), yearsAfter(endedAt, afterEnd));
