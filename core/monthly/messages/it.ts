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
  messageOnce: 'Mostrato una volta, con il primo pagamento.',
  thanksMonth: '{owner} riceve {amount} ogni mese.',
  thanksYear: '{owner} riceve {amount} ogni anno.',
  howToStop: 'Come fermarla',
  changed: 'Le condizioni che accetti sono cambiate. Rileggile. Non ti è stato addebitato nulla.',
  unavailable: 'Questo tipo di mancia al momento non è disponibile qui. Non ti è stato addebitato nulla.',
};
