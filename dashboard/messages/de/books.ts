export const books = {
  'nav.books': 'Abrechnung',
  'books.title': 'Abrechnung',
  'books.lead':
    'Zahlungen, Erstattungen, Gebühren und der Betrag, der dir bleibt: für dich und deine Steuer.',
  'books.year': 'Jahr',
  'books.print': 'Aufstellung drucken',
  'books.emptyTitle': 'Keine Trinkgelder in {year}',
  'books.emptyText': 'Zahlen erscheinen hier, sobald ein Trinkgeld bezahlt ist.',
  'books.sums': 'Trinkgelder in {currency}',
  'books.sumsBookedIn': 'Trinkgelder in {currency}, gebucht in {booked}',
  'books.count': '{count, plural, one {# Trinkgeld} other {# Trinkgelder}}',
  'books.charged': 'Abgebucht',
  'books.received': 'Eingenommen',
  'books.refunds': 'Erstattungen',
  'books.disputes': 'Anfechtungen',
  'books.disputeFees': 'Gebühren von Stripe für Anfechtungen',
  'books.stripeFees': 'Gebühren von Stripe',
  'books.hostShare': 'Anteil dieses Busker-Servers',
  'books.kept': 'Dir bleiben',
  'books.unbookedHeading': 'Trinkgelder in {currency}, die Stripe noch nicht gebucht hat',
  'books.unbooked':
    '{count, plural, one {# Trinkgeld} other {# Trinkgelder}}, {amount} vor Gebühren. Stripe bucht eine Zahlung kurz nach ihrem Eingang; dann stehen die Gebühren fest.',
  'books.byMonth': 'Nach Monat',
  'books.month': 'Monat',
  'books.byCountry': 'Nach Land der Karte',
  'books.country': 'Land',
  'books.unknownCountry': 'Unbekannt',
  'books.tips': 'Trinkgelder',
  'books.returned': 'Erstattungen und Anfechtungen',
  'books.fees': 'Gebühren',
  'books.notYet': 'noch nicht bekannt',
  'books.withoutUnbooked':
    '{count, plural, one {ohne # Trinkgeld} other {ohne # Trinkgelder}} über {amount}, von Stripe noch nicht gebucht',
  'books.statement': 'Aufstellung der Trinkgelder für {year}',
  'books.madeOn': 'Erstellt am {date}. Zeitzone der Tage: {zone}.',
  'books.paperFoot': 'Erstellt mit Busker aus den Zahlungen auf dem eigenen Stripe-Konto.',
  'books.owner': 'Deine Angaben auf der Aufstellung',
  'books.ownerNote':
    'Freiwillig. Sie stehen auf der gedruckten Aufstellung und in deinem Datenexport und werden mit deinem Konto gelöscht. Sonst sieht sie niemand.',
  'books.ownerName': 'Name oder Firma',
  'books.ownerAddress': 'Adresse',
  'books.taxNumber': 'Steuernummer',
  'books.taxNumberIs': 'Steuernummer: {number}',
  'books.ownerSave': 'Speichern',
  'books.ownerSaved': 'Gespeichert.',
  'books.about': 'So zählen wir',
  'books.aboutPaid':
    'Ein Trinkgeld zählt an dem Tag, an dem es bezahlt wurde, in der Zeitzone deines Kontos.',
  'books.aboutReturns':
    'Eine Erstattung oder eine Anfechtung zählt am Tag des Trinkgelds, auch wenn sie später kommen. Deshalb können sich die Zahlen des Vorjahres noch ändern.',
  'books.aboutFees':
    'Gebühren sind das, was Stripe gebucht hat, keine Schätzung. „Dir bleiben“ ist, was diese Trinkgelder deinem Guthaben bei Stripe hinzugefügt haben.',
  'books.ownFeeApart':
    'Nicht gezählt: die eigene Gebühr von {way}, die Stripe getrennt von den Trinkgeldern bucht.',
  'books.aboutCurrencies': 'Beträge in verschiedenen Währungen zählen wir nie zusammen.',
  'books.aboutPending':
    '„Erstattungen und Anfechtungen“ enthält auch Erstattungen, die unterwegs sind; „Dir bleiben“ ändert sich, sobald Stripe sie bucht.',
};
