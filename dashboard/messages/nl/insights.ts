export const insights = {
  'nav.insights': 'Statistieken',
  'insights.title': 'Statistieken',
  'insights.lead': 'Hoe vaak mensen je kaart zien en gebruiken. We tellen, maar we volgen bezoekers niet.',
  'insights.period': 'Periode',
  'insights.days': '{days} dagen',
  'insights.views': 'Weergaven',
  'insights.clicks': 'Klikken op links',
  'insights.tips': 'Fooien',
  'insights.conversion': 'Fooien per weergave',
  'insights.noShare': 'geen',
  'insights.day': 'Dag',
  'insights.byDay': 'Weergaven en klikken per dag',
  'insights.byDaySays': 'Grafiek: {views} weergaven en {clicks} klikken op links in {days} dagen.',
  'insights.money': 'Fooien per dag in {currency}',
  'insights.moneySays': 'Grafiek: {count, plural, one {# fooi} other {# fooien}}, samen {amount}.',
  'insights.kept': 'Behouden',
  'insights.asTable': 'Als tabel',
  'insights.byLink': 'Klikken per link',
  'insights.link': 'Link',
  'insights.share': 'Aandeel',
  'insights.countsSays':
    'Grafiek: {heading}. {rows, plural, one {# balk} other {# balken}}; de langste is {name} met {count}.',
  'insights.removedLinks': 'Links die je hebt verwijderd',
  'insights.byPage': 'Fooien per pagina',
  'insights.byPlacement': 'Fooien per plek',
  'insights.where': 'Waar',
  'insights.noPage': 'Onbekende pagina',
  'insights.noPlacement': 'Geen plek',
  'insights.countedUntil': 'Weergaven en klikken zijn geteld tot {time}.',
  'insights.stale':
    'De server heeft nog niet geantwoord. Deze cijfers komen van dit apparaat en zijn misschien onvolledig.',
  'insights.cut': 'Deze cijfers gaan over de nieuwste 2.000 fooien van de periode. Eerdere tellen niet mee.',
  'insights.emptyTitle': 'Nog niets geteld',
  'insights.emptyText': 'Cijfers verschijnen een paar minuten nadat iemand je kaart heeft gezien.',
  'insights.honest': 'Over deze cijfers',
  'insights.honestLead':
    'Kaarten sturen deze aantallen vanuit de browser van de bezoeker. Lees ze als een minimum.',
  'insights.notBlocked':
    'We tellen geen bezoekers van wie de browser scripts blokkeert, en geen links waarop is getikt voordat de kaart was geladen. Ook de toestemmingsinstelling van een pagina kan tellen voorkomen.',
  'insights.notPeople':
    'Eén persoon op twee pagina’s telt als twee weergaven, omdat we bezoekers niet volgen. Bots die scripts uitvoeren, tellen mee. Eén netwerk telt voor hooguit 60 weergaven en klikken per minuut.',
  'insights.notPlaces':
    'We tellen weergaven en klikken alleen per dag en per link. Fooien per weergave is daarom alleen bekend voor de hele kaart, niet voor één pagina of plek.',
  'insights.notFees':
    '“Behouden” betekent na terugbetalingen en geschillen, vóór de kosten van Stripe. Valuta’s worden nooit opgeteld.',
  'insights.utc': 'Dagen zijn in UTC.',
};
