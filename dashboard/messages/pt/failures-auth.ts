export const authFailures = {
  'failure.auth/account-exists-with-different-credential':
    'Você já tem uma conta com este e-mail, criada com outra forma de entrar. Entre com ela; depois você pode conectar esta.',
  'failure.auth/cancelled-popup-request': 'Outra janela de acesso foi aberta, então esta foi fechada.',
  'failure.auth/code-expired': 'Este código expirou. Peça um novo.',
  'failure.auth/credential-already-in-use':
    'Esta forma de entrar já pertence a outra conta do Busker. Entre com ela, ou escolha outra.',
  'failure.auth/email-already-in-use':
    'Você não pode usar este e-mail aqui. Se já tem uma conta com ele, entre ou redefina a senha.',
  'failure.auth/email-change-needs-verification':
    'Confirme seu e-mail primeiro: abra o link na mensagem que enviamos.',
  'failure.auth/expired-action-code': 'Este link expirou. Peça um novo.',
  'failure.auth/internal-error': 'O serviço de acesso teve um problema. Tente de novo.',
  'failure.auth/invalid-action-code': 'Este link já foi usado ou está incompleto. Peça um novo.',
  'failure.auth/invalid-credential': 'O e-mail ou a senha está errado. Confira os dois, ou redefina a senha.',
  'failure.auth/invalid-email': 'Isto não parece um endereço de e-mail.',
  'failure.auth/invalid-multi-factor-session': 'Este acesso demorou demais. Comece de novo.',
  'failure.auth/invalid-phone-number':
    'Você não pode usar este número de telefone. Inclua o código do país, por exemplo +55 11 91234 5678.',
  'failure.auth/invalid-verification-code': 'Este código está errado. Confira a mensagem mais recente.',
  'failure.auth/invalid-verification-id': 'Este código pertence a um pedido mais antigo. Peça um novo.',
  'failure.auth/link-not-opened': 'O link ainda não foi aberto. Abra-o neste navegador e depois volte aqui.',
  'failure.auth/maximum-second-factor-count-exceeded':
    'Você tem cinco aplicativos, que é o máximo. Remova um primeiro.',
  'failure.auth/missing-email': 'Digite seu endereço de e-mail.',
  'failure.auth/missing-password': 'Digite sua senha.',
  'failure.auth/network-request-failed':
    'O serviço de acesso não pode ser alcançado. Confira sua conexão e tente de novo.',
  'failure.auth/no-such-provider': 'Esta forma de entrar não está conectada à sua conta.',
  'failure.auth/operation-not-allowed': 'Esta forma de entrar está desligada aqui. Escolha outra.',
  'failure.auth/password-does-not-meet-requirements':
    'Esta senha não cumpre as regras. Use uma mais longa, com maiúsculas, minúsculas, números e símbolos.',
  'failure.auth/popup-blocked':
    'Seu navegador bloqueou a janela de acesso. Permita pop-ups para esta página e tente de novo.',
  'failure.auth/popup-closed-by-user': 'A janela de acesso foi fechada antes do fim. Tente de novo.',
  'failure.auth/provider-already-linked': 'Esta forma de entrar já está conectada.',
  'failure.auth/quota-exceeded':
    'Mensagens demais foram enviadas hoje. Tente mais tarde, ou use outra forma de entrar.',
  'failure.auth/requires-recent-login': 'Por segurança, confirme que é você antes de mudar isto.',
  'failure.auth/second-step-cancelled': 'Você não digitou o código, então nada foi mudado.',
  'failure.auth/second-step-unknown':
    'Sua conta pede uma segunda etapa que esta página não oferece. Fale com o suporte.',
  'failure.auth/timeout': 'Isto demorou demais. Tente de novo.',
  'failure.auth/too-many-requests': 'Tentativas demais. Espere alguns minutos, ou redefina a senha.',
  'failure.auth/unauthorized-domain': 'Esta forma de entrar não é permitida neste endereço.',
  'failure.auth/unsupported-first-factor':
    'A verificação em duas etapas não funciona com telefone. Entre primeiro de outra forma.',
  'failure.auth/user-cancelled': 'Você não deu permissão, então nada foi mudado.',
  'failure.auth/user-disabled': 'Esta conta foi desativada. Fale com o suporte se achar que é um engano.',
  'failure.auth/user-mismatch': 'Essa era outra conta. Confirme com a que você está usando.',
  'failure.auth/user-token-expired': 'Sua sessão terminou. Entre de novo; seu trabalho está guardado.',
  'failure.auth/weak-password': 'Esta senha é fácil demais de adivinhar. Use pelo menos 6 caracteres.',
  'failure.auth/web-storage-unsupported':
    'Seu navegador bloqueia o armazenamento que mantém você conectado. Permita os dados do site nesta página e tente de novo.',
};
