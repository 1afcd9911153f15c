import type { TipMessages } from './en-tip';
import { plural } from './plural';

export const ptTip: TipMessages = {
  title: (name) => `Gorjeta para ${name}`,
  thanksFor: (what) => `Por “${what}”`,
  close: 'Fechar',
  amount: 'Valor',
  otherAmount: 'Outro valor',
  range: (min, max) => `De ${min} a ${max}`,
  amountFault: {
    'not-a-number': (_min, _max, example) => `Escreva um valor, por exemplo ${example}.`,
    'too-precise': () => 'Este valor tem casas decimais a mais.',
    'too-small': (min) => `A menor gorjeta é ${min}.`,
    'too-large': (_min, max) => `A maior gorjeta é ${max}.`,
    'not-a-step': () => 'Este valor não existe nesta moeda.',
  },
  chooseAmount: 'Escolha um valor',
  yourName: 'Seu nome (opcional)',
  message: 'Mensagem (opcional)',
  charactersLeft: (count) => plural('pt', count, { one: 'Resta # caractere', other: 'Restam # caracteres' }),
  tooLong: (limit) => `Encurte para no máximo ${limit} caracteres, por favor.`,
  coverCosts: (amount, name, tip) =>
    `Adicionar cerca de ${amount} para que ${name} fique com cerca de ${tip}`,
  privacy: 'Recibo e privacidade',
  receiptEmail: 'E-mail para um recibo (opcional)',
  notAnEmail: 'Isto não parece um endereço de e-mail.',
  anonymous: 'Não mostrar meu nome em público',
  whoSeesWhat: 'Quem vê o quê',
  report: 'Denunciar este perfil',
  ownerSees: (name) =>
    `${name} vê o valor, seu nome e sua mensagem se você os deixar, e o país do seu cartão.`,
  publicSees: (name) =>
    `O público pode ver seu nome, mensagem e valor se ${name} mostrar uma lista de apoiadores.`,
  publicSeesNothing: 'O público não vê seu nome.',
  stripeSees:
    'A Stripe recebe os dados do seu cartão e, se você o informar, seu e-mail. Ninguém mais os recebe.',
  card: 'Cartão',
  cardFormLoading: 'Abrindo o formulário do cartão…',
  cardSafety: 'Os dados do seu cartão vão direto para a Stripe. Este site nunca os vê.',
  person: 'Confirme que você é uma pessoa',
  personFirst: 'Primeiro confirme que você é uma pessoa. Nada foi cobrado.',
  pay: (amount) => `Pagar ${amount}`,
  paying: 'Um momento…',
  withYourBank: 'Confirmando com seu banco…',
  noQuestion: 'Não vê a pergunta do seu banco?',
  payThere: 'Continuar na página de pagamento',
  checking: 'A conexão caiu. Estamos verificando se seu cartão foi cobrado. Por favor, não pague de novo.',
  otherWays: 'Outras formas de pagar',
  whyElsewhere: {
    guarded: 'Para proteger os cartões, agora você paga em uma página segura da Stripe. Nada foi cobrado.',
    chosen: 'Você paga em uma página segura da Stripe.',
    challenge: 'A verificação contra robôs não pode ser mostrada aqui. Você pode pagar em uma página segura.',
    'in-app': 'No navegador deste aplicativo você paga em uma página segura da Stripe.',
    'foreign-shadow-root':
      'O formulário do cartão não pode ser mostrado nesta parte da página. Você pode pagar em uma página segura.',
    'other-stripe-version':
      'Esta página usa um formulário de cartão próprio. Você pode pagar em uma página segura.',
    'no-address':
      'Esta parte da página não tem um endereço web próprio, necessário para pagamentos com cartão. Você pode pagar em uma página segura.',
    blocked:
      'Esta página ou seu navegador bloqueia o formulário do cartão. Você pode pagar em uma página segura.',
    deformed:
      'Os estilos desta página estragam o formulário do cartão. Você pode pagar em uma página segura.',
    covered:
      'Uma pergunta do seu banco não poderia ser mostrada nesta parte da página. Você pode pagar em uma página segura.',
    removed: 'Esta página remove o formulário do cartão repetidamente. Você pode pagar em uma página segura.',
    'no-method': 'Não há forma de pagamento dentro desta página. Você pode pagar em uma página segura.',
    timeout: 'O formulário do cartão não respondeu. Você pode pagar em uma página segura.',
  },
  elsewhere: 'Sua página de pagamento está aberta em outra aba. Quando você tiver pago, verá aqui.',
  elsewhereBlocked:
    'Seu navegador não abriu a página de pagamento. Abra-a aqui. Quando você tiver pago, verá aqui.',
  openPayPage: 'Abrir a página de pagamento',
  back: 'Voltar',
  onAnotherDevice: 'Ou pague em outro aparelho:',
  decline: {
    'card-declined': 'Seu cartão foi recusado. Tente outro cartão.',
    'insufficient-funds': 'Saldo insuficiente. Tente outro cartão.',
    'card-expired': 'Este cartão venceu. Confira a data ou tente outro cartão.',
    'wrong-cvc': 'O código de segurança não está certo. Confira, por favor.',
    'wrong-number': 'O número do cartão não está certo. Confira, por favor.',
    'not-verified':
      'Não foi possível verificar seu cartão. Nada foi cobrado. Tente de novo ou use outro cartão.',
    'not-approved':
      'Este pagamento não foi aprovado. Nada foi cobrado. Tente de novo ou pague de outra forma.',
    'way-unavailable': 'Esta forma de pagamento não está disponível agora. Nada foi cobrado. Escolha outra.',
    'try-again': 'Algo deu errado. Nada foi cobrado. Tente de novo.',
    'too-many-tries': 'Tentativas demais. Nada foi cobrado. Espere alguns minutos.',
    'amount-too-small': 'Este valor é pequeno demais para um pagamento com cartão. Nada foi cobrado.',
    'amount-too-large': 'Este valor é grande demais para um pagamento com cartão. Nada foi cobrado.',
  },
  offline: 'Não há conexão. Nada foi cobrado. Tente de novo, por favor.',
  notCharged: 'Algo deu errado. Nada foi cobrado. Tente de novo.',
  paymentClosed:
    'Este pagamento foi encerrado e nada foi cobrado. Encerramos um pagamento depois de várias tentativas sem sucesso. Toque em Pagar para começar outro.',
  formReloaded:
    'A página moveu este formulário, então o cartão precisa ser digitado de novo. Nada foi cobrado.',
  totalChanged: 'O total mudou. Confira de novo, por favor. Nada foi cobrado.',
  leftOpen:
    'Você tocou em “Pagar” antes de esta página ser carregada de novo, e daqui não vemos se aquela gorjeta passou. Antes de pagar mais uma vez, veja no aplicativo do seu banco ou de pagamento.',
  unsure:
    'Não conseguimos saber se algo foi cobrado de você. Antes de pagar de novo, veja o recibo ou o aplicativo do seu banco ou de pagamento.',
  notPaid: 'Não foi pago. Nada foi cobrado.',
  pageExpired: 'A página de pagamento foi fechada ou expirou. Nada foi cobrado.',
  refused: {
    'tips-off': 'As gorjetas estão desligadas aqui no momento.',
    'payments-not-ready': 'Ainda não é possível receber gorjetas aqui. Nada foi cobrado.',
    'profile-not-found': 'Não há perfil com este nome.',
    'site-not-allowed': 'Não é possível enviar gorjetas a partir desta página.',
    'session-invalid': 'Feche e abra de novo, por favor. Nada foi cobrado.',
    'session-expired': 'Isto demorou um pouco. Tente mais uma vez, por favor. Nada foi cobrado.',
    'too-many-requests': 'Tentativas demais. Espere alguns minutos, por favor. Nada foi cobrado.',
    'tip-busy': 'O valor desta gorjeta está sendo alterado. Nada foi cobrado. Tente de novo em um minuto.',
    'tip-not-changeable': 'Esta gorjeta já está a caminho e não pode mais ser mudada.',
    'undo-unavailable': 'Esta gorjeta não pode mais ser desfeita aqui. O recibo diz a quem perguntar.',
    unreachable: 'O servidor não pode ser alcançado agora. Nada foi cobrado.',
  },
  refusedOtherwise: 'Isto não funcionou. Nada foi cobrado. Tente de novo, por favor.',
  tryAgain: 'Tentar de novo',
  wallets: 'Pagar com uma carteira digital',
  or: 'ou',
  thankYou: 'Obrigado',
  wentThrough: (amount, name) => `Sua gorjeta de ${amount} para ${name} foi concluída.`,
  onItsWay: 'A caminho',
  onItsWayWhy: (amount, name) =>
    `A Stripe logo nos dirá se sua gorjeta de ${amount} para ${name} foi paga. Você verá aqui. Não é preciso pagar de novo.`,
  tipWentThrough: (name) => `Sua gorjeta para ${name} foi concluída.`,
  receipt: 'Recibo',
  undo: 'Desfazer esta gorjeta',
  undoUntil: (time) => `Você pode desfazê-la por mais ${time}.`,
  undoing: 'Desfazendo sua gorjeta…',
  undone: (amount) => `Sua gorjeta foi desfeita. Você recebe ${amount} de volta em alguns dias.`,
  undoneSlowly: (amount, time) => `Sua gorjeta foi desfeita. Você recebe ${amount} de volta em até ${time}.`,
  undoFailed: 'A gorjeta não pôde ser desfeita agora. Tente de novo ou peça ajuda pelo recibo.',
  undoLost:
    'A conexão caiu e não conseguimos ver se a gorjeta foi desfeita. Tente de novo: ela só é desfeita uma vez.',
  refundFailed: (amount, name) => `Um reembolso de ${amount} falhou. O dinheiro está de novo com ${name}.`,
  refundWhy: {
    'card-closed': 'O cartão venceu ou foi cancelado.',
    'bank-refused': 'Seu banco recusou.',
    disputed: 'Seu banco já está analisando este pagamento.',
    'no-funds': 'A conta de origem não tinha dinheiro suficiente.',
    unknown: 'Nenhum motivo foi informado.',
  },
  refundAsk: (name) => `Peça a ${name} que devolva de outra forma.`,
  done: 'Pronto',
};
