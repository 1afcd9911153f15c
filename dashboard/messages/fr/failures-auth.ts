export const authFailures = {
  'failure.auth/account-exists-with-different-credential':
    'Vous avez déjà un compte avec cet e-mail, créé avec une autre méthode de connexion. Connectez-vous avec celle-ci ; vous pourrez ensuite ajouter la nouvelle.',
  'failure.auth/cancelled-popup-request':
    'Une autre fenêtre de connexion s’est ouverte : celle-ci a été fermée.',
  'failure.auth/code-expired': 'Ce code a expiré. Demandez-en un nouveau.',
  'failure.auth/credential-already-in-use':
    'Cette méthode de connexion appartient déjà à un autre compte Busker. Connectez-vous avec elle, ou choisissez-en une autre.',
  'failure.auth/email-already-in-use':
    'Vous ne pouvez pas utiliser cet e-mail ici. Si vous avez déjà un compte avec lui, connectez-vous ou réinitialisez le mot de passe.',
  'failure.auth/email-change-needs-verification':
    'Confirmez d’abord votre e-mail : ouvrez le lien du message que nous avons envoyé.',
  'failure.auth/expired-action-code': 'Ce lien a expiré. Demandez-en un nouveau.',
  'failure.auth/internal-error': 'Le service de connexion a eu un problème. Réessayez.',
  'failure.auth/invalid-action-code': 'Ce lien a déjà servi ou est incomplet. Demandez-en un nouveau.',
  'failure.auth/invalid-credential':
    'L’e-mail ou le mot de passe est incorrect. Vérifiez les deux, ou réinitialisez le mot de passe.',
  'failure.auth/invalid-email': 'Cela ne ressemble pas à une adresse e-mail.',
  'failure.auth/invalid-multi-factor-session': 'Cette connexion a pris trop de temps. Recommencez.',
  'failure.auth/invalid-phone-number':
    'Ce numéro de téléphone ne convient pas. Indiquez l’indicatif du pays, par exemple +33 6 12 34 56 78.',
  'failure.auth/invalid-verification-code': 'Ce code est incorrect. Regardez le message le plus récent.',
  'failure.auth/invalid-verification-id':
    'Ce code appartient à une demande plus ancienne. Demandez-en un nouveau.',
  'failure.auth/link-not-opened':
    'Le lien n’a pas encore été ouvert. Ouvrez-le dans ce navigateur, puis revenez ici.',
  'failure.auth/maximum-second-factor-count-exceeded':
    'Vous avez cinq applications, c’est le maximum. Retirez-en d’abord une.',
  'failure.auth/missing-email': 'Saisissez votre adresse e-mail.',
  'failure.auth/missing-password': 'Saisissez votre mot de passe.',
  'failure.auth/network-request-failed':
    'Le service de connexion est inaccessible. Vérifiez votre connexion, puis réessayez.',
  'failure.auth/no-such-provider': 'Cette méthode de connexion n’est pas liée à votre compte.',
  'failure.auth/operation-not-allowed':
    'Cette méthode de connexion est désactivée ici. Choisissez-en une autre.',
  'failure.auth/password-does-not-meet-requirements':
    'Ce mot de passe ne respecte pas les règles. Prenez-en un plus long, avec majuscules, minuscules, chiffres et symboles.',
  'failure.auth/popup-blocked':
    'Votre navigateur a bloqué la fenêtre de connexion. Autorisez les fenêtres pour cette page, puis réessayez.',
  'failure.auth/popup-closed-by-user': 'La fenêtre de connexion a été fermée avant la fin. Réessayez.',
  'failure.auth/provider-already-linked': 'Cette méthode de connexion est déjà liée.',
  'failure.auth/quota-exceeded':
    'Trop de messages ont été envoyés aujourd’hui. Réessayez plus tard, ou utilisez une autre méthode de connexion.',
  'failure.auth/requires-recent-login':
    'Pour votre sécurité, confirmez que c’est bien vous avant de modifier ceci.',
  'failure.auth/second-step-cancelled': 'Vous n’avez pas saisi le code : rien n’a été modifié.',
  'failure.auth/second-step-unknown':
    'Votre compte demande une deuxième étape que cette page ne propose pas. Contactez l’assistance.',
  'failure.auth/timeout': 'Cela a pris trop de temps. Réessayez.',
  'failure.auth/too-many-requests':
    'Trop de tentatives. Attendez quelques minutes, ou réinitialisez le mot de passe.',
  'failure.auth/unauthorized-domain': 'Cette méthode de connexion n’est pas autorisée à cette adresse.',
  'failure.auth/unsupported-first-factor':
    'La connexion en deux étapes ne marche pas avec un téléphone. Connectez-vous d’abord avec une autre méthode.',
  'failure.auth/user-cancelled': 'Vous n’avez pas donné votre accord : rien n’a été modifié.',
  'failure.auth/user-disabled':
    'Ce compte a été désactivé. Contactez l’assistance si vous pensez que c’est une erreur.',
  'failure.auth/user-mismatch': 'C’était un autre compte. Confirmez avec celui auquel vous êtes connecté.',
  'failure.auth/user-token-expired':
    'Votre session est terminée. Reconnectez-vous ; votre travail est conservé.',
  'failure.auth/weak-password': 'Ce mot de passe est trop facile à deviner. Utilisez au moins 6 caractères.',
  'failure.auth/web-storage-unsupported':
    'Votre navigateur bloque le stockage qui vous garde connecté. Autorisez les données de site pour cette page, puis réessayez.',
};
