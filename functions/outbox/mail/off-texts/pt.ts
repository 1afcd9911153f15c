import type { OffTexts } from './en';

export const pt: OffTexts = {
  ask: 'Deixar de receber estes e-mails?',
  askText: 'Estes e-mails avisam sobre suas gorjetas. Suas outras notificações não mudam.',
  stop: 'Desativar',
  stopped: 'Estes e-mails estão desativados',
  stoppedText: 'Você não receberá mais e-mails sobre suas gorjetas neste endereço.',
  resume: 'Ativar novamente',
  resumed: 'Estes e-mails estão ativados',
  resumedText: 'Você voltará a receber e-mails sobre suas gorjetas neste endereço.',
  all: 'Todas as notificações',
};
