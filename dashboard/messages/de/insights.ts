export const insights = {
  'nav.insights': 'Statistik',
  'insights.title': 'Statistik',
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
  'insights.asTable': 'Als Tabelle',
  'insights.byLink': 'Klicks nach Links',
  'insights.link': 'Link',
  'insights.share': 'Anteil',
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
    'Trinkgelder je Aufruf gibt es nur für die ganze Karte: Wir wissen nicht, welcher Aufruf zu welchem Trinkgeld geführt hat.',
  'insights.notFees':
    '„Nach Erstattungen“ heißt: nach Erstattungen und Anfechtungen, vor den Gebühren von Stripe. Währungen werden nie zusammengezählt.',
  'insights.range': 'Datum',
  'insights.from': 'Erster Tag',
  'insights.to': 'Letzter Tag',
  'insights.rangeFault.incomplete': 'Gib beide Tage ein.',
  'insights.rangeFault.backwards': 'Der letzte Tag liegt vor dem ersten.',
  'insights.rangeFault.future': 'Der letzte Tag liegt in der Zukunft.',
  'insights.rangeFault.too-long': 'Wähle höchstens {days} Tage.',
  'insights.zone': 'Deine Tage beginnen um Mitternacht in',
  'zone.ofBrowser': 'Zeitzone dieses Browsers: {zone}',
  'insights.received': 'Nach Erstattungen',
  'insights.receivedIn': '{currency} nach Erstattungen und Rückbuchungen',
  'insights.more': '{figure} mehr als zuvor ({share})',
  'insights.less': '{figure} weniger als zuvor ({share})',
  'insights.same': 'Wie zuvor',
  'insights.noneBefore': 'Zuvor keine',
  'insights.wasBefore': 'Zuvor {figure}',
  'insights.comparedWith': '„Zuvor“ ist der Zeitraum vom {from} bis zum {to}.',
  'insights.nothingBefore':
    'Noch gibt es nichts zu vergleichen: Vom {from} bis zum {to} wurde nichts gezählt.',
  'insights.cutBefore': 'Es sind zu viele Trinkgelder, um sie zu vergleichen.',
  'insights.emptyPeriod':
    'In diesem Zeitraum wurde nichts gezählt. Wähle einen längeren, um frühere Zahlen zu sehen.',
  'insights.bySite': 'Aufrufe nach Websites',
  'insights.tipsBySite': 'Trinkgelder nach Websites',
  'insights.site': 'Website',
  'insights.noSite': 'Unbekannte Website',
  'insights.otherSites': 'Andere Websites',
  'insights.ownPage': 'Deine Seite ({site})',
  'insights.sitesNote':
    '„Website“ ist die Website, auf der deine Karte steht, oder bei deiner Seite die Website, die zu ihr geführt hat. Wir zählen nur ihren Namen, nie den Rest der Adresse.',
  'insights.utcDays':
    'Die Tage richten sich nach deiner Zeitzone. Von manchen, vor allem älteren Aufrufen und Klicks ist nur der Tag in UTC bekannt.',
};
