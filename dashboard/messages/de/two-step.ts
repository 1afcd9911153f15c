/** Anmeldung in zwei Schritten: eine Authenticator-App und Wiederherstellungscodes. */
export const twoStep = {
  'twoStep.heading': 'Anmeldung in zwei Schritten',
  'twoStep.note':
    'Beim Anmelden wird dann auch ein Code aus einer App auf deinem Telefon verlangt. Wer nur dein Passwort hat, kommt nicht hinein.',
  'twoStep.verifyFirst': 'Bestätige zuerst deine E-Mail. Dann kannst du das einschalten.',
  'twoStep.on': 'Einschalten',
  'twoStep.another': 'Weitere App hinzufügen',
  'twoStep.unnamed': 'Authenticator-App',
  'twoStep.added': 'Hinzugefügt am {date}',
  'twoStep.remove': '{name} entfernen',
  'twoStep.removeTitle': 'Diese App entfernen?',
  'twoStep.removeText': 'Deine anderen Apps gelten weiter.',
  'twoStep.removeLast':
    'Es ist deine einzige App. Die Anmeldung in zwei Schritten ist dann aus, und deine Wiederherstellungscodes gelten nicht mehr.',
  'twoStep.keep': 'Behalten',
  'twoStep.removed': 'Die App ist entfernt.',
  'twoStep.setUp': 'Anmeldung in zwei Schritten einrichten',
  'twoStep.scan':
    'Scanne das mit einer Authenticator-App, etwa Google Authenticator, 1Password oder Aegis. Sie zeigt dann alle 30 Sekunden einen neuen Code.',
  'twoStep.qr': 'QR-Code für deine Authenticator-App',
  'twoStep.noCamera': 'Du kannst nicht scannen? Tippe oder kopiere diesen Schlüssel in die App.',
  'twoStep.key': 'Schlüssel',
  'twoStep.copyKey': 'Schlüssel kopieren',
  'twoStep.copied': 'Kopiert',
  'twoStep.name': 'Name der App (freiwillig)',
  'twoStep.namePlaceholder': 'Mein Telefon',
  'twoStep.code': 'Code aus der App',
  'twoStep.codeHint': 'Sechs Ziffern.',
  'twoStep.codeWrong':
    'Dieser Code ist falsch. Gib den ein, den die App jetzt zeigt. Bleibt er falsch, prüfe die Uhr deines Telefons.',
  'twoStep.finish': 'Code bestätigen',
  'codes.heading': 'Wiederherstellungscodes',
  'codes.note':
    'Mit einem Wiederherstellungscode kommst du hinein, wenn du die App verloren hast. Er schaltet die Anmeldung in zwei Schritten aus und gilt einmal.',
  'codes.left':
    '{count, plural, =0 {Du hast keine unbenutzten Codes.} one {Du hast # unbenutzten Code.} other {Du hast # unbenutzte Codes.}}',
  'codes.renew': 'Neue Codes erstellen',
  'codes.title': 'Bewahre deine Wiederherstellungscodes auf',
  'codes.once':
    'Wir zeigen sie nur jetzt. Drucke sie aus oder lege sie in einen Passwortmanager, nicht nur auf das Telefon mit der App. Frühere Codes gelten nicht mehr.',
  'codes.copy': 'Alle kopieren',
  'codes.save': 'Als Datei speichern',
  'codes.kept': 'Ich habe sie aufbewahrt',
  'step.title': 'Gib den Code aus deiner App ein',
  'step.which': 'App',
  'step.submit': 'Weiter',
  'step.cancel': 'Abbrechen',
  'step.again': 'Neu beginnen',
  'step.lost': 'Wiederherstellungscode verwenden',
  'step.recoveryTitle': 'Wiederherstellungscode verwenden',
  'step.recoveryText':
    'Das schaltet die Anmeldung in zwei Schritten aus und meldet dich auf allen Geräten ab. Danach genügt deine übliche Anmeldung, und du kannst sie wieder einschalten.',
  'step.recoveryCode': 'Wiederherstellungscode',
  'step.recover': 'Ausschalten und weiter',
  'step.back': 'Ich habe die App',
  'step.off': 'Die Anmeldung in zwei Schritten ist jetzt aus.',
  'step.offText':
    'Deine anderen Wiederherstellungscodes gelten nicht mehr. Auf der Seite „Konto“ kannst du sie wieder einschalten.',
  'step.goOn': 'Weiter',
} as const;
