export const authFailures = {
  'failure.auth/account-exists-with-different-credential':
    'Hai già un account con questa email, creato con un altro metodo di accesso. Accedi con quello; poi potrai collegare anche questo.',
  'failure.auth/cancelled-popup-request':
    'Si è aperta un’altra finestra di accesso, quindi questa è stata chiusa.',
  'failure.auth/code-expired': 'Questo codice è scaduto. Chiedine uno nuovo.',
  'failure.auth/credential-already-in-use':
    'Questo metodo di accesso appartiene già a un altro account Busker. Accedi con quello, o scegline un altro.',
  'failure.auth/email-already-in-use':
    'Qui non puoi usare questa email. Se hai già un account, accedi o reimposta la password.',
  'failure.auth/email-change-needs-verification':
    'Conferma prima la tua email: apri il link nel messaggio che abbiamo inviato.',
  'failure.auth/expired-action-code': 'Questo link è scaduto. Chiedine uno nuovo.',
  'failure.auth/internal-error': 'Il servizio di accesso ha avuto un problema. Riprova.',
  'failure.auth/invalid-action-code': 'Questo link è già stato usato o è incompleto. Chiedine uno nuovo.',
  'failure.auth/invalid-credential':
    'Email o password sbagliata. Controlla entrambe, o reimposta la password.',
  'failure.auth/invalid-email': 'Non sembra un indirizzo email.',
  'failure.auth/invalid-multi-factor-session': 'Questo accesso ha richiesto troppo tempo. Ricomincia.',
  'failure.auth/invalid-phone-number':
    'Non puoi usare questo numero di telefono. Aggiungi il prefisso del paese, per esempio +39 312 345 6789.',
  'failure.auth/invalid-verification-code': 'Questo codice è sbagliato. Controlla il messaggio più recente.',
  'failure.auth/invalid-verification-id':
    'Questo codice appartiene a una richiesta precedente. Chiedine uno nuovo.',
  'failure.auth/link-not-opened':
    'Il link non è ancora stato aperto. Aprilo in questo browser, poi torna qui.',
  'failure.auth/maximum-second-factor-count-exceeded':
    'Hai cinque app, che è il massimo. Rimuovine prima una.',
  'failure.auth/missing-email': 'Scrivi il tuo indirizzo email.',
  'failure.auth/missing-password': 'Scrivi la tua password.',
  'failure.auth/network-request-failed':
    'Il servizio di accesso non è raggiungibile. Controlla la connessione e riprova.',
  'failure.auth/no-such-provider': 'Questo metodo di accesso non è collegato al tuo account.',
  'failure.auth/operation-not-allowed': 'Questo metodo di accesso qui è disattivato. Scegline un altro.',
  'failure.auth/password-does-not-meet-requirements':
    'Questa password non rispetta le regole. Usane una più lunga, con maiuscole, minuscole, cifre e simboli.',
  'failure.auth/popup-blocked':
    'Il browser ha bloccato la finestra di accesso. Consenti le finestre popup per questa pagina, poi riprova.',
  'failure.auth/popup-closed-by-user': 'La finestra di accesso è stata chiusa prima della fine. Riprova.',
  'failure.auth/provider-already-linked': 'Questo metodo di accesso è già collegato.',
  'failure.auth/quota-exceeded':
    'Oggi sono stati inviati troppi messaggi. Riprova più tardi, o usa un altro metodo di accesso.',
  'failure.auth/requires-recent-login': 'Per sicurezza, conferma che sei tu prima di cambiarlo.',
  'failure.auth/second-step-cancelled': 'Non hai scritto il codice, quindi non è cambiato nulla.',
  'failure.auth/second-step-unknown':
    'Il tuo account chiede un secondo passaggio che questa pagina non offre. Contatta l’assistenza.',
  'failure.auth/timeout': 'È passato troppo tempo. Riprova.',
  'failure.auth/too-many-requests': 'Troppi tentativi. Aspetta qualche minuto, o reimposta la password.',
  'failure.auth/unauthorized-domain': 'Questo metodo di accesso non è permesso a questo indirizzo.',
  'failure.auth/unsupported-first-factor':
    'L’accesso in due passaggi non funziona con un telefono. Accedi prima con un altro metodo.',
  'failure.auth/user-cancelled': 'Non hai dato il permesso, quindi non è cambiato nulla.',
  'failure.auth/user-disabled':
    'Questo account è stato disattivato. Contatta l’assistenza se pensi che sia un errore.',
  'failure.auth/user-mismatch': 'Era un altro account. Conferma con quello con cui hai effettuato l’accesso.',
  'failure.auth/user-token-expired': 'La sessione è terminata. Accedi di nuovo; il tuo lavoro è conservato.',
  'failure.auth/weak-password': 'Questa password è troppo facile da indovinare. Usa almeno 6 caratteri.',
  'failure.auth/web-storage-unsupported':
    'Il browser blocca la memoria che ti mantiene connesso. Consenti i dati del sito per questa pagina, poi riprova.',
};
