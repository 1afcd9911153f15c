export const push = {
  'push.heading': 'Notifiche su questo dispositivo',
  'push.about':
    'Ricevi una notifica su questo dispositivo quando arriva una mancia, anche se Busker è chiuso.',
  'push.on': 'Attiva le notifiche',
  'push.isOn': 'Attive',
  'push.isOnHere': 'Questo dispositivo riceve le notifiche.',
  'push.stop': 'Interrompi su questo dispositivo',
  'push.unsupported': 'Questo browser non può ricevere notifiche. Prova un altro browser o usa l’email.',
  'push.blocked':
    'Le notifiche di Busker sono bloccate in questo browser. Consentile nelle impostazioni del browser per questo sito, poi ricarica la pagina.',
  'push.ios': 'Su iPhone e iPad le notifiche funzionano solo dopo aver aggiunto Busker alla schermata Home:',
  'push.iosShare': 'Tocca Condividi in Safari.',
  'push.iosAdd': 'Scegli «Aggiungi alla schermata Home».',
  'push.iosOpen': 'Apri Busker dalla schermata Home, accedi lì una volta e attiva le notifiche.',
  'push.seen': 'Hai visto la notifica?',
  'push.seenYes': 'Sì, l’ho vista',
  'push.seenNo': 'No',
  'push.unseen':
    'Allora qualcosa la blocca. Controlla che questo dispositivo consenta le notifiche del browser e che Non disturbare sia disattivato.',
  'push.failed.timed-out': 'Il browser non ha risposto. Controlla la connessione.',
  'push.failed.dismissed': 'Non hai risposto alla domanda del browser. Consenti le notifiche per continuare.',
  'push.failed.blocked': 'Le notifiche di Busker sono bloccate in questo browser.',
  'push.failed.refused': 'Il browser ha rifiutato. Nelle finestre private le notifiche non funzionano.',
  'push.install': 'Installa Busker',
  'push.closed': 'Apri Busker per vederla',
};
