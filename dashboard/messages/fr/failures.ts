export const failures = {
  'failure.store/cancelled': 'Ceci a été arrêté avant la fin. Réessayez.',
  'failure.store/unknown': 'Un imprévu s’est produit. Réessayez ; vos modifications sont conservées.',
  'failure.store/invalid-argument':
    'Une valeur n’a pas pu être enregistrée. Annulez la dernière modification et réessayez.',
  'failure.store/deadline-exceeded':
    'Le serveur a mis trop de temps. Vos modifications sont conservées ; réessayez.',
  'failure.store/not-found': 'Ceci n’existe plus. Rechargez la page pour voir ce qu’il y a.',
  'failure.store/already-exists': 'Ceci existe déjà. Rechargez la page pour le voir.',
  'failure.store/permission-denied': 'Vous n’y avez pas accès. Connectez-vous avec le compte correspondant.',
  'failure.store/unauthenticated':
    'Votre session est terminée. Reconnectez-vous ; vos modifications sont conservées.',
  'failure.store/resource-exhausted':
    'Ce service a atteint sa limite du jour. Vos modifications sont conservées ; réessayez plus tard.',
  'failure.store/failed-precondition': 'Le serveur n’est pas encore prêt. Rechargez la page et réessayez.',
  'failure.store/aborted': 'Ceci a été modifié ailleurs au même moment. Réessayez.',
  'failure.store/out-of-range':
    'Vous êtes à la fin de cette liste. Rechargez la page pour voir les nouveautés.',
  'failure.store/unimplemented':
    'Le serveur ne peut pas faire cela. Rechargez la page. Si cela se reproduit, contactez l’assistance.',
  'failure.store/internal':
    'Une erreur s’est produite sur le serveur. Vos modifications sont conservées ; réessayez.',
  'failure.store/unavailable':
    'Le serveur est inaccessible pour le moment. Vos modifications sont conservées et seront envoyées plus tard.',
  'failure.store/data-loss':
    'Des données enregistrées n’ont pas pu être lues. Contactez l’assistance avant de modifier quoi que ce soit.',
  'failure.store/client-terminated':
    'Cette page est restée ouverte trop longtemps. Rechargez-la pour continuer.',
  'failure.store/connection-failed':
    'La connexion a été perdue. Vérifiez votre réseau ; vos modifications sont conservées.',
  'failure.store/unreadable':
    'Quelque chose d’enregistré ici n’a pas pu être lu. Rechargez la page. Si cela se reproduit, contactez l’assistance.',
  'failure.upload/canceled': 'L’envoi a été annulé. Vous pouvez choisir de nouveau l’image.',
  'failure.upload/invalid-checksum': 'L’image a été abîmée pendant l’envoi. Réessayez.',
  'failure.upload/object-not-found': 'Cette image n’est plus là. Envoyez-la de nouveau.',
  'failure.upload/quota-exceeded': 'Le stockage de ce service est plein. Réessayez plus tard.',
  'failure.upload/retry-limit-exceeded':
    'L’envoi a pris trop de temps. Vérifiez votre connexion et réessayez.',
  'failure.upload/server-file-wrong-size': 'L’image n’est pas arrivée en entier. Réessayez.',
  'failure.upload/unauthenticated': 'Votre session est terminée. Reconnectez-vous, puis envoyez l’image.',
  'failure.upload/unauthorized': 'Ce fichier a été refusé. Utilisez une image de 5 Mo au plus.',
  'failure.upload/unknown': 'L’envoi a échoué. Vérifiez votre connexion et réessayez.',
};
