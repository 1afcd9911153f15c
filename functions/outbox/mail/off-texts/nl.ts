import type { OffTexts } from './en';

export const nl: OffTexts = {
  ask: 'Deze e-mails niet meer ontvangen?',
  askText: 'Deze e-mails gaan over je fooien. Je andere meldingen blijven zoals ze zijn.',
  stop: 'Uitschakelen',
  stopped: 'Deze e-mails zijn uitgeschakeld',
  stoppedText: 'Je krijgt op dit adres geen e-mails meer over je fooien.',
  resume: 'Weer inschakelen',
  resumed: 'Deze e-mails zijn ingeschakeld',
  resumedText: 'Je krijgt op dit adres weer e-mails over je fooien.',
  all: 'Alle meldingen',
};
