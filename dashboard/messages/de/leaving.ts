export const leaving = {
  'leaving.title': 'Dein Konto wird gelöscht',
  'leaving.label': 'Löschung deines Kontos',
  'leaving.step': 'Löschen: {step} von {steps}: {what}',
  'leaving.page': 'deine Seite vom Netz nehmen',
  'leaving.payments': 'offene Zahlungen beenden',
  'leaving.books': 'Zahlungsbelege sichern',
  'leaving.data': 'deine Daten entfernen',
  'leaving.sign-in': 'deine Anmeldung entfernen',
  'leaving.items': '{done} von {total}',
  'leaving.retrying': 'Etwas ist fehlgeschlagen. Wir versuchen es von selbst noch einmal.',
  'leaving.mayStop':
    'Wenn jetzt noch eine Erstattung oder eine Anfechtung beginnt, hält die Löschung an und alles ist wie vorher.',
  'leaving.noReturn': 'Die Löschung lässt sich nicht mehr anhalten.',
  'leaving.byItself': 'Du kannst diese Seite schließen. Die Löschung endet von selbst.',
  'leaving.stoppedTitle': 'Dein Konto wurde nicht gelöscht',
  'leaving.stopped':
    'Bevor etwas entfernt war, war noch eine Zahlung, eine Erstattung oder eine Anfechtung offen. Deshalb hat die Löschung angehalten. Deine Seite ist wieder zu sehen, und alle Trinkgelder und Daten sind da wie vorher. Lösche dein Konto noch einmal, wenn das erledigt ist.',
  'leaving.read': 'OK',
};
