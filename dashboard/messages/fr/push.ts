export const push = {
  'push.heading': 'Notifications sur cet appareil',
  'push.about':
    'Recevez une notification sur cet appareil quand un pourboire arrive, même si Busker est fermé.',
  'push.on': 'Activer les notifications',
  'push.isOn': 'Activées',
  'push.isOnHere': 'Cet appareil reçoit des notifications.',
  'push.stop': 'Arrêter sur cet appareil',
  'push.unsupported':
    'Ce navigateur ne peut pas recevoir de notifications. Essayez un autre navigateur ou utilisez l’e-mail.',
  'push.blocked':
    'Les notifications de Busker sont bloquées dans ce navigateur. Autorisez-les dans les réglages du navigateur pour ce site, puis rechargez la page.',
  'push.ios':
    'Sur iPhone et iPad, les notifications ne fonctionnent qu’après avoir ajouté Busker à l’écran d’accueil :',
  'push.iosShare': 'Touchez Partager dans Safari.',
  'push.iosAdd': 'Choisissez « Sur l’écran d’accueil ».',
  'push.iosOpen':
    'Ouvrez Busker depuis l’écran d’accueil, connectez-vous-y une fois et activez les notifications.',
  'push.seen': 'Avez-vous vu la notification ?',
  'push.seenYes': 'Oui, je l’ai vue',
  'push.seenNo': 'Non',
  'push.unseen':
    'Quelque chose la bloque donc. Vérifiez que cet appareil autorise les notifications de votre navigateur et que le mode Ne pas déranger est désactivé.',
  'push.failed.timed-out': 'Votre navigateur n’a pas répondu. Vérifiez votre connexion.',
  'push.failed.dismissed':
    'Vous n’avez pas répondu à la question du navigateur. Autorisez les notifications pour continuer.',
  'push.failed.blocked': 'Les notifications de Busker sont bloquées dans ce navigateur.',
  'push.failed.refused':
    'Votre navigateur a refusé. Les notifications ne fonctionnent pas dans les fenêtres privées.',
  'push.install': 'Installer Busker',
  'push.closed': 'Ouvrez Busker pour la voir',
};
