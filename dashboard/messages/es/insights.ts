export const insights = {
  'nav.insights': 'Cifras',
  'insights.title': 'Cifras',
  'insights.lead': 'Cuánto se ve y se usa tu tarjeta. Contamos, pero no seguimos a los visitantes.',
  'insights.period': 'Periodo',
  'insights.days': '{days} días',
  'insights.views': 'Vistas',
  'insights.clicks': 'Clics en enlaces',
  'insights.tips': 'Propinas',
  'insights.conversion': 'Propinas por vista',
  'insights.noShare': 'ninguna',
  'insights.day': 'Día',
  'insights.byDay': 'Vistas y clics por día',
  'insights.byDaySays': 'Gráfico: {views} vistas y {clicks} clics en {days} días.',
  'insights.money': 'Propinas por día en {currency}',
  'insights.moneySays': 'Gráfico: {count, plural, one {# propina} other {# propinas}}, en total {amount}.',
  'insights.kept': 'Conservado',
  'insights.asTable': 'Como tabla',
  'insights.byLink': 'Clics por enlace',
  'insights.link': 'Enlace',
  'insights.share': 'Proporción',
  'insights.countsSays':
    'Gráfico: {heading}. {rows, plural, one {# barra} other {# barras}}; la más larga es {name} con {count}.',
  'insights.removedLinks': 'Enlaces que quitaste',
  'insights.byPage': 'Propinas por página',
  'insights.byPlacement': 'Propinas por ubicación',
  'insights.where': 'Dónde',
  'insights.noPage': 'Página desconocida',
  'insights.noPlacement': 'Sin ubicación',
  'insights.countedUntil': 'Las vistas y los clics están contados hasta {time}.',
  'insights.stale':
    'El servidor aún no ha respondido. Estas cifras vienen de este dispositivo y pueden estar incompletas.',
  'insights.cut':
    'Estas cifras incluyen las 2000 propinas más recientes del periodo. Las anteriores no están.',
  'insights.emptyTitle': 'Aún no hay cifras',
  'insights.emptyText': 'Las cifras aparecen unos minutos después de que alguien vea tu tarjeta.',
  'insights.honest': 'Sobre estas cifras',
  'insights.honestLead':
    'Las tarjetas envían estas cifras desde el navegador del visitante. Léelas como un mínimo.',
  'insights.notBlocked':
    'No contamos a los visitantes cuyo navegador bloquea los scripts, ni los enlaces tocados antes de que cargue la tarjeta. El consentimiento de una página también puede impedir el recuento.',
  'insights.notPeople':
    'Una persona en dos páginas cuenta como dos vistas, porque no seguimos a los visitantes. Los bots que ejecutan scripts se cuentan. Desde una misma red se cuentan como máximo 60 vistas y clics por minuto.',
  'insights.notPlaces':
    'Contamos vistas y clics solo por día y por enlace. Por eso las propinas por vista solo se saben de la tarjeta entera, no de una página o ubicación.',
  'insights.notFees':
    '«Conservado» significa después de devoluciones y disputas y antes de las comisiones de Stripe. Las monedas nunca se suman.',
  'insights.utc': 'Los días son en UTC.',
};
