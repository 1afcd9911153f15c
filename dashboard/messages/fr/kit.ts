export const kit = {
  'nav.kit': 'Kit de concert',
  'kit.title': 'Kit de concert',
  'kit.lead': 'Affiches, cartes, autocollants et tags NFC qui mènent à votre formulaire de pourboire.',
  'kit.notPublished': 'Publiez d’abord votre profil. D’ici là, un code ne mène à aucune page.',
  'kit.closed':
    'Votre formulaire n’accepte pas de pourboires pour le moment. Vous pouvez déjà imprimer, mais scannez un code avant de sortir.',
  'kit.toPayments': 'Aller aux paiements',
  'kit.print': 'Imprimer',
  'kit.kind': 'Que voulez-vous imprimer ?',
  'kit.kind.sign': 'Affiche',
  'kit.kind.cards': 'Cartes',
  'kit.kind.stickers': 'Autocollants',
  'kit.about.sign': 'Une page avec un grand code. Les téléphones le lisent à plus d’un mètre.',
  'kit.about.cards': 'Quatre cartes sur une page, à poser sur une table ou à distribuer.',
  'kit.about.stickers':
    '24 autocollants sur une page, de 35 mm chacun, pour un étui, un ampli ou un gobelet.',
  'kit.paper': 'Papier',
  'kit.line': 'Une phrase à vous',
  'kit.lineHint': 'Par exemple : Merci de votre écoute.',
  'kit.language': 'Langue {place} sur la feuille',
  'kit.noLanguage': 'Aucune',
  'kit.amounts': 'Afficher les montants suggérés',
  'kit.coded': 'Montant dans le code',
  'kit.codedHint': 'Le formulaire suggère ce montant. Les fans peuvent toujours en choisir un autre.',
  'kit.codedNone': 'Les fans choisissent',
  'kit.place': 'Lieu',
  'kit.placeHint':
    'Les statistiques montrent quels lieux rapportent des pourboires. Utilisez un mot court, comme hat ou bar-2.',
  'kit.placeFault': 'Utilisez des lettres de a à z ou des chiffres.',
  'kit.black': 'Noir et blanc',
  'kit.preview': 'Aperçu',
  'kit.leadsTo': 'Le code mène à cette adresse :',
  'kit.svg': 'Télécharger le SVG',
  'kit.printHint':
    'Imprimez en taille réelle (100 %). Pour obtenir un PDF, choisissez « Enregistrer au format PDF » dans la fenêtre d’impression.',
  'kit.copy': 'Copier l’adresse',
  'kit.tag': 'Tag NFC',
  'kit.tagAbout':
    'Les fans approchent leur téléphone du tag et votre formulaire de pourboire s’ouvre. Un autocollant de type NTAG213 suffit. Les pourboires des tags ont le lieu nfc.',
  'kit.tagAddress': 'Adresse pour le tag',
  'kit.tagWrite': 'Écrire un tag',
  'kit.tagHold': 'Approchez le tag du dos de ce téléphone et ne bougez plus.',
  'kit.tagStop': 'Arrêter',
  'kit.tagWritten': 'Le tag est écrit. Essayez-le avec un autre téléphone.',
  'kit.tagLock': 'Verrouiller un tag',
  'kit.tagLockAbout':
    'Un tag verrouillé ne peut plus jamais être modifié, même par vous. Verrouillez les tags que des inconnus peuvent toucher, après les avoir essayés.',
  'kit.tagLockNow': 'Verrouiller définitivement',
  'kit.tagLocked': 'Le tag est verrouillé. Il ne peut plus jamais être modifié.',
  'kit.tagFault.blocked':
    'Ce navigateur n’a pas le droit d’utiliser le NFC ici. Autorisez-le dans les réglages de ce site, puis réessayez.',
  'kit.tagFault.no-nfc': 'Ce téléphone n’a pas de NFC, ou il est désactivé. Activez-le, puis réessayez.',
  'kit.tagFault.unwritable':
    'Cela n’a pas fonctionné. Le tag est peut-être verrouillé ou trop petit, ou il a bougé trop tôt. Réessayez sans le bouger.',
  'kit.tagSteps':
    'Ce navigateur ne peut pas écrire de tags. Chrome sur Android le peut, et toute application NFC aussi :',
  'kit.tagStep1':
    'Installez une application qui écrit des tags NFC et choisissez d’écrire une adresse web (URL).',
  'kit.tagStep2': 'Collez l’adresse ci-dessus dans l’application.',
  'kit.tagStep3': 'Approchez le tag du téléphone jusqu’à ce que l’application confirme l’écriture.',
  'kit.gig': 'Pendant le concert',
  'kit.gigScan':
    'Scannez l’impression avec un téléphone avant de sortir. Un téléphone lit un code à une distance d’environ dix fois sa largeur.',
  'kit.gigSticker':
    'Regardez votre affiche de temps en temps. Quelqu’un pourrait coller un autre code sur le vôtre. Votre nom et votre adresse sous le code aident les fans à le remarquer.',
  'kit.gigOffline':
    'Vous n’avez pas besoin de connexion, seul le téléphone du fan en a besoin. S’il n’en a pas, proposez de photographier le code et de laisser le pourboire plus tard.',
};
