export const insights = {
  'nav.insights': 'Statistiques',
  'insights.title': 'Statistiques',
  'insights.lead':
    'Combien de fois on voit et utilise votre carte. Nous comptons, mais ne suivons pas les visiteurs.',
  'insights.period': 'Période',
  'insights.days': '{days} jours',
  'insights.views': 'Vues',
  'insights.clicks': 'Clics sur les liens',
  'insights.tips': 'Pourboires',
  'insights.conversion': 'Pourboires par vue',
  'insights.noShare': 'aucun',
  'insights.day': 'Jour',
  'insights.byDay': 'Vues et clics par jour',
  'insights.byDaySays': 'Graphique : {views} vues et {clicks} clics sur les liens en {days} jours.',
  'insights.money': 'Pourboires par jour en {currency}',
  'insights.moneySays':
    'Graphique : {count, plural, one {# pourboire} other {# pourboires}}, {amount} en tout.',
  'insights.kept': 'Conservé',
  'insights.asTable': 'En tableau',
  'insights.byLink': 'Clics par lien',
  'insights.link': 'Lien',
  'insights.share': 'Part',
  'insights.countsSays':
    'Graphique : {heading}. {rows, plural, one {# barre} other {# barres}} ; la plus longue est {name} avec {count}.',
  'insights.removedLinks': 'Liens que vous avez supprimés',
  'insights.byPage': 'Pourboires par page',
  'insights.byPlacement': 'Pourboires par emplacement',
  'insights.where': 'Où',
  'insights.noPage': 'Page inconnue',
  'insights.noPlacement': 'Sans emplacement',
  'insights.countedUntil': 'Vues et clics comptés jusqu’à {time}.',
  'insights.stale':
    'Le serveur n’a pas encore répondu. Ces chiffres viennent de cet appareil et peuvent être incomplets.',
  'insights.cut':
    'Ces chiffres couvrent les 2 000 derniers pourboires de la période. Les précédents n’y sont pas.',
  'insights.emptyTitle': 'Rien n’est encore compté',
  'insights.emptyText': 'Les chiffres apparaissent quelques minutes après que quelqu’un a vu votre carte.',
  'insights.honest': 'À propos de ces chiffres',
  'insights.honestLead':
    'Les cartes envoient ces chiffres depuis le navigateur du visiteur. Lisez-les comme un minimum.',
  'insights.notBlocked':
    'Nous ne comptons pas les visiteurs dont le navigateur bloque les scripts, ni les liens ouverts avant le chargement de la carte. Le réglage de consentement d’une page peut aussi empêcher le comptage.',
  'insights.notPeople':
    'Une personne sur deux pages compte pour deux vues, car nous ne suivons pas les visiteurs. Les robots qui exécutent des scripts sont comptés. Un réseau compte pour 60 vues et clics par minute au plus.',
  'insights.notPlaces':
    'Nous comptons vues et clics seulement par jour et par lien. Les pourboires par vue ne sont donc connus que pour toute la carte, pas pour une page ou un emplacement.',
  'insights.notFees':
    '« Conservé » s’entend après remboursements et litiges, avant les frais de Stripe. Les monnaies ne sont jamais additionnées.',
  'insights.utc': 'Les jours sont en UTC.',
};
