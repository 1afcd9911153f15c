export const exporting = {
  'export.heading': 'Vos données',
  'export.note': 'Emportez vos pourboires ou tout ce que nous conservons sur vous, dans un fichier.',
  'export.csv': 'Tous les pourboires en tableau (CSV)',
  'export.bookkeeping': 'Pour la comptabilité (CSV)',
  'export.json': 'Toutes mes données (JSON)',
  'export.part': 'Ce fichier ne contient que les pourboires que votre filtre montrait.',
  'export.label': 'Votre export',
  'export.starting': 'Préparation de votre fichier…',
  'export.running': 'Préparation de votre fichier : {done, number} sur {total, number} pourboires',
  'export.preparing':
    'Vous avez beaucoup de pourboires : nous préparons d’abord le fichier. Vous pouvez fermer cette page ; vous le trouverez sous Compte.',
  'export.retrying': 'Quelque chose a échoué. Nous réessayons automatiquement.',
  'export.ready':
    'Votre fichier est prêt : {tips, plural, one {# pourboire} other {# pourboires}}, {size}. Nous le gardons jusqu’au {until}.',
  'export.unreadable':
    '{count, plural, one {Il manque # pourboire : il n’a pas pu être lu.} other {Il manque # pourboires : ils n’ont pas pu être lus.}} L’hébergeur a été averti.',
  'export.download.csv': 'Télécharger le CSV',
  'export.download.bookkeeping': 'Télécharger le CSV pour la comptabilité',
  'export.download.json': 'Télécharger le JSON',
  'export.expired': 'Votre dernier fichier n’est plus conservé.',
  'export.again': 'Préparer un nouveau fichier',
};
