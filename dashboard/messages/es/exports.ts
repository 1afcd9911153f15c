export const exporting = {
  'export.heading': 'Tus datos',
  'export.note': 'Llévate tus propinas, o todo lo que guardamos sobre ti, en un archivo.',
  'export.csv': 'Todas las propinas como tabla (CSV)',
  'export.bookkeeping': 'Para la contabilidad (CSV)',
  'export.json': 'Todos mis datos (JSON)',
  'export.part': 'Este archivo solo tiene las propinas que mostraba tu filtro.',
  'export.label': 'Tu exportación',
  'export.starting': 'Preparando tu archivo…',
  'export.running': 'Preparando tu archivo: {done, number} de {total, number} propinas',
  'export.preparing':
    'Tienes muchas propinas, así que primero preparamos el archivo. Puedes cerrar esta página; el archivo te espera en Cuenta.',
  'export.retrying': 'Algo ha fallado. Lo intentamos de nuevo por nuestra cuenta.',
  'export.ready':
    'Tu archivo está listo: {tips, plural, one {# propina} other {# propinas}}, {size}. Lo guardamos hasta el {until}.',
  'export.unreadable':
    '{count, plural, one {Falta # propina: no se pudo leer.} other {Faltan # propinas: no se pudieron leer.}} Hemos avisado a quien opera este servicio.',
  'export.download.csv': 'Descargar CSV',
  'export.download.bookkeeping': 'Descargar CSV para la contabilidad',
  'export.download.json': 'Descargar JSON',
  'export.expired': 'Tu último archivo ya no está disponible.',
  'export.again': 'Preparar un archivo nuevo',
};
