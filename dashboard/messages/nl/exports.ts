export const exporting = {
  'export.heading': 'Je gegevens',
  'export.note': 'Neem je fooien, of alles wat we over je bewaren, mee als bestand.',
  'export.csv': 'Alle fooien als spreadsheet (CSV)',
  'export.bookkeeping': 'Voor de boekhouding (CSV)',
  'export.json': 'Al mijn gegevens (JSON)',
  'export.part': 'Dit bestand bevat alleen de fooien die je filter toonde.',
  'export.label': 'Je export',
  'export.starting': 'Je bestand wordt gemaakt…',
  'export.running': 'Je bestand wordt gemaakt: {done, number} van {total, number} fooien',
  'export.preparing':
    'Je hebt veel fooien, dus we maken het bestand eerst klaar. Je kunt deze pagina sluiten; het bestand wacht op je onder Account.',
  'export.retrying': 'Er ging iets mis. We proberen het vanzelf opnieuw.',
  'export.ready':
    'Je bestand is klaar: {tips, plural, one {# fooi} other {# fooien}}, {size}. We bewaren het tot {until}.',
  'export.unreadable':
    '{count, plural, one {# fooi ontbreekt: die kon niet worden gelezen.} other {# fooien ontbreken: die konden niet worden gelezen.}} De beheerder weet ervan.',
  'export.download.csv': 'CSV downloaden',
  'export.download.bookkeeping': 'CSV voor de boekhouding downloaden',
  'export.download.json': 'JSON downloaden',
  'export.expired': 'Je laatste bestand wordt niet meer bewaard.',
  'export.again': 'Nieuw bestand maken',
};
