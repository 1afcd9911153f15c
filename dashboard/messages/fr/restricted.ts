export const restricted = {
  'restricted.limited.title': 'L’hébergeur a limité votre page',
  'restricted.limited.text': 'Les visiteurs ne voient pas {parts}. Vous pouvez publier tout le reste.',
  'restricted.payments-paused.title': 'L’hébergeur a suspendu vos pourboires',
  'restricted.payments-paused.text':
    'Votre page est visible, mais personne ne peut vous donner de pourboire pour le moment. Les pourboires précédents et les remboursements marchent comme avant.',
  'restricted.hidden.title': 'Votre page est masquée',
  'restricted.hidden.text':
    'L’hébergeur l’examine. Personne ne voit votre page et vous ne pouvez pas publier. Vous pouvez modifier, rembourser des pourboires et tout exporter.',
  'restricted.suspended.title': 'Votre page est suspendue',
  'restricted.suspended.text':
    'Personne ne voit votre page et vous ne pouvez pas publier. Vous pouvez encore tout voir et exporter, rembourser des pourboires et supprimer votre compte.',
  'restricted.closed.title': 'Votre page est fermée',
  'restricted.closed.text':
    'Elle ne reviendra pas. Vous pouvez encore tout voir et exporter, rembourser des pourboires et supprimer votre compte.',
  'restricted.order': 'Une autorité l’a ordonné.',
  'restricted.until': 'Jusqu’au {when}.',
  'restricted.reason': 'Motif : {reason}',
  'restricted.part.picture': 'votre image',
  'restricted.part.bio': 'votre bio',
  'restricted.part.link': 'le lien « {label} »',
  'restricted.publish': 'L’hébergeur n’autorise pas la publication de cette page pour le moment.',
  'appeal.make': 'Contester',
  'appeal.title': 'Contester la décision',
  'appeal.lead':
    'Une personne lit ceci et vous répond par e-mail. Vous pouvez contester une fois, dans les six mois.',
  'appeal.text': 'Pourquoi la décision est-elle erronée ?',
  'appeal.send': 'Envoyer la contestation',
  'appeal.open': 'Vous avez contesté le {when}. Vous recevrez une réponse par e-mail.',
  'appeal.upheld': 'Votre contestation n’a pas changé la décision : {answer}',
  'appeal.reversed': 'La décision a été changée : {answer}',
  'terms.title': 'Nouvelles conditions',
  'terms.will': 'Nos conditions changent le {when}.',
  'terms.did': 'Nos conditions ont changé le {when}.',
  'terms.read': 'Lire les conditions',
  'terms.seen': 'Je les ai lues',
};
