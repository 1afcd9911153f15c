export const failures = {
  'failure.store/cancelled': 'Isto foi interrompido antes do fim. Tente de novo.',
  'failure.store/unknown': 'Aconteceu algo inesperado. Tente de novo; suas edições estão guardadas.',
  'failure.store/invalid-argument': 'Um valor não pôde ser salvo. Desfaça a última edição e tente de novo.',
  'failure.store/deadline-exceeded':
    'O servidor demorou demais. Suas edições estão guardadas; tente de novo.',
  'failure.store/not-found': 'Isto não existe mais. Recarregue a página para ver o que há.',
  'failure.store/already-exists': 'Isto já existe. Recarregue a página para ver.',
  'failure.store/permission-denied': 'Você não tem acesso a isto. Entre com a conta à qual pertence.',
  'failure.store/unauthenticated': 'Sua sessão terminou. Entre de novo; suas edições estão guardadas.',
  'failure.store/resource-exhausted':
    'Este serviço atingiu o limite do dia. Suas edições estão guardadas; tente mais tarde.',
  'failure.store/failed-precondition':
    'O servidor ainda não está pronto para isto. Recarregue a página e tente de novo.',
  'failure.store/aborted': 'Isto foi mudado em outro lugar no mesmo instante. Tente de novo.',
  'failure.store/out-of-range': 'Você chegou ao fim da lista. Recarregue a página para ver o que há de novo.',
  'failure.store/unimplemented':
    'O servidor não consegue fazer isto. Recarregue a página. Se acontecer de novo, fale com o suporte.',
  'failure.store/internal': 'Algo deu errado no servidor. Suas edições estão guardadas; tente de novo.',
  'failure.store/unavailable':
    'O servidor não pode ser alcançado agora. Suas edições estão guardadas e serão enviadas depois.',
  'failure.store/data-loss':
    'Alguns dados salvos não puderam ser lidos. Fale com o suporte antes de mudar qualquer coisa.',
  'failure.store/client-terminated': 'Esta página ficou aberta tempo demais. Recarregue-a para continuar.',
  'failure.store/connection-failed': 'A conexão caiu. Confira sua rede; suas edições estão guardadas.',
  'failure.store/unreadable':
    'Algo salvo aqui não pôde ser lido. Recarregue a página. Se acontecer de novo, fale com o suporte.',
  'failure.upload/canceled': 'O envio foi cancelado. Você pode escolher a imagem de novo.',
  'failure.upload/invalid-checksum': 'A imagem foi danificada durante o envio. Tente de novo.',
  'failure.upload/object-not-found': 'Esta imagem não existe mais. Envie-a de novo.',
  'failure.upload/quota-exceeded': 'O armazenamento deste serviço está cheio. Tente mais tarde.',
  'failure.upload/retry-limit-exceeded': 'O envio demorou demais. Confira sua conexão e tente de novo.',
  'failure.upload/server-file-wrong-size': 'A imagem não chegou completa. Tente de novo.',
  'failure.upload/unauthenticated': 'Sua sessão terminou. Entre de novo e depois envie a imagem.',
  'failure.upload/unauthorized': 'Este arquivo foi recusado. Use uma imagem de até 5 MB.',
  'failure.upload/unknown': 'O envio falhou. Confira sua conexão e tente de novo.',
};
