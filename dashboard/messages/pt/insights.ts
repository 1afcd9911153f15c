export const insights = {
  'nav.insights': 'Estatísticas',
  'insights.title': 'Estatísticas',
  'insights.lead':
    'Com que frequência as pessoas veem e usam seu cartão. Contamos, mas não rastreamos os visitantes.',
  'insights.period': 'Período',
  'insights.days': '{days} dias',
  'insights.views': 'Visualizações',
  'insights.clicks': 'Cliques em links',
  'insights.tips': 'Gorjetas',
  'insights.conversion': 'Gorjetas por visualização',
  'insights.noShare': 'nenhuma',
  'insights.day': 'Dia',
  'insights.byDay': 'Visualizações e cliques por dia',
  'insights.byDaySays': 'Gráfico: {views} visualizações e {clicks} cliques em links em {days} dias.',
  'insights.money': 'Gorjetas por dia em {currency}',
  'insights.moneySays': 'Gráfico: {count, plural, one {# gorjeta} other {# gorjetas}}, {amount} no total.',
  'insights.kept': 'Mantido',
  'insights.asTable': 'Como tabela',
  'insights.byLink': 'Cliques por link',
  'insights.link': 'Link',
  'insights.share': 'Parcela',
  'insights.countsSays':
    'Gráfico: {heading}. {rows, plural, one {# barra} other {# barras}}; a mais longa é {name} com {count}.',
  'insights.removedLinks': 'Links que você removeu',
  'insights.byPage': 'Gorjetas por página',
  'insights.byPlacement': 'Gorjetas por lugar',
  'insights.where': 'Onde',
  'insights.noPage': 'Página desconhecida',
  'insights.noPlacement': 'Sem lugar',
  'insights.countedUntil': 'Visualizações e cliques contados até {time}.',
  'insights.stale':
    'O servidor ainda não respondeu. Estes números vêm deste aparelho e podem estar incompletos.',
  'insights.cut':
    'Estes números cobrem as 2.000 gorjetas mais recentes do período. As anteriores não estão incluídas.',
  'insights.emptyTitle': 'Nada contado ainda',
  'insights.emptyText': 'Os números aparecem alguns minutos depois que alguém vê seu cartão.',
  'insights.honest': 'Sobre estes números',
  'insights.honestLead':
    'Os cartões enviam estas contagens do navegador do visitante. Leia-as como um mínimo.',
  'insights.notBlocked':
    'Não contamos visitantes cujo navegador bloqueia scripts, nem links tocados antes de o cartão carregar. A configuração de consentimento de uma página também pode impedir a contagem.',
  'insights.notPeople':
    'Uma pessoa em duas páginas conta como duas visualizações, porque não rastreamos os visitantes. Robôs que rodam scripts são contados. Uma rede conta no máximo 60 visualizações e cliques por minuto.',
  'insights.notPlaces':
    'Contamos visualizações e cliques só por dia e por link. Por isso as gorjetas por visualização só são conhecidas para o cartão todo, não para uma página ou um lugar.',
  'insights.notFees':
    '“Mantido” quer dizer depois de reembolsos e contestações, antes das taxas da Stripe. Moedas nunca são somadas.',
  'insights.utc': 'Os dias estão em UTC.',
};
