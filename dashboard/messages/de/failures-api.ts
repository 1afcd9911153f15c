export const apiFailures = {
  'failure.api/invalid-json': 'Etwas in der Anfrage ließ sich nicht lesen. Bitte versuche es noch einmal.',
  'failure.api/unsupported-content-type':
    'Etwas in der Anfrage ließ sich nicht lesen. Bitte versuche es noch einmal.',
  'failure.api/books-too-long': 'In diesem Zeitraum liegen zu viele Trinkgelder. Bitte wähle einen kürzeren.',
  'failure.api/body-too-large': 'Das ist zu lang. Bitte kürze es.',
  'failure.api/invalid-fields': 'Bitte prüfe die markierten Felder.',
  'failure.api/route-not-found': 'Diese Seite gibt es nicht.',
  'failure.api/method-not-allowed': 'Diese Adresse unterstützt diese Anfrage nicht.',
  'failure.api/sign-in-required': 'Bitte melde dich wieder an. Deine Änderungen sind gespeichert.',
  'failure.api/recent-sign-in-required': 'Melde dich zu deiner Sicherheit bitte noch einmal an.',
  'failure.api/recovery-code-wrong': 'Dieser Wiederherstellungscode ist falsch oder wurde schon verwendet.',
  'failure.api/second-step-over': 'Diese Anmeldung hat zu lange gedauert. Bitte beginne noch einmal.',
  'failure.api/second-step-missing': 'Die Anmeldung in zwei Schritten ist aus. Schalte sie zuerst ein.',
  'failure.api/account-needed': 'Lege ein Konto an, um zu veröffentlichen. Dein Entwurf bleibt erhalten.',
  'failure.api/email-not-verified':
    'Öffne bitte den Link in unserer Mail, und veröffentliche dann noch einmal.',
  'failure.api/profile-not-found': 'Ein Profil mit diesem Namen gibt es nicht.',
  'failure.api/draft-not-found':
    'Es gibt noch nichts zu veröffentlichen. Füge zuerst einen Namen und einen Link hinzu.',
  'failure.api/draft-behind':
    'Deine letzten Änderungen werden noch gespeichert. Bitte versuche es gleich noch einmal.',
  'failure.api/handle-taken': 'Dieser Name ist vergeben. Bitte wähle einen anderen.',
  'failure.api/profile-restricted': 'Der Betreiber dieser Seite hat dein Profil eingeschränkt.',
  'failure.api/moderator-needed': 'Das dürfen hier nur Moderatoren.',
  'failure.api/act-refused': 'Das ist hier nicht erlaubt.',
  'failure.api/tips-off': 'Trinkgelder sind hier gerade ausgeschaltet.',
  'failure.api/payments-not-ready':
    'Dieses Profil kann noch keine Trinkgelder annehmen. Es wurde nichts abgebucht.',
  'failure.api/session-invalid': 'Bitte schließe das und öffne es noch einmal. Es wurde nichts abgebucht.',
  'failure.api/session-expired':
    'Das hat zu lange gedauert. Es wurde nichts abgebucht. Bitte versuche es noch einmal.',
  'failure.api/site-not-allowed': 'Von dieser Seite aus können keine Trinkgelder gesendet werden.',
  'failure.api/total-changed': 'Die Summe hat sich geändert. Bitte prüfe sie und zahle dann noch einmal.',
  'failure.api/request-reused': 'Dieses Trinkgeld war schon begonnen. Bitte öffne das Formular noch einmal.',
  'failure.api/amount-too-small': 'Das ist weniger als das kleinste Trinkgeld.',
  'failure.api/amount-too-large': 'Das ist mehr als das größte Trinkgeld.',
  'failure.api/currency-mismatch':
    'Die Währung hat sich geändert. Bitte öffne das Formular noch einmal. Es wurde nichts abgebucht.',
  'failure.api/challenge-required':
    'Bestätige bitte, dass du ein Mensch bist, und versuche es dann noch einmal.',
  'failure.api/hosted-required':
    'Zum Schutz vor Kartenbetrug muss dieses Trinkgeld auf der sicheren Seite von Stripe bezahlt werden. Es wurde nichts abgebucht.',
  'failure.api/too-many-requests': 'Zu viele Versuche. Bitte warte ein paar Minuten.',
  'failure.api/tip-not-found': 'Dieses Trinkgeld wurde nicht gefunden.',
  'failure.api/reply-not-possible':
    'Du kannst ein bezahltes Trinkgeld beantworten und die Antwort eine Stunde lang ändern. Danach kannst du sie nur noch entfernen.',
  'failure.api/tip-busy':
    'Der Betrag dieses Trinkgelds wird gerade geändert. Es wurde nichts abgebucht. Bitte versuche es in einer Minute noch einmal.',
  'failure.api/tip-not-changeable': 'Dieses Trinkgeld wird schon bezahlt und lässt sich nicht mehr ändern.',
  'failure.api/undo-unavailable':
    'Dieses Trinkgeld lässt sich hier nicht mehr rückgängig machen. Auf dem Beleg steht, an wen du dich wenden kannst.',
  'failure.api/undo-failed':
    'Das Geld ließ sich nicht auf die Karte zurückzahlen. Es ist wieder beim Empfänger des Trinkgelds.',
  'failure.api/refund-too-late':
    'Was mit dieser Zahlungsart bezahlt wurde, lässt sich nur eine Zeit lang erstatten, und die ist vorbei.',
  'failure.api/refund-too-large': 'Das ist mehr, als von dem Trinkgeld übrig ist.',
  'failure.api/refund-unavailable': 'Dieses Trinkgeld lässt sich gerade nicht erstatten.',
  'failure.api/report-not-found': 'Eine Meldung mit dieser Nummer gibt es nicht.',
  'failure.api/report-decided': 'Über diese Meldung hat schon jemand entschieden.',
  'failure.api/appeal-not-found': 'Es gibt keinen Widerspruch mit dieser Kennung.',
  'failure.api/appeal-answered': 'Jemand hat diesen Widerspruch schon beantwortet.',
  'failure.api/mail-not-found': 'Es gibt keine Mail mit dieser Kennung. Eine Mail wird 30 Tage aufbewahrt.',
  'failure.api/nothing-to-appeal': 'Dein Profil ist nicht eingeschränkt, es gibt also nichts zu beanstanden.',
  'failure.api/appeal-too-late':
    'Die Frist für Widersprüche ist vorbei. Du kannst dem Betreiber weiterhin schreiben.',
  'failure.api/account-busy':
    'Eine Zahlung, eine Erstattung oder eine Anfechtung ist noch offen. Sobald das erledigt ist, kannst du dein Konto löschen.',
  'failure.api/account-leaving': 'Dein Konto wird gerade gelöscht. Das geht jetzt nicht mehr.',
  'failure.api/export-too-large':
    'Du hast so viele Trinkgelder, dass die Datei zuerst vorbereitet werden muss.',
  'failure.api/export-not-ready':
    'Die Datei ist noch nicht fertig oder nicht mehr da. Bitte lass eine neue vorbereiten.',
  'failure.api/webhook-refused': 'Diese Anfrage wurde abgelehnt.',
  'failure.api/payment-refused': 'Die Zahlung ließ sich nicht beginnen. Es wurde nichts abgebucht.',
  'failure.api/account-refused':
    'Stripe konnte Zahlungen mit diesem Land oder dieser Währung nicht einrichten. Bitte wähle andere.',
  'failure.api/stripe-key-refused':
    'Der Betreiber dieses Servers muss zuerst seinen Zugang zu Stripe ändern. Danach kannst du Zahlungen verbinden.',
  'failure.api/payout-not-found': 'Diese Auszahlung wurde in deinem Stripe-Konto nicht gefunden.',
  'failure.api/payouts-unavailable':
    'Stripe antwortet gerade nicht, deshalb lassen sich Auszahlungen nicht anzeigen. Dein Geld ist sicher. Bitte versuche es noch einmal.',
  'failure.api/payouts-not-allowed':
    'Dieser Server darf Auszahlungen noch nicht bei Stripe lesen. Sein Betreiber muss es erlauben. Du siehst deine Auszahlungen im Dashboard von Stripe.',
  'failure.api/service-unavailable':
    'Der Dienst ist gerade nicht verfügbar. Es wurde nichts abgebucht. Bitte versuche es noch einmal.',
  'failure.api/document-unreadable':
    'Gespeicherte Daten lassen sich gerade nicht lesen. Nichts ist verloren.',
  'failure.api/address-private': 'Diese Adresse lässt sich nicht einbetten.',
  'failure.api/format-unknown': 'Dieses Format ist nicht verfügbar.',
  'failure.api/internal': 'Bei uns ging etwas schief. Bitte versuche es noch einmal.',
  'failure.api/unreachable':
    'Der Server ist nicht erreichbar. Prüfe deine Verbindung und versuche es noch einmal.',
  'failure.api/timed-out':
    'Der Server hat zu lange gebraucht. Nichts ging verloren; versuche es noch einmal.',
  'failure.api/unreadable': 'Die Antwort des Servers ließ sich nicht lesen. Bitte versuche es noch einmal.',
  'failure.api/channel-not-found': 'Diesen Kanal gibt es nicht mehr.',
  'failure.api/delivery-not-found':
    'Diese Zustellung ist nicht mehr bekannt. Zustellungen werden 30 Tage lang aufbewahrt.',
  'failure.api/too-many-channels':
    'Von dieser Art hast du so viele Kanäle wie möglich. Entferne zuerst einen.',
  'failure.api/channel-not-verified': 'Bestätige zuerst diesen Kanal.',
  'failure.api/channel-off': 'Dieser Kanal ist aus. Schalte ihn zuerst ein.',
  'failure.api/code-wrong': 'Dieser Code ist nicht der, den wir gesendet haben. Bitte prüfe ihn.',
  'failure.api/code-expired':
    'Dieser Code ist zu alt oder wurde zu oft versucht. Bitte fordere einen neuen an.',
  'failure.api/address-not-allowed': 'Busker kann nicht an diese Adresse senden.',
  'failure.api/address-not-answering':
    'Von dieser Adresse kam keine gute Antwort, deshalb bleibt der Kanal aus.',
  'failure.api/channel-not-offered': 'Diese Art von Kanal ist hier nicht eingerichtet.',
  'failure.api/push-refused':
    'Dieser Browser hat ein Abonnement geliefert, das sich nicht verwenden lässt. Bitte versuche es noch einmal.',
  'failure.api/replay-too-large': 'Das ist zu viel auf einmal. Bitte wähle einen kürzeren Zeitraum.',
  'failure.api/monthly-unavailable':
    'Dieses Profil nimmt so ein Trinkgeld gerade nicht an. Es wurde nichts abgebucht.',
  'failure.api/words-changed':
    'Das, wozu du zustimmst, hat sich inzwischen geändert. Bitte lies es noch einmal. Es wurde nichts abgebucht.',
  'failure.api/monthly-ended':
    'Dieses monatliche Trinkgeld ist schon beendet. Es wird nichts mehr abgebucht.',
  'failure.api/monthly-elsewhere':
    'Dieser Server erreicht das Stripe-Konto nicht mehr, das dieses Trinkgeld abbucht. Auf der Seite von Stripe lässt es sich beenden. Eine Kündigung oder ein Widerruf ist hier vorgemerkt und wird nur ausgeführt, wenn das Konto wieder verbunden wird.',
  'failure.api/withdraw-over':
    'Die Frist für den Widerruf ist vorbei. Du kannst dieses monatliche Trinkgeld weiterhin beenden.',
  'failure.api/nothing-due': 'Im Moment gibt es nichts zu bestätigen oder zu bezahlen.',
};
