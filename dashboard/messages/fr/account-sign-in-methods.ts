export const accountWays = {
  'signInMethods.heading': 'Méthodes de connexion',
  'signInMethods.note':
    'Ajoutez une deuxième méthode pour pouvoir toujours vous connecter si vous en perdez une.',
  'signInMethods.remove': 'Supprimer {name}',
  'signInMethods.removed': 'Vous ne pouvez plus vous connecter avec {name}.',
  'signInMethods.last': 'C’est votre seule méthode de connexion. Ajoutez-en une autre avant de la supprimer.',
  'signInMethods.add': 'Ajouter une autre méthode',
  'signInMethods.addPassword': 'Ajouter un e-mail et un mot de passe',
  'signInMethods.addPhone': 'Ajouter un téléphone',
  'signInMethods.added': 'Vous pouvez maintenant vous connecter avec {name}.',
  'signInMethods.passwordTitle': 'Ajouter un e-mail et un mot de passe',
  'signInMethods.phoneTitle': 'Ajouter un téléphone',
  'signInMethods.save': 'Ajouter',
  'guest.heading': 'Vous essayez Busker en tant qu’invité',
  'guest.text':
    'Seul cet appareil peut ouvrir votre travail, et nous le supprimons après 60 jours sans visite. Ajoutez une méthode de connexion pour le garder et le publier.',
  'guest.keep': 'Garder mon travail',
  'again.title': 'Confirmez que c’est bien vous',
  'again.text':
    'Votre dernière connexion remonte à un moment. Pour votre sécurité, connectez-vous encore une fois.',
  'again.password': 'Mot de passe',
  'again.submit': 'Confirmer',
  'again.mail': 'M’envoyer plutôt un lien par e-mail',
  'again.mailed': 'Nous avons envoyé un lien à {email}. Ouvrez-le sur cet appareil, puis revenez ici.',
  'again.opened': 'J’ai ouvert le lien',
  'again.mailAgain': 'Envoyer un autre lien',
  'again.guest': 'Un invité ne peut pas confirmer son identité. Ajoutez d’abord une méthode de connexion.',
  'delete.heading': 'Supprimer votre compte',
  'delete.text':
    'Votre carte cesse aussitôt de fonctionner. Nous supprimons définitivement votre profil, vos images, vos brouillons et vos données personnelles. Les traces des paiements restent, sans votre nom. Si des fans vous ont donné des pourboires mensuels ou annuels, le texte qu’ils ont accepté, qui contient votre nom, est conservé trois ans, ou jusqu’à un an après la fin du pourboire si cette date est plus tardive. Si quelqu’un a vu votre carte sous un identifiant, personne d’autre ne pourra jamais le prendre.',
  'delete.export': 'Tout télécharger d’abord',
  'delete.exported': 'Votre export est dans vos téléchargements.',
  'delete.type': 'Saisissez {word} pour confirmer',
  'delete.unanswered':
    'Le serveur n’a pas répondu : nous ne savons pas si votre compte a été supprimé. Réessayez. Si on vous demande de vous connecter et que c’est impossible, il est supprimé.',
  'delete.wrong': 'Cela ne correspond pas à {word}.',
  'delete.submit': 'Supprimer mon compte',
  'language.heading': 'Langue',
  'language.note':
    'La langue de ce tableau de bord et de nos e-mails de connexion. Votre carte a son propre réglage.',
  'language.browser': 'Langue du navigateur',
};
