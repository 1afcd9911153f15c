export const insights = {
  'nav.insights': 'Zahlen',
  'insights.title': 'Zahlen',
  'insights.lead':
    'Wie oft deine Karte gesehen und benutzt wird. Nur Zählungen: Kein Besucher wird verfolgt.',
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
  'insights.byPlacement': 'Trinkgelder nach Plätzen',
  'insights.where': 'Wo',
  'insights.noPage': 'Unbekannte Seite',
  'insights.noPlacement': 'Ohne Platz',
  'insights.stale':
    'Noch keine Antwort vom Server: Das sind die Zahlen, die dieses Gerät kennt. Einige können fehlen.',
  'insights.cut': 'Das sind die neuesten 2.000 Trinkgelder des Zeitraums; frühere sind nicht enthalten.',
  'insights.emptyTitle': 'Noch wurde nichts gezählt',
  'insights.emptyText': 'Zahlen erscheinen Sekunden nachdem jemand deine Karte sieht.',
  'insights.honest': 'Was diese Zahlen nicht sagen',
  'insights.honestLead': 'Karten senden diese Zählungen von selbst; nimm sie als untere Grenze.',
  'insights.notBlocked':
    'Besucher, deren Browser Skripte blockiert oder nicht ausführt, und Links, die angetippt wurden, bevor die Karte da war, sind nicht gezählt. Auch die Einwilligung einer Seite kann Aufrufe ungezählt lassen.',
  'insights.notPeople':
    'Dieselbe Person auf zwei Seiten zählt als zwei Aufrufe: Wir behalten nichts, woran man das sähe. Roboter, die Skripte ausführen, zählen mit. Aus einem Netzwerk zählen höchstens 30 Aufrufe pro Stunde.',
  'insights.notPlaces':
    'Aufrufe und Klicks zählen nur nach Tag und Link; darum gibt es Trinkgelder je Aufruf für die ganze Karte, nicht für eine Seite oder einen Platz.',
  'insights.notFees':
    '„Behalten“ ist nach Rückgaben und Anfechtungen, vor den Gebühren von Stripe. Währungen werden nie zusammengezählt.',
  'insights.utc': 'Tage sind UTC-Tage.',
};
