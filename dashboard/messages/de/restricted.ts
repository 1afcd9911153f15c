export const restricted = {
  'restricted.limited.title': 'Der Betreiber hat deine Seite eingeschränkt',
  'restricted.limited.text': 'Besucher sehen nicht: {parts}. Alles andere kannst du veröffentlichen.',
  'restricted.payments-paused.title': 'Der Betreiber hat deine Trinkgelder angehalten',
  'restricted.payments-paused.text':
    'Deine Seite ist zu sehen, aber niemand kann dir gerade Trinkgeld geben. Frühere Trinkgelder und Erstattungen funktionieren wie bisher.',
  'restricted.hidden.title': 'Deine Seite ist verborgen',
  'restricted.hidden.text':
    'Der Betreiber prüft sie. Niemand sieht deine Seite, und du kannst nicht veröffentlichen. Bearbeiten, erstatten und exportieren kannst du.',
  'restricted.suspended.title': 'Deine Seite ist gesperrt',
  'restricted.suspended.text':
    'Niemand sieht deine Seite, und du kannst nicht veröffentlichen. Du kannst weiter alles ansehen und exportieren, Trinkgelder erstatten und dein Konto löschen.',
  'restricted.closed.title': 'Deine Seite ist geschlossen',
  'restricted.closed.text':
    'Sie kommt nicht wieder. Du kannst weiter alles ansehen und exportieren, Trinkgelder erstatten und dein Konto löschen.',
  'restricted.order': 'Eine Behörde hat das angeordnet.',
  'restricted.until': 'Bis {when}.',
  'restricted.reason': 'Grund: {reason}',
  'restricted.part.picture': 'dein Bild',
  'restricted.part.bio': '„Über mich“',
  'restricted.part.link': 'der Link „{label}“',
  'restricted.publish': 'Der Betreiber lässt gerade nicht zu, dass diese Seite veröffentlicht wird.',
  'appeal.make': 'Widersprechen',
  'appeal.title': 'Der Entscheidung widersprechen',
  'appeal.lead':
    'Ein Mensch liest das und antwortet dir per E-Mail. Du kannst einmal widersprechen, innerhalb von sechs Monaten.',
  'appeal.text': 'Warum ist die Entscheidung falsch?',
  'appeal.send': 'Widerspruch senden',
  'appeal.open': 'Du hast am {when} widersprochen. Die Antwort bekommst du per E-Mail.',
  'appeal.upheld': 'Dein Widerspruch hat die Entscheidung nicht geändert: {answer}',
  'appeal.reversed': 'Die Entscheidung wurde geändert: {answer}',
  'terms.title': 'Neue Bedingungen',
  'terms.will': 'Unsere Bedingungen ändern sich am {when}.',
  'terms.did': 'Unsere Bedingungen haben sich am {when} geändert.',
  'terms.read': 'Bedingungen lesen',
  'terms.seen': 'Ich habe sie gelesen',
};
