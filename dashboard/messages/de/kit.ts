export const kit = {
  'nav.kit': 'Gig-Kit',
  'kit.title': 'Gig-Kit',
  'kit.lead': 'Schilder, Karten, Aufkleber und NFC-Tags, die zu deinem Trinkgeldformular führen.',
  'kit.notPublished': 'Veröffentliche zuerst dein Profil. Bis dahin führt ein Code zu keiner Seite.',
  'kit.closed':
    'Dein Trinkgeldformular nimmt zurzeit kein Trinkgeld an. Du kannst schon drucken. Scanne aber einen Code, bevor du losgehst.',
  'kit.toPayments': 'Zu Zahlungen',
  'kit.print': 'Drucken',
  'kit.kind': 'Was gedruckt wird',
  'kit.kind.sign': 'Schild',
  'kit.kind.cards': 'Karten',
  'kit.kind.stickers': 'Aufkleber',
  'kit.about.sign': 'Eine Seite mit einem großen Code. Handys lesen ihn aus mehr als einem Meter Entfernung.',
  'kit.about.cards': 'Vier Karten auf einer Seite, für den Tisch oder zum Verteilen.',
  'kit.about.stickers': '24 Aufkleber auf einer Seite, je 35 mm groß, für Koffer, Verstärker oder Becher.',
  'kit.paper': 'Papier',
  'kit.line': 'Eine eigene Zeile',
  'kit.lineHint': 'Zum Beispiel: Danke fürs Zuhören.',
  'kit.language': 'Sprache {place} auf dem Blatt',
  'kit.noLanguage': 'Keine',
  'kit.amounts': 'Vorgeschlagene Beträge zeigen',
  'kit.coded': 'Betrag im Code',
  'kit.codedHint':
    'Das Trinkgeldformular schlägt diesen Betrag vor. Fans können trotzdem einen anderen wählen.',
  'kit.codedNone': 'Fans wählen selbst',
  'kit.place': 'Ort',
  'kit.placeHint':
    'Die Auswertung zeigt, welche Orte Trinkgeld bringen. Nimm ein kurzes Wort, etwa hat oder bar-2.',
  'kit.placeFault': 'Nimm Buchstaben von a bis z oder Ziffern.',
  'kit.black': 'Schwarz-weiß',
  'kit.preview': 'Vorschau',
  'kit.leadsTo': 'Der Code führt zu dieser Adresse:',
  'kit.svg': 'SVG herunterladen',
  'kit.printHint': 'Drucke in voller Größe (100 %). Für ein PDF wähle im Druckfenster „Als PDF speichern“.',
  'kit.copy': 'Adresse kopieren',
  'kit.tag': 'NFC-Tag',
  'kit.tagAbout':
    'Fans halten ihr Handy an den Tag, und dein Trinkgeldformular öffnet sich. Ein Aufkleber vom Typ NTAG213 genügt. Trinkgelder von Tags haben den Ort nfc.',
  'kit.tagAddress': 'Adresse für den Tag',
  'kit.tagWrite': 'Tag beschreiben',
  'kit.tagHold': 'Halte den Tag an die Rückseite dieses Handys und halte ihn ruhig.',
  'kit.tagStop': 'Anhalten',
  'kit.tagWritten': 'Der Tag ist beschrieben. Probiere ihn mit einem anderen Handy aus.',
  'kit.tagLock': 'Tag sperren',
  'kit.tagLockAbout':
    'Ein gesperrter Tag lässt sich nie wieder ändern, auch nicht von dir. Sperre Tags, die Fremde berühren können, nachdem du sie ausprobiert hast.',
  'kit.tagLockNow': 'Für immer sperren',
  'kit.tagLocked': 'Der Tag ist gesperrt. Er lässt sich nie wieder ändern.',
  'kit.tagFault.blocked':
    'Dieser Browser darf NFC hier nicht verwenden. Erlaube es in den Einstellungen dieser Website und versuche es noch einmal.',
  'kit.tagFault.no-nfc':
    'Dieses Handy hat kein NFC, oder es ist ausgeschaltet. Schalte es ein und versuche es noch einmal.',
  'kit.tagFault.unwritable':
    'Das hat nicht geklappt. Vielleicht ist der Tag gesperrt oder zu klein, oder er wurde zu früh bewegt. Versuche es noch einmal und halte ihn ruhig.',
  'kit.tagSteps':
    'Dieser Browser kann keine Tags beschreiben. Chrome auf Android kann es, und jede NFC-App auch:',
  'kit.tagStep1':
    'Installiere eine App, die NFC-Tags beschreibt, und wähle dort, eine Webadresse (URL) zu schreiben.',
  'kit.tagStep2': 'Füge die Adresse von oben in die App ein.',
  'kit.tagStep3': 'Halte den Tag an das Handy, bis die App sagt, dass er beschrieben ist.',
  'kit.gig': 'Beim Auftritt',
  'kit.gigScan':
    'Scanne den Druck mit einem Handy, bevor du losgehst. Ein Handy liest einen Code aus etwa dem Zehnfachen seiner Breite.',
  'kit.gigSticker':
    'Sieh dir dein Schild ab und zu an. Fremde könnten einen anderen Code über deinen kleben. Dein Name und deine Adresse unter dem Code helfen Fans, das zu bemerken.',
  'kit.gigOffline':
    'Du brauchst keine Verbindung, nur das Handy des Fans. Hat es keine, bitte den Fan, den Code zu fotografieren und das Trinkgeld später zu geben.',
};
