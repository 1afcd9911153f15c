export const failures = {
  'failure.store/cancelled': 'Das wurde abgebrochen, bevor es fertig war. Versuche es noch einmal.',
  'failure.store/unknown':
    'Etwas Unerwartetes ist passiert. Versuche es noch einmal; deine Änderungen sind noch da.',
  'failure.store/invalid-argument':
    'Ein Wert ließ sich nicht speichern. Nimm die letzte Änderung zurück und versuche es noch einmal.',
  'failure.store/deadline-exceeded':
    'Der Server hat zu lange gebraucht. Deine Änderungen sind noch da; versuche es noch einmal.',
  'failure.store/not-found': 'Das gibt es nicht mehr. Lade die Seite neu, um zu sehen, was da ist.',
  'failure.store/already-exists': 'Das gibt es schon. Lade die Seite neu, um es zu sehen.',
  'failure.store/permission-denied':
    'Du hast darauf keinen Zugriff. Melde dich mit dem Konto an, dem es gehört.',
  'failure.store/unauthenticated':
    'Deine Sitzung ist abgelaufen. Bitte melde dich wieder an; deine Änderungen sind noch da.',
  'failure.store/resource-exhausted':
    'Die Tagesgrenze dieses Dienstes ist erreicht. Deine Änderungen sind noch da; versuche es später.',
  'failure.store/failed-precondition':
    'Der Server ist dafür noch nicht bereit. Lade die Seite neu und versuche es noch einmal.',
  'failure.store/aborted': 'Das wurde im selben Augenblick anderswo geändert. Versuche es noch einmal.',
  'failure.store/out-of-range': 'Mehr gibt es nicht zu zeigen. Lade die Seite neu.',
  'failure.store/unimplemented':
    'Das kann der Server nicht. Lade die Seite neu. Passiert es wieder, schreib dem Support.',
  'failure.store/internal':
    'Auf dem Server ging etwas schief. Deine Änderungen sind noch da; versuche es noch einmal.',
  'failure.store/unavailable':
    'Der Server ist gerade nicht erreichbar. Deine Änderungen sind noch da und werden später gesendet.',
  'failure.store/data-loss':
    'Gespeicherte Daten ließen sich nicht lesen. Bitte schreib dem Support, bevor du etwas änderst.',
  'failure.store/client-terminated': 'Diese Seite war zu lange offen. Lade sie neu, um weiterzumachen.',
  'failure.store/connection-failed':
    'Die Verbindung ist abgebrochen. Prüfe dein Netz; deine Änderungen sind noch da.',
  'failure.store/unreadable':
    'Etwas Gespeichertes ließ sich nicht lesen. Lade die Seite neu. Passiert es wieder, schreib dem Support.',
  'failure.upload/canceled': 'Das Hochladen wurde abgebrochen. Du kannst das Bild noch einmal wählen.',
  'failure.upload/invalid-checksum': 'Das Bild wurde beim Hochladen beschädigt. Versuche es noch einmal.',
  'failure.upload/object-not-found': 'Dieses Bild ist nicht mehr da. Lade es noch einmal hoch.',
  'failure.upload/quota-exceeded': 'Der Speicher dieses Dienstes ist voll. Versuche es später.',
  'failure.upload/retry-limit-exceeded':
    'Das Hochladen hat zu lange gedauert. Prüfe deine Verbindung und versuche es noch einmal.',
  'failure.upload/server-file-wrong-size': 'Das Bild kam nicht vollständig an. Versuche es noch einmal.',
  'failure.upload/unauthenticated':
    'Deine Sitzung ist abgelaufen. Melde dich wieder an und lade das Bild dann hoch.',
  'failure.upload/unauthorized': 'Diese Datei wurde abgelehnt. Nimm ein Bild bis 5 MB.',
  'failure.upload/unknown':
    'Das Hochladen ist fehlgeschlagen. Prüfe deine Verbindung und versuche es noch einmal.',
};
