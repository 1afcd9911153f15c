export const failures = {
  'failure.store/cancelled': 'Si è interrotto prima della fine. Riprova.',
  'failure.store/unknown': 'È successo qualcosa di imprevisto. Riprova; le tue modifiche sono conservate.',
  'failure.store/invalid-argument': 'Un valore non si è potuto salvare. Annulla l’ultima modifica e riprova.',
  'failure.store/deadline-exceeded':
    'Il server ha impiegato troppo. Le tue modifiche sono conservate; riprova.',
  'failure.store/not-found': 'Non esiste più. Ricarica la pagina per vedere che cosa c’è.',
  'failure.store/already-exists': 'Esiste già. Ricarica la pagina per vederlo.',
  'failure.store/permission-denied': 'Non hai accesso a questo. Accedi con l’account a cui appartiene.',
  'failure.store/unauthenticated':
    'La sessione è terminata. Accedi di nuovo; le tue modifiche sono conservate.',
  'failure.store/resource-exhausted':
    'Il servizio ha raggiunto il limite giornaliero. Le tue modifiche sono conservate; riprova più tardi.',
  'failure.store/failed-precondition': 'Il server non è ancora pronto. Ricarica la pagina e riprova.',
  'failure.store/aborted': 'È stato cambiato altrove nello stesso momento. Riprova.',
  'failure.store/out-of-range': 'Sei alla fine dell’elenco. Ricarica la pagina per vedere le novità.',
  'failure.store/unimplemented':
    'Il server non può farlo. Ricarica la pagina. Se succede di nuovo, contatta l’assistenza.',
  'failure.store/internal': 'Qualcosa è andato storto sul server. Le tue modifiche sono conservate; riprova.',
  'failure.store/unavailable':
    'Il server non è raggiungibile al momento. Le tue modifiche sono conservate e saranno inviate più tardi.',
  'failure.store/data-loss':
    'Alcuni dati salvati non si sono potuti leggere. Contatta l’assistenza prima di cambiare qualcosa.',
  'failure.store/client-terminated':
    'Questa pagina è rimasta aperta troppo a lungo. Ricaricala per continuare.',
  'failure.store/connection-failed':
    'La connessione è caduta. Controlla la rete; le tue modifiche sono conservate.',
  'failure.store/unreadable':
    'Qualcosa di salvato qui non si è potuto leggere. Ricarica la pagina. Se succede di nuovo, contatta l’assistenza.',
  'failure.upload/canceled': 'Il caricamento è stato annullato. Puoi scegliere di nuovo l’immagine.',
  'failure.upload/invalid-checksum': 'L’immagine si è danneggiata durante il caricamento. Riprova.',
  'failure.upload/object-not-found': 'Questa immagine non c’è più. Caricala di nuovo.',
  'failure.upload/quota-exceeded': 'Lo spazio di questo servizio è pieno. Riprova più tardi.',
  'failure.upload/retry-limit-exceeded':
    'Il caricamento ha impiegato troppo. Controlla la connessione e riprova.',
  'failure.upload/server-file-wrong-size': 'L’immagine non è arrivata completa. Riprova.',
  'failure.upload/unauthenticated': 'La sessione è terminata. Accedi di nuovo, poi carica l’immagine.',
  'failure.upload/unauthorized': 'Questo file è stato rifiutato. Usa un’immagine di massimo 5 MB.',
  'failure.upload/unknown': 'Il caricamento non è riuscito. Controlla la connessione e riprova.',
};
