export const insights = {
  'nav.insights': 'Zahlen',
  'insights.title': 'Zahlen',
  'insights.lead':
    'Wie oft deine Karte gesehen und benutzt wird. Wir zählen, aber wir verfolgen keine Besucher.',
  'insights.period': 'Zeitraum',
  'insights.days': '{days} Tage',
  'insights.views': 'Aufrufe',
  'insights.clicks': 'Klicks auf Links',
  'insights.tips': 'Trinkgelder',
  'insights.conversion': 'Trinkgelder je Aufruf',
  'insights.noShare': 'keine',
  'insights.day': 'Tag',
  'insights.byDay': 'Aufrufe und Klicks nach Tagen',
  'insights.byDaySays': 'Diagramm: {views} Aufrufe und {clicks} Klicks in {days} Tagen.',
  'insights.money': 'Trinkgelder nach Tagen in {currency}',
  'insights.moneySays':
    'Diagramm: {count, plural, one {# Trinkgeld} other {# Trinkgelder}}, zusammen {amount}.',
  'insights.kept': 'Behalten',
  'insights.asTable': 'Als Tabelle',
  'insights.byLink': 'Klicks nach Links',
  'insights.link': 'Link',
  'insights.share': 'Anteil',
  'insights.countsSays':
    'Diagramm: {heading}. {rows, plural, one {# Balken} other {# Balken}}; der längste ist {name} mit {count}.',
  'insights.removedLinks': 'Links, die du entfernt hast',
  'insights.byPage': 'Trinkgelder nach Seiten',
  'insights.byPlacement': 'Trinkgelder nach Platzierung',
  'insights.where': 'Wo',
  'insights.noPage': 'Unbekannte Seite',
  'insights.noPlacement': 'Ohne Platzierung',
  'insights.countedUntil': 'Aufrufe und Klicks sind bis {time} gezählt.',
  'insights.stale':
    'Der Server hat noch nicht geantwortet. Diese Zahlen stammen von diesem Gerät und können unvollständig sein.',
  'insights.cut':
    'Diese Zahlen umfassen die neuesten 2.000 Trinkgelder des Zeitraums. Frühere sind nicht enthalten.',
  'insights.emptyTitle': 'Noch nichts gezählt',
  'insights.emptyText': 'Zahlen erscheinen einige Minuten, nachdem jemand deine Karte gesehen hat.',
  'insights.honest': 'Über diese Zahlen',
  'insights.honestLead':
    'Karten senden diese Zahlen aus dem Browser der Besucher. Lies sie als Mindestwerte.',
  'insights.notBlocked':
    'Wir zählen keine Besucher, deren Browser Skripte blockiert, und keine Links, die vor dem Laden der Karte angetippt wurden. Auch die Einwilligung einer Seite kann das Zählen verhindern.',
  'insights.notPeople':
    'Eine Person auf zwei Seiten zählt als zwei Aufrufe, weil wir Besucher nicht verfolgen. Bots, die Skripte ausführen, zählen mit. Aus einem Netzwerk zählen höchstens 60 Aufrufe und Klicks pro Minute.',
  'insights.notPlaces':
    'Aufrufe und Klicks zählen wir nur nach Tag und Link. Trinkgelder je Aufruf gibt es darum nur für die ganze Karte, nicht für eine Seite oder Platzierung.',
  'insights.notFees':
    '„Behalten“ heißt: nach Erstattungen und Anfechtungen, vor den Gebühren von Stripe. Währungen werden nie zusammengezählt.',
  'insights.utc': 'Die Tage sind in UTC.',
};
