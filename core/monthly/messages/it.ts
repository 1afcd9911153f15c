import type { MonthlyTexts } from '../monthly-text-keys';

export const it: MonthlyTexts = {
  month: '{amount} oggi, poi {amount} ogni mese, il giorno {day}, finché non interrompi.',
  monthEnd:
    '{amount} oggi, poi {amount} ogni mese, il giorno {day} (l’ultimo giorno nei mesi più corti), finché non interrompi.',
  year: '{amount} oggi, poi {amount} ogni anno, il {date}, finché non interrompi.',
  next: 'Prossimo addebito: {next} (UTC).',
  stop: 'Puoi interrompere in qualsiasi momento, con il link della ricevuta o delle e-mail di Stripe: da allora non viene addebitato più nulla.',
  paidTo:
    'Stripe paga il denaro a {owner}. Stripe chiede la tua e-mail e la comunica all’account Stripe di {owner}; Busker non la conserva.',
  buttonMonth: 'Continua: paga {amount} ogni mese',
  buttonYear: 'Continua: paga {amount} ogni anno',
  stopAt: 'Interrompi quando vuoi su {address}',
};
