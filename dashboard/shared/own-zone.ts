/** The time zone of this browser. The days of tips are counted in it. */
export const ownZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;
