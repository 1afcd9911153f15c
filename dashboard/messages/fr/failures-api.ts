export const apiFailures = {
  'failure.api/invalid-json': 'Une partie de la demande n’a pas pu être lue. Réessayez.',
  'failure.api/unsupported-content-type': 'Une partie de la demande n’a pas pu être lue. Réessayez.',
  'failure.api/books-too-long':
    'Il y a trop de pourboires dans cette période. Choisissez-en une plus courte.',
  'failure.api/body-too-large': 'C’est trop long. Raccourcissez, s’il vous plaît.',
  'failure.api/invalid-fields': 'Vérifiez les champs signalés.',
  'failure.api/route-not-found': 'Cette page n’existe pas.',
  'failure.api/method-not-allowed': 'Cette adresse n’accepte pas cette demande.',
  'failure.api/sign-in-required': 'Reconnectez-vous. Vos modifications sont enregistrées.',
  'failure.api/recent-sign-in-required': 'Pour votre sécurité, reconnectez-vous.',
  'failure.api/recovery-code-wrong': 'Ce code de secours est incorrect ou a déjà servi.',
  'failure.api/second-step-over': 'Cette connexion a pris trop de temps. Recommencez.',
  'failure.api/second-step-missing': 'La connexion en deux étapes est désactivée. Activez-la d’abord.',
  'failure.api/account-needed': 'Créez un compte pour publier. Votre brouillon est conservé.',
  'failure.api/email-not-verified':
    'Ouvrez le lien de l’e-mail que nous vous avons envoyé, puis publiez de nouveau.',
  'failure.api/profile-not-found': 'Il n’y a pas de profil à ce nom.',
  'failure.api/draft-not-found': 'Il n’y a encore rien à publier. Ajoutez d’abord un nom et un lien.',
  'failure.api/draft-behind':
    'Vos dernières modifications sont en cours d’enregistrement. Réessayez dans un instant.',
  'failure.api/handle-taken': 'Ce nom est pris. Choisissez-en un autre.',
  'failure.api/profile-restricted': 'L’hébergeur de ce site a restreint ce profil.',
  'failure.api/moderator-needed': 'Vous n’êtes pas modérateur ici.',
  'failure.api/act-refused': 'Cela n’est pas permis ici.',
  'failure.api/tips-off': 'Les pourboires sont désactivés ici pour le moment.',
  'failure.api/payments-not-ready':
    'Ce profil ne peut pas encore recevoir de pourboires. Rien n’a été débité.',
  'failure.api/session-invalid': 'Fermez ceci et ouvrez-le de nouveau. Rien n’a été débité.',
  'failure.api/session-expired': 'Cela a pris trop de temps. Rien n’a été débité. Réessayez.',
  'failure.api/site-not-allowed': 'On ne peut pas envoyer de pourboire depuis cette page.',
  'failure.api/total-changed': 'Le total a changé. Vérifiez-le, puis payez de nouveau.',
  'failure.api/request-reused': 'Ce pourboire a déjà été commencé. Ouvrez de nouveau le formulaire.',
  'failure.api/amount-too-small': 'C’est moins que le plus petit pourboire.',
  'failure.api/amount-too-large': 'C’est plus que le plus grand pourboire.',
  'failure.api/currency-mismatch':
    'La monnaie a changé. Ouvrez de nouveau le formulaire. Rien n’a été débité.',
  'failure.api/challenge-required': 'Confirmez que vous êtes une personne, puis réessayez.',
  'failure.api/hosted-required':
    'Pour éviter la fraude à la carte, ce pourboire doit être payé sur la page sécurisée de Stripe. Rien n’a été débité.',
  'failure.api/too-many-requests': 'Trop de tentatives. Attendez quelques minutes.',
  'failure.api/tip-not-found': 'Ce pourboire est introuvable.',
  'failure.api/reply-not-possible':
    'Vous pouvez répondre à un pourboire payé, et modifier la réponse pendant une heure. Ensuite, vous pouvez seulement la supprimer.',
  'failure.api/tip-busy':
    'Le montant de ce pourboire est en train d’être modifié. Rien n’a été débité. Réessayez dans une minute.',
  'failure.api/tip-not-changeable': 'Ce pourboire est en cours de paiement et ne peut plus être modifié.',
  'failure.api/undo-unavailable':
    'Ce pourboire ne peut plus être repris ici. Le reçu indique à qui s’adresser.',
  'failure.api/undo-failed':
    'L’argent n’a pas pu être rendu à la carte. Il est de nouveau chez la personne qui a reçu le pourboire.',
  'failure.api/refund-too-late':
    'Ce moyen de paiement ne permet un remboursement que pendant un temps, et ce temps est passé.',
  'failure.api/refund-too-large': 'C’est plus que ce qui reste du pourboire.',
  'failure.api/refund-unavailable': 'Ce pourboire ne peut pas être remboursé maintenant.',
  'failure.api/report-not-found': 'Il n’y a pas de signalement portant ce numéro.',
  'failure.api/report-decided': 'Quelqu’un a déjà tranché ce signalement.',
  'failure.api/appeal-not-found': 'Il n’y a pas de contestation portant cet identifiant.',
  'failure.api/appeal-answered': 'Quelqu’un a déjà répondu à cette contestation.',
  'failure.api/mail-not-found':
    'Il n’y a pas d’e-mail portant cet identifiant. Un e-mail est gardé 30 jours.',
  'failure.api/nothing-to-appeal': 'Votre profil n’est pas restreint : il n’y a rien à contester.',
  'failure.api/appeal-too-late':
    'Le délai de contestation est passé. Vous pouvez encore écrire à l’exploitant.',
  'failure.api/account-busy':
    'Un paiement, un remboursement ou un litige est encore ouvert. Vous pourrez supprimer votre compte quand il sera réglé.',
  'failure.api/account-leaving': 'Votre compte est en cours de suppression. Ce n’est plus possible.',
  'failure.api/export-too-large': 'Vous avez tant de pourboires qu’il faut d’abord préparer le fichier.',
  'failure.api/export-not-ready': 'Le fichier n’est pas prêt, ou n’existe plus. Préparez-en un nouveau.',
  'failure.api/webhook-refused': 'Cette demande a été refusée.',
  'failure.api/payment-refused': 'Le paiement n’a pas pu commencer. Rien n’a été débité.',
  'failure.api/account-refused':
    'Stripe n’a pas pu configurer les paiements avec ce pays ou cette monnaie. Choisissez-en d’autres.',
  'failure.api/stripe-key-refused':
    'L’hébergeur de ce serveur doit d’abord changer son accès à Stripe. Ensuite, vous pourrez connecter les paiements.',
  'failure.api/payout-not-found': 'Ce virement est introuvable sur votre compte Stripe.',
  'failure.api/payouts-unavailable':
    'Stripe ne répond pas pour le moment : les virements ne peuvent pas être affichés. Votre argent est en sécurité. Réessayez.',
  'failure.api/payouts-not-allowed':
    'Ce serveur ne peut pas encore lire les virements chez Stripe. Son hébergeur doit l’autoriser. Vous voyez vos virements dans le tableau de bord de Stripe.',
  'failure.api/service-unavailable':
    'Le service est indisponible pour le moment. Rien n’a été débité. Réessayez.',
  'failure.api/document-unreadable':
    'Les données enregistrées ne peuvent pas être lues pour le moment. Rien n’est perdu.',
  'failure.api/address-private': 'Cette adresse ne peut pas être intégrée.',
  'failure.api/format-unknown': 'Ce format n’est pas disponible.',
  'failure.api/internal': 'Une erreur s’est produite de notre côté. Réessayez.',
  'failure.api/unreachable': 'Le serveur est inaccessible. Vérifiez votre connexion, puis réessayez.',
  'failure.api/timed-out': 'Le serveur a mis trop de temps. Rien n’est perdu ; réessayez.',
  'failure.api/unreadable': 'La réponse du serveur n’a pas pu être lue. Réessayez.',
  'failure.api/channel-not-found': 'Ce canal n’existe plus.',
  'failure.api/delivery-not-found': 'Cet envoi n’est plus connu. Les envois sont gardés 30 jours.',
  'failure.api/too-many-channels': 'Vous avez déjà le maximum de canaux de ce type. Supprimez-en un d’abord.',
  'failure.api/channel-not-verified': 'Confirmez d’abord ce canal.',
  'failure.api/channel-off': 'Ce canal est désactivé. Activez-le d’abord.',
  'failure.api/code-wrong': 'Ce code n’est pas celui que nous avons envoyé. Vérifiez-le.',
  'failure.api/code-expired': 'Ce code est trop ancien ou a été essayé trop souvent. Demandez-en un nouveau.',
  'failure.api/address-not-allowed': 'Busker ne peut pas envoyer à cette adresse.',
  'failure.api/address-not-answering': 'Cette adresse n’a pas bien répondu, donc le canal reste désactivé.',
  'failure.api/channel-not-offered': 'Ce type de canal n’est pas configuré ici.',
  'failure.api/push-refused': 'Ce navigateur a donné un abonnement inutilisable. Réessayez.',
  'failure.api/replay-too-large': 'C’est trop en une fois. Choisissez une période plus courte.',
  'failure.api/monthly-unavailable':
    'Ce profil n’accepte pas ce type de pourboire pour le moment. Vous n’avez pas été débité.',
  'failure.api/words-changed':
    'Ce que vous acceptez a changé depuis l’ouverture. Veuillez le relire. Vous n’avez pas été débité.',
  'failure.api/monthly-ended': 'Ce pourboire mensuel est déjà terminé. Plus rien ne sera débité.',
  'failure.api/monthly-elsewhere':
    'Ce serveur n’a plus accès au compte Stripe qui débite ce pourboire. La page de Stripe permet de l’arrêter. Un arrêt ou une rétractation est noté ici et n’est exécuté que si le compte est reconnecté.',
  'failure.api/withdraw-over':
    'Le délai de rétractation est passé. Vous pouvez toujours arrêter ce pourboire mensuel.',
  'failure.api/nothing-due': 'Il n’y a rien à confirmer ni à payer pour le moment.',
};
