export const exporting = {
  'export.heading': 'Seus dados',
  'export.note': 'Leve suas gorjetas, ou tudo o que guardamos sobre você, em um arquivo.',
  'export.csv': 'Todas as gorjetas em planilha (CSV)',
  'export.bookkeeping': 'Para a contabilidade (CSV)',
  'export.json': 'Todos os meus dados (JSON)',
  'export.part': 'Este arquivo tem só as gorjetas que seu filtro mostrava.',
  'export.label': 'Sua exportação',
  'export.starting': 'Preparando seu arquivo…',
  'export.running': 'Preparando seu arquivo: {done, number} de {total, number} gorjetas',
  'export.preparing':
    'Você tem muitas gorjetas, então preparamos o arquivo primeiro. Você pode fechar esta página; o arquivo estará em Conta.',
  'export.retrying': 'Algo falhou. Tentamos de novo automaticamente.',
  'export.ready':
    'Seu arquivo está pronto: {tips, plural, one {# gorjeta} other {# gorjetas}}, {size}. Guardamos até {until}.',
  'export.unreadable':
    '{count, plural, one {Falta # gorjeta: não foi possível lê-la.} other {Faltam # gorjetas: não foi possível lê-las.}} Quem opera este serviço foi avisado.',
  'export.download.csv': 'Baixar CSV',
  'export.download.bookkeeping': 'Baixar CSV para a contabilidade',
  'export.download.json': 'Baixar JSON',
  'export.expired': 'Seu último arquivo não está mais guardado.',
  'export.again': 'Preparar um novo arquivo',
};
