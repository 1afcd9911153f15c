export const monthly = {
  'monthly.heading': 'Monatliche und jährliche Trinkgelder',
  'monthly.on': 'Fans regelmäßig geben lassen',
  'monthly.onHint':
    'Die Fans wählen es selbst; „Einmal“ ist immer vorausgewählt. Wenn du das ausschaltest, laufen bestehende weiter, bis der Fan sie beendet.',
  'monthly.often': 'Was Fans wählen können',
  'monthly.month': 'Jeden Monat',
  'monthly.year': 'Jedes Jahr',
  'monthly.both': 'Jeden Monat oder jedes Jahr',
  'monthly.presets.month': 'Vorgeschlagene Beträge für einen Monat',
  'monthly.presets.year': 'Vorgeschlagene Beträge für ein Jahr',
  'monthly.limits':
    'Von {min} bis {max} im Monat, und bis {most} im Jahr. Dein kleinstes und dein größtes Trinkgeld bestimmen das.',
  'monthly.fee': 'Stripe berechnet für diese Zahlungen etwa {percent} mehr als für einzelne Trinkgelder.',
  'monthly.check':
    'Stripe schreibt diesen Fans in deinem Namen und wiederholt eine abgelehnte Abbuchung. Prüfe bei Stripe, ob das eingeschaltet ist:',
  'monthly.check.retry':
    'Eine abgelehnte Karte wird erneut versucht, und nach dem letzten Versuch endet das Abo',
  'monthly.check.mails':
    'E-Mails zu fehlgeschlagenen Zahlungen, ablaufenden Karten, kommenden Abbuchungen, Bestätigungen und Kündigungen',
  'monthly.open': 'Einstellungen bei Stripe öffnen',
  'monthly.tip.month': 'Monatlich · {number}',
  'monthly.tip.year': 'Jährlich · {number}',
  'monthly.period': 'Zeitraum',
  'monthly.atStripe': 'Abo bei Stripe',
};
