export const monthly = {
  'monthly.heading': 'Gorjetas mensais e anuais',
  'monthly.on': 'Permitir que os fãs deem regularmente',
  'monthly.onHint':
    'São os fãs que escolhem; «Uma vez» está sempre pré-selecionado. Se desligar, as gorjetas em curso continuam até o fã as parar.',
  'monthly.often': 'O que os fãs podem escolher',
  'monthly.month': 'Todos os meses',
  'monthly.year': 'Todos os anos',
  'monthly.both': 'Todos os meses ou todos os anos',
  'monthly.presets.month': 'Valores sugeridos para um mês',
  'monthly.presets.year': 'Valores sugeridos para um ano',
  'monthly.limits':
    'De {min} a {max} por mês, e até {most} por ano. A sua menor e a sua maior gorjeta decidem.',
  'monthly.fee': 'A Stripe cobra cerca de {percent} a mais por estes pagamentos do que por gorjetas únicas.',
  'monthly.check':
    'A Stripe escreve a estes fãs em seu nome e repete uma cobrança recusada. Verifique na Stripe se isto está ligado:',
  'monthly.check.retry':
    'Um cartão recusado é tentado de novo, e a subscrição é cancelada após a última tentativa',
  'monthly.check.mails':
    'E-mails sobre pagamentos falhados, cartões a expirar, próximas cobranças, confirmações e cancelamentos',
  'monthly.open': 'Abrir as definições da Stripe',
  'monthly.tip.month': 'Mensal · {number}',
  'monthly.tip.year': 'Anual · {number}',
  'monthly.period': 'Período',
  'monthly.atStripe': 'Subscrição na Stripe',
};
