export const accountWays = {
  'signInMethods.heading': 'Anmeldemethoden',
  'signInMethods.note': 'Füge eine zweite hinzu, damit du dich noch anmelden kannst, wenn du eine verlierst.',
  'signInMethods.remove': '{name} entfernen',
  'signInMethods.removed': 'Du kannst dich nicht mehr mit {name} anmelden.',
  'signInMethods.last':
    'Das ist deine einzige Anmeldemethode. Füge eine andere hinzu, bevor du sie entfernst.',
  'signInMethods.add': 'Weitere Methode hinzufügen',
  'signInMethods.addPassword': 'E-Mail und Passwort hinzufügen',
  'signInMethods.addPhone': 'Telefon hinzufügen',
  'signInMethods.added': 'Du kannst dich jetzt mit {name} anmelden.',
  'signInMethods.passwordTitle': 'E-Mail und Passwort hinzufügen',
  'signInMethods.phoneTitle': 'Telefon hinzufügen',
  'signInMethods.save': 'Hinzufügen',
  'guest.heading': 'Du probierst Busker als Gast aus',
  'guest.text':
    'Nur dieses Gerät kann deine Arbeit öffnen, und nach 60 Tagen ohne Besuch löschen wir sie. Füge eine Anmeldemethode hinzu, um sie zu behalten und zu veröffentlichen.',
  'guest.keep': 'Meine Arbeit behalten',
  'again.title': 'Bestätige, dass du es bist',
  'again.text': 'Deine letzte Anmeldung ist eine Weile her. Melde dich zu deiner Sicherheit noch einmal an.',
  'again.password': 'Passwort',
  'again.submit': 'Bestätigen',
  'again.mail': 'Stattdessen einen Link schicken',
  'again.mailed':
    'Wir haben einen Link an {email} geschickt. Öffne ihn auf diesem Gerät und komm dann hierher zurück.',
  'again.opened': 'Ich habe den Link geöffnet',
  'again.mailAgain': 'Noch einen Link schicken',
  'again.guest': 'Als Gast kannst du nicht bestätigen, wer du bist. Füge zuerst eine Anmeldemethode hinzu.',
  'delete.heading': 'Konto löschen',
  'delete.text':
    'Deine Karte funktioniert sofort nicht mehr. Profil, Bilder, Entwürfe und persönliche Daten löschen wir endgültig. Aufzeichnungen über Zahlungen bleiben, ohne deinen Namen. Haben dir Fans monatliche oder jährliche Trinkgelder gegeben, bleiben die Worte, denen sie zugestimmt haben und in denen dein Name steht, drei Jahre lang, oder bis ein Jahr nach dem Ende des Trinkgelds, wenn das später ist. Einen Handle, unter dem jemand deine Karte gesehen hat, kann nie jemand anders bekommen.',
  'delete.export': 'Vorher alles herunterladen',
  'delete.exported': 'Dein Export liegt bei deinen Downloads.',
  'delete.type': 'Tippe {word}, um zu bestätigen',
  'delete.unanswered':
    'Der Server hat nicht geantwortet; darum wissen wir nicht, ob dein Konto gelöscht wurde. Versuche es noch einmal. Wenn du dich anmelden sollst und es nicht geht, ist es gelöscht.',
  'delete.wrong': 'Das stimmt nicht mit {word} überein.',
  'delete.submit': 'Mein Konto löschen',
  'language.heading': 'Sprache',
  'language.note':
    'Die Sprache dieser Oberfläche und unserer Mails zur Anmeldung. Deine Karte hat eine eigene Spracheinstellung.',
  'language.browser': 'Standard des Browsers',
};
