export const kit = {
  'nav.kit': 'Kit da strada',
  'kit.title': 'Kit da strada',
  'kit.lead': 'Cartelli, biglietti, adesivi e tag NFC che portano al tuo modulo per le mance.',
  'kit.notPublished': 'Pubblica prima il tuo profilo. Fino ad allora un codice non porta a nessuna pagina.',
  'kit.closed':
    'Il tuo modulo non accetta mance in questo momento. Puoi già stampare, ma scansiona un codice prima di uscire.',
  'kit.toPayments': 'Vai ai pagamenti',
  'kit.print': 'Stampa',
  'kit.kind': 'Cosa stampare',
  'kit.kind.sign': 'Cartello',
  'kit.kind.cards': 'Biglietti',
  'kit.kind.stickers': 'Adesivi',
  'kit.about.sign': 'Una pagina con un codice grande. I telefoni lo leggono da più di un metro.',
  'kit.about.cards': 'Quattro biglietti su una pagina, da mettere su un tavolo o da distribuire.',
  'kit.about.stickers':
    '24 adesivi su una pagina, di 35 mm ciascuno, per una custodia, un amplificatore o un bicchiere.',
  'kit.paper': 'Carta',
  'kit.line': 'Una frase tua',
  'kit.lineHint': 'Per esempio: Grazie per l’ascolto.',
  'kit.language': 'Lingua {place} sul foglio',
  'kit.noLanguage': 'Nessuna',
  'kit.amounts': 'Mostra gli importi suggeriti',
  'kit.coded': 'Importo nel codice',
  'kit.codedHint': 'Il modulo suggerisce questo importo. I fan possono comunque sceglierne un altro.',
  'kit.codedNone': 'Scelgono i fan',
  'kit.place': 'Luogo',
  'kit.placeHint':
    'Le statistiche mostrano quali luoghi portano mance. Usa una parola breve, come hat o bar-2.',
  'kit.placeFault': 'Usa lettere dalla a alla z o cifre.',
  'kit.black': 'Bianco e nero',
  'kit.preview': 'Anteprima',
  'kit.leadsTo': 'Il codice porta a questo indirizzo:',
  'kit.svg': 'Scarica SVG',
  'kit.printHint':
    'Stampa a grandezza naturale (100%). Per avere un PDF, scegli «Salva come PDF» nella finestra di stampa.',
  'kit.copy': 'Copia l’indirizzo',
  'kit.tag': 'Tag NFC',
  'kit.tagAbout':
    'I fan avvicinano il telefono al tag e si apre il tuo modulo per le mance. Basta un adesivo di tipo NTAG213. Le mance dai tag hanno il luogo nfc.',
  'kit.tagAddress': 'Indirizzo per il tag',
  'kit.tagWrite': 'Scrivi un tag',
  'kit.tagHold': 'Avvicina il tag al retro di questo telefono e tienilo fermo.',
  'kit.tagStop': 'Ferma',
  'kit.tagWritten': 'Il tag è scritto. Provalo con un altro telefono.',
  'kit.tagLock': 'Blocca un tag',
  'kit.tagLockAbout':
    'Un tag bloccato non può più essere modificato, nemmeno da te. Blocca i tag che possono toccare gli estranei, dopo averli provati.',
  'kit.tagLockNow': 'Blocca per sempre',
  'kit.tagLocked': 'Il tag è bloccato. Non può più essere modificato.',
  'kit.tagFault.blocked':
    'Questo browser non può usare l’NFC qui. Consentilo nelle impostazioni di questo sito e riprova.',
  'kit.tagFault.no-nfc': 'Questo telefono non ha l’NFC, oppure è spento. Accendilo e riprova.',
  'kit.tagFault.unwritable':
    'Non ha funzionato. Forse il tag è bloccato o troppo piccolo, oppure si è mosso troppo presto. Riprova tenendolo fermo.',
  'kit.tagSteps': 'Questo browser non può scrivere tag. Chrome su Android può, e anche qualsiasi app NFC:',
  'kit.tagStep1': 'Installa un’app che scrive tag NFC e scegli di scrivere un indirizzo web (URL).',
  'kit.tagStep2': 'Incolla nell’app l’indirizzo qui sopra.',
  'kit.tagStep3': 'Tieni il tag vicino al telefono finché l’app dice che è scritto.',
  'kit.gig': 'Durante l’esibizione',
  'kit.gigScan':
    'Scansiona la stampa con un telefono prima di uscire. Un telefono legge un codice da circa dieci volte la sua larghezza.',
  'kit.gigSticker':
    'Guarda ogni tanto il tuo cartello. Un estraneo potrebbe incollare un altro codice sopra il tuo. Il tuo nome e il tuo indirizzo sotto il codice aiutano i fan ad accorgersene.',
  'kit.gigOffline':
    'A te non serve una connessione, serve solo al telefono del fan. Se non ce l’ha, chiedi al fan di fotografare il codice e di lasciare la mancia più tardi.',
};
