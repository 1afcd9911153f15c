export const apiFailures = {
  'failure.api/invalid-json': 'Una parte della richiesta non si è potuta leggere. Riprova.',
  'failure.api/unsupported-content-type': 'Una parte della richiesta non si è potuta leggere. Riprova.',
  'failure.api/books-too-long': 'Ci sono troppe mance in questo periodo. Scegline uno più breve.',
  'failure.api/body-too-large': 'È troppo lungo. Accorcialo, per favore.',
  'failure.api/invalid-fields': 'Controlla i campi segnalati.',
  'failure.api/route-not-found': 'Questa pagina non esiste.',
  'failure.api/method-not-allowed': 'Questo indirizzo non accetta quella richiesta.',
  'failure.api/sign-in-required': 'Accedi di nuovo. Le tue modifiche sono salvate.',
  'failure.api/recent-sign-in-required': 'Per sicurezza, accedi di nuovo.',
  'failure.api/recovery-code-wrong': 'Questo codice di recupero è sbagliato o è già stato usato.',
  'failure.api/second-step-over': 'Questo accesso ha richiesto troppo tempo. Ricomincia.',
  'failure.api/second-step-missing': 'L’accesso in due passaggi è disattivato. Attivalo prima.',
  'failure.api/account-needed': 'Crea un account per pubblicare. La bozza resta.',
  'failure.api/email-not-verified': 'Apri il link nell’email che ti abbiamo inviato, poi pubblica di nuovo.',
  'failure.api/profile-not-found': 'Non c’è nessun profilo con questo nome.',
  'failure.api/draft-not-found': 'Non c’è ancora nulla da pubblicare. Aggiungi prima un nome e un link.',
  'failure.api/draft-behind': 'Le ultime modifiche si stanno ancora salvando. Riprova tra un momento.',
  'failure.api/handle-taken': 'Questo nome è già preso. Scegline un altro.',
  'failure.api/profile-restricted': 'Il gestore di questo sito ha limitato questo profilo.',
  'failure.api/moderator-needed': 'Qui non sei moderatore.',
  'failure.api/act-refused': 'Qui non è permesso.',
  'failure.api/tips-off': 'Qui le mance sono disattivate al momento.',
  'failure.api/payments-not-ready':
    'Questo profilo non può ancora ricevere mance. Non è stato addebitato nulla.',
  'failure.api/session-invalid': 'Chiudi e riapri. Non è stato addebitato nulla.',
  'failure.api/session-expired': 'È passato troppo tempo. Non è stato addebitato nulla. Riprova.',
  'failure.api/site-not-allowed': 'Da questa pagina non si possono inviare mance.',
  'failure.api/total-changed': 'Il totale è cambiato. Controllalo, poi paga di nuovo.',
  'failure.api/request-reused': 'Questa mancia è già iniziata. Apri di nuovo il modulo.',
  'failure.api/amount-too-small': 'È meno della mancia più piccola.',
  'failure.api/amount-too-large': 'È più della mancia più grande.',
  'failure.api/currency-mismatch':
    'La valuta è cambiata. Apri di nuovo il modulo. Non è stato addebitato nulla.',
  'failure.api/challenge-required': 'Conferma che sei una persona, poi riprova.',
  'failure.api/hosted-required':
    'Per evitare frodi con le carte, questa mancia va pagata sulla pagina sicura di Stripe. Non è stato addebitato nulla.',
  'failure.api/too-many-requests': 'Troppi tentativi. Aspetta qualche minuto.',
  'failure.api/tip-not-found': 'Questa mancia non è stata trovata.',
  'failure.api/reply-not-possible':
    'Puoi rispondere a una mancia pagata e cambiare la risposta entro un’ora. Dopo puoi solo rimuoverla.',
  'failure.api/tip-busy':
    'L’importo di questa mancia sta cambiando. Non è stato addebitato nulla. Riprova tra un minuto.',
  'failure.api/tip-not-changeable': 'Questa mancia è in pagamento e non si può più cambiare.',
  'failure.api/undo-unavailable':
    'Questa mancia non si può più annullare qui. La ricevuta dice a chi chiedere.',
  'failure.api/undo-failed':
    'Il denaro non si è potuto restituire alla carta. È di nuovo di chi ha ricevuto la mancia.',
  'failure.api/refund-too-late':
    'Questo metodo di pagamento permette il rimborso solo per un certo tempo, che è passato.',
  'failure.api/refund-too-large': 'È più di quanto resta della mancia.',
  'failure.api/refund-unavailable': 'Questa mancia non si può rimborsare adesso.',
  'failure.api/report-not-found': 'Non c’è nessuna segnalazione con questo numero.',
  'failure.api/report-decided': 'Qualcuno ha già deciso su questa segnalazione.',
  'failure.api/appeal-not-found': 'Non c’è nessun reclamo con questo ID.',
  'failure.api/appeal-answered': 'Qualcuno ha già risposto a questo reclamo.',
  'failure.api/mail-not-found': 'Non c’è nessuna email con questo ID. Un’email si conserva per 30 giorni.',
  'failure.api/nothing-to-appeal': 'Il tuo profilo non è limitato, quindi non c’è nulla da contestare.',
  'failure.api/appeal-too-late': 'Il termine per i reclami è passato. Puoi ancora scrivere al gestore.',
  'failure.api/account-busy':
    'C’è ancora un pagamento, un rimborso o una contestazione in corso. Potrai eliminare l’account quando sarà risolto.',
  'failure.api/account-leaving': 'Il tuo account si sta eliminando. Non è più possibile.',
  'failure.api/export-too-large': 'Hai così tante mance che prima bisogna preparare il file.',
  'failure.api/export-not-ready': 'Il file non è pronto, o non c’è più. Preparane uno nuovo.',
  'failure.api/webhook-refused': 'Questa richiesta è stata rifiutata.',
  'failure.api/payment-refused': 'Il pagamento non si è potuto avviare. Non è stato addebitato nulla.',
  'failure.api/account-refused':
    'Stripe non ha potuto configurare i pagamenti con questo paese o questa valuta. Scegline altri.',
  'failure.api/stripe-key-refused':
    'Il gestore di questo server deve prima cambiare il suo accesso a Stripe. Poi potrai collegare i pagamenti.',
  'failure.api/payout-not-found': 'Questo versamento non è stato trovato sul tuo account Stripe.',
  'failure.api/payouts-unavailable':
    'Stripe non risponde al momento, quindi i versamenti non si possono mostrare. I tuoi soldi sono al sicuro. Riprova.',
  'failure.api/payouts-not-allowed':
    'Questo server non può ancora leggere i versamenti da Stripe. Il suo gestore deve permetterlo. Puoi vedere i versamenti nella dashboard di Stripe.',
  'failure.api/service-unavailable':
    'Il servizio non è disponibile al momento. Non è stato addebitato nulla. Riprova.',
  'failure.api/document-unreadable':
    'I dati salvati non si possono leggere al momento. Nulla è andato perso.',
  'failure.api/address-private': 'Questo indirizzo non si può incorporare.',
  'failure.api/format-unknown': 'Questo formato non è disponibile.',
  'failure.api/internal': 'Qualcosa è andato storto da parte nostra. Riprova.',
  'failure.api/unreachable': 'Il server non è raggiungibile. Controlla la connessione e riprova.',
  'failure.api/timed-out': 'Il server ha impiegato troppo. Nulla è andato perso; riprova.',
  'failure.api/unreadable': 'La risposta del server non si è potuta leggere. Riprova.',
  'failure.api/channel-not-found': 'Questo canale non esiste più.',
  'failure.api/delivery-not-found': 'Questo invio non è più noto. Gli invii si conservano per 30 giorni.',
  'failure.api/too-many-channels': 'Hai già tutti i canali possibili di questo tipo. Rimuovine prima uno.',
  'failure.api/channel-not-verified': 'Conferma prima questo canale.',
  'failure.api/channel-off': 'Questo canale è spento. Accendilo prima.',
  'failure.api/code-wrong': 'Questo codice non è quello che abbiamo inviato. Controllalo.',
  'failure.api/code-expired':
    'Questo codice è troppo vecchio o è stato provato troppe volte. Chiedine uno nuovo.',
  'failure.api/address-not-allowed': 'Busker non può inviare a questo indirizzo.',
  'failure.api/address-not-answering':
    'Da questo indirizzo non è arrivata una risposta valida, quindi il canale resta spento.',
  'failure.api/channel-not-offered': 'Questo tipo di canale non è configurato qui.',
  'failure.api/push-refused': 'Questo browser ha dato un’iscrizione che non si può usare. Riprova.',
  'failure.api/replay-too-large': 'È troppo in una volta. Scegli un periodo più breve.',
  'failure.api/monthly-unavailable':
    'Al momento questo profilo non accetta mance di questo tipo. Non ti è stato addebitato nulla.',
  'failure.api/words-changed':
    'Ciò che accetti è cambiato da quando hai aperto questa pagina. Leggilo di nuovo. Non ti è stato addebitato nulla.',
  'failure.api/monthly-ended': 'Questa mancia mensile è già terminata. Non viene addebitato altro.',
  'failure.api/monthly-elsewhere':
    'Questo server non raggiunge più l’account Stripe che addebita questa mancia. Si può interrompere sulla pagina di Stripe. Un’interruzione o un recesso viene annotato qui ed eseguito solo se l’account viene ricollegato.',
  'failure.api/withdraw-over':
    'Il termine per il recesso è passato. Puoi ancora interrompere questa mancia mensile.',
  'failure.api/nothing-due': 'Al momento non c’è nulla da confermare o da pagare.',
};
