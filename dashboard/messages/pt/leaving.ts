export const leaving = {
  'leaving.title': 'Sua conta está sendo excluída',
  'leaving.label': 'Exclusão da sua conta',
  'leaving.step': 'Excluindo: {step} de {steps}: {what}',
  'leaving.page': 'tirando sua página do ar',
  'leaving.payments': 'encerrando pagamentos em aberto',
  'leaving.books': 'guardando os registros de pagamentos',
  'leaving.data': 'removendo seus dados',
  'leaving.sign-in': 'removendo seu acesso',
  'leaving.items': '{done} de {total}',
  'leaving.retrying': 'Algo falhou. Tentamos de novo automaticamente.',
  'leaving.mayStop':
    'Se um reembolso ou uma contestação surgir agora, a exclusão para e tudo fica como antes.',
  'leaving.noReturn': 'A exclusão não pode mais ser interrompida.',
  'leaving.byItself': 'Você pode fechar esta página. A exclusão termina sozinha.',
  'leaving.stoppedTitle': 'Sua conta não foi excluída',
  'leaving.stopped':
    'Um pagamento, um reembolso ou uma contestação estava em aberto antes de algo ser removido, então a exclusão parou. Sua página está no ar de novo, e todas as gorjetas e dados estão como antes. Exclua sua conta de novo quando for resolvido.',
  'leaving.read': 'OK',
};
