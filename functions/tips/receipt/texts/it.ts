import type { ReceiptTexts } from './en';

export const it: ReceiptTexts = {
  title: 'La tua mancia',
  open: 'Apri questa pagina dal link della schermata di ringraziamento per vedere la tua mancia.',
  noScript: 'Questa pagina ha bisogno di JavaScript per aprire la ricevuta.',
  undo: 'Annulla questa mancia',
  undoLeft: 'Possibile ancora per {time}.',
  words: 'Il tuo nome e messaggio',
  save: 'Salva',
  erase: 'Cancella nome e messaggio',
  saved: 'Salvato.',
  erased: 'Nome e messaggio sono cancellati.',
  goingBack: 'La tua mancia è in corso di rimborso.',
  payOn: 'Torna alla pagina di pagamento',
  back: 'Torna al profilo',
  reply: (owner) => `${owner} ti ha risposto`,
  watch: {
    offer: (owner) => `Avvisami una volta se ${owner} risponde`,
    asking: 'Consenti le notifiche nel tuo browser.',
    on: (owner) => `Riceverai una notifica quando ${owner} risponde.`,
    off: 'Non avvisarmi',
    blocked:
      'Le notifiche sono bloccate per questa pagina. Puoi consentirle nelle impostazioni del tuo browser.',
    keep: 'Per leggere una risposta più tardi, conserva il link a questa pagina.',
    copy: 'Copia il link',
    copied: 'Il link è copiato.',
    read: 'Apri la tua mancia per leggere la risposta.',
  },
  ask: (owner) => `Domande su questa mancia? Scrivi a ${owner}.`,
  goneTitle: 'Mancia non trovata',
  gone: 'Questa mancia non è stata trovata.',
  home: 'Vai alla pagina iniziale',
  failed: 'Qualcosa è andato storto. Riprova, per favore.',
  states: {
    pending: {
      heading: 'Non ancora pagata',
      sentence: (owner) => `La tua mancia per ${owner} non è stata pagata. Non è stato addebitato nulla.`,
    },
    processing: {
      heading: 'In viaggio',
      sentence: (owner) =>
        `La tua mancia per ${owner} è in viaggio. Stripe ci dirà presto se è stata pagata e questa pagina lo mostrerà. Non serve pagare di nuovo.`,
    },
    paid: { heading: 'Grazie', sentence: (owner) => `La tua mancia per ${owner} è stata pagata.` },
    partially_refunded: {
      heading: 'Rimborsata in parte',
      sentence: (owner) => `Una parte della tua mancia per ${owner} ti è stata rimborsata.`,
    },
    refunded: {
      heading: 'Rimborsata',
      sentence: (owner) =>
        `La tua mancia per ${owner} ti è stata rimborsata. Possono volerci alcuni giorni prima che arrivi.`,
    },
    disputed: {
      heading: 'Contestata',
      sentence: (owner) => `La tua banca sta esaminando la tua mancia per ${owner}.`,
    },
    lost: {
      heading: 'Stornata dalla tua banca',
      sentence: (owner) => `La tua banca ha stornato la tua mancia per ${owner}.`,
    },
    failed: {
      heading: 'Non pagata',
      sentence: (owner) => `La tua mancia per ${owner} non è stata pagata. Non è stato addebitato nulla.`,
    },
    expired: {
      heading: 'Non pagata',
      sentence: (owner) =>
        `La tua mancia per ${owner} non è stata pagata in tempo. Non è stato addebitato nulla.`,
    },
  },
  refundFailedTitle: 'Il rimborso non è riuscito',
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
  rows: {
    tip: 'Mancia',
    covered: 'Costi della carta coperti',
    total: 'Totale',
    givenBack: 'Rimborsato',
    comingBack: 'In corso di rimborso',
    paidWith: 'Pagato con',
    card: 'Carta',
    statement: 'Sull’estratto conto',
    paidOn: 'Pagata il',
    number: 'Numero',
  },
  backWithin: (amount, time) => `${amount} · entro ${time}`,
  cardEnding: (brand, last4) => `${brand} che termina con ${last4}`,
  refused: {
    sorry: 'Non ha funzionato',
    otherwise: 'Non ha funzionato. Non è stato addebitato nulla. Riprova, per favore.',
    again: 'Riapri il modulo e riprova, per favore. Non è stato addebitato nulla.',
    often: 'Troppi tentativi. Aspetta qualche minuto, per favore. Non è stato addebitato nulla.',
    check: 'Controlla i campi segnati, per favore.',
    away: 'Il servizio non è disponibile in questo momento. Non è stato addebitato nulla. Riprova, per favore.',
    notReady: 'Questo profilo non può ancora ricevere mance. Non è stato addebitato nulla.',
    noUndo: 'Questa mancia non si può più annullare qui.',
    fixed: 'Questa mancia è già in fase di pagamento e non si può più cambiare.',
  },
  fields: {
    choose: 'Scegli un importo.',
    write: (example) => `Scrivi un importo, per esempio ${example}.`,
    email: 'Questo non sembra un indirizzo e-mail.',
    shorten: 'È troppo lungo. Accorcialo, per favore.',
    keepTo: (limit) => `Accorcialo a ${limit} caratteri, per favore.`,
    least: (min) => `La mancia più piccola è ${min}.`,
    most: (max) => `La mancia più grande è ${max}.`,
    step: 'Questo importo non esiste in questa valuta.',
  },
};
