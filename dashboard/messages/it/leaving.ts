export const leaving = {
  'leaving.title': 'Il tuo account si sta eliminando',
  'leaving.label': 'Eliminazione del tuo account',
  'leaving.step': 'Eliminazione: {step} di {steps}: {what}',
  'leaving.page': 'messa offline della tua pagina',
  'leaving.payments': 'chiusura dei pagamenti aperti',
  'leaving.books': 'conservazione delle registrazioni dei pagamenti',
  'leaving.data': 'rimozione dei tuoi dati',
  'leaving.sign-in': 'rimozione del tuo accesso',
  'leaving.items': '{done} di {total}',
  'leaving.retrying': 'Qualcosa non ha funzionato. Riproviamo automaticamente.',
  'leaving.mayStop':
    'Se ora si apre un rimborso o una contestazione, l’eliminazione si ferma e tutto resta come prima.',
  'leaving.noReturn': 'L’eliminazione non si può più fermare.',
  'leaving.byItself': 'Puoi chiudere questa pagina. L’eliminazione finisce da sola.',
  'leaving.stoppedTitle': 'Il tuo account non è stato eliminato',
  'leaving.stopped':
    'C’era un pagamento, un rimborso o una contestazione in corso prima che si rimuovesse qualcosa, quindi l’eliminazione si è fermata. La tua pagina è di nuovo online, con tutte le mance e i dati di prima. Elimina di nuovo l’account quando sarà risolto.',
  'leaving.read': 'OK',
};
