export const insights = {
  'nav.insights': 'Statistiche',
  'insights.title': 'Statistiche',
  'insights.lead':
    'Quanto spesso le persone vedono e usano la tua card. Contiamo, ma non tracciamo i visitatori.',
  'insights.period': 'Periodo',
  'insights.days': '{days} giorni',
  'insights.views': 'Visualizzazioni',
  'insights.clicks': 'Clic sui link',
  'insights.tips': 'Mance',
  'insights.conversion': 'Mance per visualizzazione',
  'insights.noShare': 'nessuna',
  'insights.day': 'Giorno',
  'insights.byDay': 'Visualizzazioni e clic per giorno',
  'insights.byDaySays': 'Grafico: {views} visualizzazioni e {clicks} clic sui link in {days} giorni.',
  'insights.money': 'Mance per giorno in {currency}',
  'insights.moneySays': 'Grafico: {count, plural, one {# mancia} other {# mance}}, in tutto {amount}.',
  'insights.kept': 'Conservato',
  'insights.asTable': 'Come tabella',
  'insights.byLink': 'Clic per link',
  'insights.link': 'Link',
  'insights.share': 'Quota',
  'insights.countsSays':
    'Grafico: {heading}. {rows, plural, one {# barra} other {# barre}}; la più lunga è {name} con {count}.',
  'insights.removedLinks': 'Link che hai rimosso',
  'insights.byPage': 'Mance per pagina',
  'insights.byPlacement': 'Mance per posizione',
  'insights.where': 'Dove',
  'insights.noPage': 'Pagina sconosciuta',
  'insights.noPlacement': 'Nessuna posizione',
  'insights.countedUntil': 'Visualizzazioni e clic contati fino alle {time}.',
  'insights.stale':
    'Il server non ha ancora risposto. Queste cifre vengono da questo dispositivo e possono essere incomplete.',
  'insights.cut': 'Queste cifre coprono le ultime 2.000 mance del periodo. Le precedenti non sono incluse.',
  'insights.emptyTitle': 'Ancora nulla di contato',
  'insights.emptyText': 'Le cifre compaiono qualche minuto dopo che qualcuno ha visto la tua card.',
  'insights.honest': 'Su questi numeri',
  'insights.honestLead':
    'Le card inviano questi conteggi dal browser del visitatore. Leggili come un minimo.',
  'insights.notBlocked':
    'Non contiamo i visitatori il cui browser blocca gli script, né i link toccati prima che la card si carichi. Anche l’impostazione del consenso di una pagina può impedire il conteggio.',
  'insights.notPeople':
    'Una persona su due pagine conta come due visualizzazioni, perché non tracciamo i visitatori. I bot che eseguono script vengono contati. Una rete conta al massimo 60 visualizzazioni e clic al minuto.',
  'insights.notPlaces':
    'Contiamo visualizzazioni e clic solo per giorno e per link. Le mance per visualizzazione si conoscono quindi solo per l’intera card, non per una pagina o una posizione.',
  'insights.notFees':
    '«Conservato» significa dopo rimborsi e contestazioni, prima delle commissioni di Stripe. Le valute non si sommano mai.',
  'insights.utc': 'I giorni sono in UTC.',
};
