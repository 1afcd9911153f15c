export const exporting = {
  'export.heading': 'I tuoi dati',
  'export.note': 'Porta con te le mance, o tutto quello che salviamo su di te, in un file.',
  'export.csv': 'Tutte le mance come tabella (CSV)',
  'export.bookkeeping': 'Per la contabilità (CSV)',
  'export.json': 'Tutti i miei dati (JSON)',
  'export.part': 'Questo file contiene solo le mance che il tuo filtro mostrava.',
  'export.label': 'La tua esportazione',
  'export.starting': 'Prepariamo il file…',
  'export.running': 'Prepariamo il file: {done, number} di {total, number} mance',
  'export.preparing':
    'Hai molte mance, quindi prima prepariamo il file. Puoi chiudere questa pagina; lo trovi in Account.',
  'export.retrying': 'Qualcosa non ha funzionato. Riproviamo automaticamente.',
  'export.ready':
    'Il file è pronto: {tips, plural, one {# mancia} other {# mance}}, {size}. Lo conserviamo fino al {until}.',
  'export.unreadable':
    '{count, plural, one {Manca # mancia: non è stato possibile leggerla.} other {Mancano # mance: non è stato possibile leggerle.}} Il gestore è stato avvisato.',
  'export.download.csv': 'Scarica CSV',
  'export.download.bookkeeping': 'Scarica il CSV per la contabilità',
  'export.download.json': 'Scarica JSON',
  'export.expired': 'L’ultimo file non è più conservato.',
  'export.again': 'Prepara un nuovo file',
};
