import type { MonthlyTexts } from '../monthly-text-keys';

export const pl: MonthlyTexts = {
  month: '{amount} dzisiaj, potem {amount} co miesiąc, {day}. dnia miesiąca, dopóki nie zrezygnujesz.',
  monthEnd:
    '{amount} dzisiaj, potem {amount} co miesiąc, {day}. dnia miesiąca (w krótszych miesiącach ostatniego dnia), dopóki nie zrezygnujesz.',
  year: '{amount} dzisiaj, potem {amount} co roku, {date}, dopóki nie zrezygnujesz.',
  next: 'Następna płatność: {next} (UTC).',
  stop: 'Możesz zrezygnować w każdej chwili, przez link na pokwitowaniu lub w mailach od Stripe: potem nic więcej nie zostanie pobrane.',
  paidTo:
    'Stripe wypłaca pieniądze odbiorcy: {owner}. Stripe pyta o twój adres e-mail i przekazuje go na jego konto Stripe; Busker go nie przechowuje.',
  buttonMonth: 'Dalej: płać {amount} co miesiąc',
  buttonYear: 'Dalej: płać {amount} co roku',
  stopAt: 'Zrezygnuj w każdej chwili: {address}',
  messageOnce: 'Pokazywana raz, przy pierwszej płatności.',
  thanksMonth: '{owner} dostaje {amount} co miesiąc.',
  thanksYear: '{owner} dostaje {amount} co rok.',
  howToStop: 'Jak zatrzymać',
  changed: 'Zmieniło się to, na co się zgadzasz. Przeczytaj ponownie. Niczego nie pobrano.',
  unavailable: 'Takie napiwki nie są tu teraz dostępne. Niczego nie pobrano.',
};
