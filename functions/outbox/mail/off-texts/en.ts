/** The texts of the page that switches off the mails of a channel. */
export const en = {
  ask: 'Stop these emails?',
  askText: 'These emails tell you about your tips. Your other notifications stay as they are.',
  stop: 'Switch off',
  stopped: 'These emails are off',
  stoppedText: 'You will get no more emails about your tips at this address.',
  resume: 'Switch on again',
  resumed: 'These emails are on',
  resumedText: 'You will get emails about your tips at this address again.',
  all: 'All notifications',
};

/** Each language has the keys of English. */
export type OffTexts = Readonly<Record<keyof typeof en, string>>;
