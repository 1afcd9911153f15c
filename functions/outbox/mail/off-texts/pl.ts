import type { OffTexts } from './en';

export const pl: OffTexts = {
  ask: 'Nie chcesz już dostawać tych e-maili?',
  askText: 'Te e-maile informują o Twoich napiwkach. Pozostałe powiadomienia się nie zmienią.',
  stop: 'Wyłącz',
  stopped: 'Te e-maile są wyłączone',
  stoppedText: 'Na ten adres nie będą już przychodzić e-maile o Twoich napiwkach.',
  resume: 'Włącz ponownie',
  resumed: 'Te e-maile są włączone',
  resumedText: 'Na ten adres znów będą przychodzić e-maile o Twoich napiwkach.',
  all: 'Wszystkie powiadomienia',
};
