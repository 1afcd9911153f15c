import type { TipMessages } from './en-tip';
import { plural } from './plural';

export const itTip: TipMessages = {
  title: (name) => `Mancia per ${name}`,
  thanksFor: (what) => `Per «${what}»`,
  close: 'Chiudi',
  amount: 'Importo',
  otherAmount: 'Altro importo',
  range: (min, max) => `Da ${min} a ${max}`,
  amountFault: {
    'not-a-number': (_min, _max, example) => `Scrivi un importo, per esempio ${example}.`,
    'too-precise': () => 'Questo importo ha troppi decimali.',
    'too-small': (min) => `La mancia più piccola è ${min}.`,
    'too-large': (_min, max) => `La mancia più grande è ${max}.`,
    'not-a-step': () => 'Questo importo non esiste in questa valuta.',
  },
  chooseAmount: 'Scegli un importo',
  yourName: 'Il tuo nome (facoltativo)',
  message: 'Messaggio (facoltativo)',
  charactersLeft: (count) =>
    plural('it', count, { one: '# carattere rimasto', other: '# caratteri rimasti' }),
  tooLong: (limit) => `Accorcialo a ${limit} caratteri, per favore.`,
  coverCosts: (amount, name, tip) => `Aggiungi circa ${amount} perché a ${name} restino circa ${tip}`,
  privacy: 'Ricevuta e privacy',
  receiptEmail: 'E-mail per una ricevuta (facoltativa)',
  notAnEmail: 'Questo non sembra un indirizzo e-mail.',
  anonymous: 'Non mostrare il mio nome in pubblico',
  whoSeesWhat: 'Chi vede cosa',
  report: 'Segnala questo profilo',
  ownerSees: (name) =>
    `${name} vede l’importo, il tuo nome e messaggio se li lasci, e il paese della tua carta.`,
  publicSees: (name) =>
    `Il pubblico può vedere nome, messaggio e importo se ${name} mostra una lista di sostenitori.`,
  publicSeesNothing: 'Il pubblico non vede il tuo nome.',
  stripeSees: 'Stripe riceve i dati della tua carta e, se la indichi, la tua e-mail. Nessun altro li riceve.',
  card: 'Carta',
  cardFormLoading: 'Apertura del modulo della carta…',
  cardSafety: 'I dati della tua carta vanno direttamente a Stripe. Questo sito non li vede mai.',
  person: 'Conferma di essere una persona',
  personFirst: 'Prima conferma di essere una persona. Non ti è stato addebitato nulla.',
  pay: (amount) => `Paga ${amount}`,
  paying: 'Un momento…',
  withYourBank: 'Conferma con la tua banca…',
  noQuestion: 'Non vedi la domanda della tua banca?',
  payThere: 'Continua sulla pagina di pagamento',
  checking:
    'La connessione è caduta. Stiamo verificando se la tua carta è stata addebitata. Per favore, non pagare di nuovo.',
  otherWays: 'Altri modi di pagare',
  whyElsewhere: {
    guarded:
      'Per proteggere le carte, ora paghi su una pagina sicura di Stripe. Non ti è stato addebitato nulla.',
    chosen: 'Paghi su una pagina sicura di Stripe.',
    challenge: 'Il controllo contro i robot non si può mostrare qui. Puoi pagare su una pagina sicura.',
    'in-app': 'Nel browser di questa app paghi su una pagina sicura di Stripe.',
    'foreign-shadow-root':
      'Il modulo della carta non può essere mostrato in questa parte della pagina. Puoi pagare su una pagina sicura.',
    'other-stripe-version':
      'Questa pagina usa un proprio modulo per la carta. Puoi pagare su una pagina sicura.',
    'no-address':
      'Questa parte della pagina non ha un indirizzo web proprio, necessario per i pagamenti con carta. Puoi pagare su una pagina sicura.',
    blocked: 'Questa pagina o il tuo browser blocca il modulo della carta. Puoi pagare su una pagina sicura.',
    deformed: 'Gli stili di questa pagina rovinano il modulo della carta. Puoi pagare su una pagina sicura.',
    covered:
      'Una domanda della tua banca non potrebbe comparire in questa parte della pagina. Puoi pagare su una pagina sicura.',
    removed: 'Questa pagina rimuove di continuo il modulo della carta. Puoi pagare su una pagina sicura.',
    'no-method': 'In questa pagina non c’è alcun metodo di pagamento. Puoi pagare su una pagina sicura.',
    timeout: 'Il modulo della carta non ha risposto. Puoi pagare su una pagina sicura.',
  },
  elsewhere: 'La tua pagina di pagamento è aperta in un’altra scheda. Quando avrai pagato, lo vedrai qui.',
  elsewhereBlocked:
    'Il tuo browser non ha aperto la pagina di pagamento. Aprila qui. Quando avrai pagato, lo vedrai qui.',
  openPayPage: 'Apri la pagina di pagamento',
  back: 'Indietro',
  onAnotherDevice: 'Oppure paga su un altro dispositivo:',
  decline: {
    'card-declined': 'La tua carta è stata rifiutata. Prova un’altra carta.',
    'insufficient-funds': 'Fondi insufficienti. Prova un’altra carta.',
    'card-expired': 'Questa carta è scaduta. Controlla la data o prova un’altra carta.',
    'wrong-cvc': 'Il codice di sicurezza non è giusto. Controllalo, per favore.',
    'wrong-number': 'Il numero della carta non è giusto. Controllalo, per favore.',
    'not-verified':
      'Non siamo riusciti a verificare la tua carta. Non ti è stato addebitato nulla. Riprova o usa un’altra carta.',
    'not-approved':
      'Il pagamento non è stato approvato. Non ti è stato addebitato nulla. Riprova o paga in un altro modo.',
    'way-unavailable':
      'Questo modo di pagare ora non è disponibile. Non ti è stato addebitato nulla. Scegline un altro.',
    'try-again': 'Qualcosa è andato storto. Non ti è stato addebitato nulla. Riprova.',
    'too-many-tries': 'Troppi tentativi. Non ti è stato addebitato nulla. Aspetta qualche minuto.',
    'amount-too-small':
      'Questo importo è troppo piccolo per un pagamento con carta. Non ti è stato addebitato nulla.',
    'amount-too-large':
      'Questo importo è troppo grande per un pagamento con carta. Non ti è stato addebitato nulla.',
  },
  offline: 'Non c’è connessione. Non ti è stato addebitato nulla. Riprova, per favore.',
  notCharged: 'Qualcosa è andato storto. Non ti è stato addebitato nulla. Riprova.',
  paymentClosed:
    'Questo pagamento è stato chiuso e non ti è stato addebitato nulla. Chiudiamo un pagamento dopo vari tentativi non riusciti. Premi Paga per iniziarne un altro.',
  formReloaded:
    'La pagina ha spostato questo modulo, quindi la carta va scritta di nuovo. Non ti è stato addebitato nulla.',
  totalChanged: 'Il totale è cambiato. Controllalo di nuovo, per favore. Non ti è stato addebitato nulla.',
  leftOpen:
    'Hai premuto «Paga» prima che questa pagina fosse ricaricata, e da qui non vediamo se quella mancia è arrivata. Guarda nell’app della tua banca o di pagamento prima di pagare di nuovo.',
  unsure:
    'Non siamo riusciti a sapere se ti è stato addebitato qualcosa. Prima di pagare di nuovo, guarda la ricevuta o l’app della tua banca o di pagamento.',
  notPaid: 'Non pagato. Non ti è stato addebitato nulla.',
  pageExpired: 'La pagina di pagamento è stata chiusa o è scaduta. Non ti è stato addebitato nulla.',
  refused: {
    'tips-off': 'Qui le mance sono disattivate al momento.',
    'payments-not-ready': 'Qui non si possono ancora ricevere mance. Non è stato addebitato nulla.',
    'profile-not-found': 'Non c’è nessun profilo con questo nome.',
    'site-not-allowed': 'Da questa pagina non si possono inviare mance.',
    'session-invalid': 'Chiudi e riapri, per favore. Non ti è stato addebitato nulla.',
    'session-expired': 'È passato un po’ di tempo. Riprova, per favore. Non ti è stato addebitato nulla.',
    'too-many-requests':
      'Troppi tentativi. Aspetta qualche minuto, per favore. Non ti è stato addebitato nulla.',
    'tip-busy':
      'L’importo di questa mancia è in fase di modifica. Non ti è stato addebitato nulla. Riprova tra un minuto.',
    'tip-not-changeable': 'Questa mancia è già in viaggio e non si può più cambiare.',
    'undo-unavailable': 'Questa mancia non si può più annullare qui. La ricevuta dice a chi chiedere.',
    unreachable: 'Il server non è raggiungibile in questo momento. Non è stato addebitato nulla.',
  },
  refusedOtherwise: 'Non ha funzionato. Non ti è stato addebitato nulla. Riprova, per favore.',
  tryAgain: 'Riprova',
  wallets: 'Paga con un portafoglio digitale',
  or: 'oppure',
  thankYou: 'Grazie',
  wentThrough: (amount, name) => `La tua mancia di ${amount} a ${name} è arrivata.`,
  onItsWay: 'In viaggio',
  onItsWayWhy: (amount, name) =>
    `Stripe ci dirà presto se la tua mancia di ${amount} a ${name} è stata pagata. Lo vedrai qui. Non serve pagare di nuovo.`,
  tipWentThrough: (name) => `La tua mancia a ${name} è arrivata.`,
  receipt: 'Ricevuta',
  undo: 'Annulla questa mancia',
  undoUntil: (time) => `Puoi annullarla ancora per ${time}.`,
  undoing: 'Annullamento della mancia…',
  undone: (amount) => `La tua mancia è stata annullata. Riavrai ${amount} tra qualche giorno.`,
  undoneSlowly: (amount, time) => `La tua mancia è stata annullata. Riavrai ${amount} entro ${time}.`,
  undoFailed: 'La mancia non si è potuta annullare in questo momento. Riprova o chiedi aiuto dalla ricevuta.',
  undoLost:
    'La connessione si è interrotta e non possiamo vedere se la mancia è stata annullata. Riprova: viene annullata una volta sola.',
  refundFailed: (amount, name) =>
    `Un rimborso di ${amount} non è riuscito. Il denaro è di nuovo presso ${name}.`,
  refundWhy: {
    'card-closed': 'La carta è scaduta o è stata annullata.',
    'bank-refused': 'La tua banca lo ha rifiutato.',
    disputed: 'La tua banca sta già esaminando questo pagamento.',
    'no-funds': 'Sul conto di origine non c’era abbastanza denaro.',
    unknown: 'Non è stato indicato alcun motivo.',
  },
  refundAsk: (name) => `Chiedi a ${name} di restituirtelo in un altro modo.`,
  done: 'Fatto',
};
