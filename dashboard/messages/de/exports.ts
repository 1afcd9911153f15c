export const exporting = {
  'export.heading': 'Deine Daten',
  'export.note': 'Nimm deine Trinkgelder oder alles, was wir über dich speichern, als Datei mit.',
  'export.csv': 'Alle Trinkgelder als Tabelle (CSV)',
  'export.bookkeeping': 'Für die Buchhaltung (CSV)',
  'export.json': 'Alle meine Daten (JSON)',
  'export.part': 'Diese Datei hat nur die Trinkgelder, die dein Filter gezeigt hat.',
  'export.label': 'Dein Export',
  'export.starting': 'Deine Datei wird vorbereitet …',
  'export.running': 'Deine Datei wird vorbereitet: {done, number} von {total, number} Trinkgeldern',
  'export.preparing':
    'Du hast viele Trinkgelder, deshalb bereiten wir die Datei erst vor. Du kannst diese Seite schließen; die Datei wartet unter „Konto“ auf dich.',
  'export.retrying': 'Etwas ist fehlgeschlagen. Wir versuchen es von selbst noch einmal.',
  'export.ready':
    'Deine Datei ist fertig: {tips, plural, one {# Trinkgeld} other {# Trinkgelder}}, {size}. Wir bewahren sie bis {until} auf.',
  'export.unreadable':
    '{count, plural, one {# Trinkgeld fehlt: Es konnte nicht gelesen werden.} other {# Trinkgelder fehlen: Sie konnten nicht gelesen werden.}} Der Betreiber weiß es.',
  'export.download.csv': 'CSV herunterladen',
  'export.download.bookkeeping': 'CSV für die Buchhaltung herunterladen',
  'export.download.json': 'JSON herunterladen',
  'export.expired': 'Deine letzte Datei ist nicht mehr da.',
  'export.again': 'Neue Datei vorbereiten',
};
