import type { ReceiptTexts } from './en';

export const pt: ReceiptTexts = {
  title: 'A sua gorjeta',
  open: 'Abra esta página pelo link do ecrã de agradecimento para ver a sua gorjeta.',
  noScript: 'Esta página precisa de JavaScript para abrir o seu recibo.',
  undo: 'Desfazer esta gorjeta',
  undoLeft: 'Possível por mais {time}.',
  words: 'As suas palavras',
  save: 'Guardar',
  erase: 'Apagar nome e mensagem',
  saved: 'Guardado.',
  erased: 'O nome e a mensagem foram apagados.',
  goingBack: 'A sua gorjeta está a ser devolvida.',
  payOn: 'Voltar à página de pagamento',
  back: 'Voltar ao perfil',
  ask: (owner) => `Dúvidas sobre esta gorjeta? Fale com ${owner}.`,
  goneTitle: 'Gorjeta não encontrada',
  gone: 'Não foi possível encontrar esta gorjeta.',
  failed: 'Algo correu mal. Tente de novo, por favor.',
  states: {
    pending: {
      heading: 'Ainda não paga',
      sentence: (owner) => `A sua gorjeta para ${owner} não foi paga. Nada foi cobrado.`,
    },
    processing: {
      heading: 'A caminho',
      sentence: (owner) => `O seu pagamento bancário para ${owner} está a caminho.`,
    },
    paid: { heading: 'Obrigado', sentence: (owner) => `A sua gorjeta para ${owner} foi paga.` },
    partially_refunded: {
      heading: 'Devolvida em parte',
      sentence: (owner) => `Uma parte da sua gorjeta para ${owner} foi devolvida ao seu cartão.`,
    },
    refunded: {
      heading: 'Devolvida',
      sentence: (owner) =>
        `A sua gorjeta para ${owner} foi devolvida ao seu cartão. Pode demorar alguns dias a aparecer.`,
    },
    disputed: {
      heading: 'Em disputa',
      sentence: (owner) => `O seu banco está a analisar a sua gorjeta para ${owner}.`,
    },
    lost: {
      heading: 'Devolvida pelo seu banco',
      sentence: (owner) => `O seu banco retirou a sua gorjeta para ${owner}.`,
    },
    failed: {
      heading: 'Não paga',
      sentence: (owner) => `A sua gorjeta para ${owner} não foi paga. Nada foi cobrado.`,
    },
    expired: {
      heading: 'Não paga',
      sentence: (owner) => `A sua gorjeta para ${owner} não foi paga a tempo. Nada foi cobrado.`,
    },
  },
  rows: {
    tip: 'Gorjeta',
    covered: 'Custos do cartão cobertos',
    total: 'Total',
    givenBack: 'Devolvido',
    comingBack: 'Em devolução',
    card: 'Cartão',
    paidOn: 'Paga em',
    number: 'Número',
  },
  cardEnding: (brand, last4) => `${brand} terminado em ${last4}`,
  refused: {
    sorry: 'Isto não funcionou',
    otherwise: 'Isto não funcionou. Nada foi cobrado. Tente de novo, por favor.',
    again: 'Abra o formulário de novo e tente outra vez, por favor. Nada foi cobrado.',
    often: 'Tentativas demais. Espere alguns minutos, por favor. Nada foi cobrado.',
    check: 'Verifique os campos marcados, por favor.',
    away: 'Algo não responde agora. Nada foi cobrado. Tente de novo, por favor.',
    notReady: 'Ainda não é possível receber gorjetas aqui. Nada foi cobrado.',
    noUndo: 'Esta gorjeta já não pode ser desfeita aqui.',
    fixed: 'Esta gorjeta já está a caminho e não pode ser mudada.',
  },
  fields: {
    choose: 'Escolha um valor.',
    write: (example) => `Escreva um valor, por exemplo ${example}.`,
    email: 'Isto não parece um endereço de e-mail.',
    shorten: 'Encurte isto um pouco, por favor.',
    least: (min) => `A menor gorjeta é ${min}.`,
    most: (max) => `A maior gorjeta é ${max}.`,
    step: 'Este valor não existe nesta moeda.',
  },
};
