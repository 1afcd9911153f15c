export const monthly = {
  'monthly.heading': 'Napiwki miesięczne i roczne',
  'monthly.on': 'Pozwól fanom dawać regularnie',
  'monthly.onHint':
    'Fani wybierają to sami; „Raz” jest zawsze zaznaczone na początku. Jeśli to wyłączysz, trwające napiwki działają dalej, aż fan je zatrzyma.',
  'monthly.often': 'Co mogą wybrać fani',
  'monthly.month': 'Co miesiąc',
  'monthly.year': 'Co rok',
  'monthly.both': 'Co miesiąc lub co rok',
  'monthly.presets.month': 'Proponowane kwoty na miesiąc',
  'monthly.presets.year': 'Proponowane kwoty na rok',
  'monthly.limits':
    'Od {min} do {max} miesięcznie i do {most} rocznie. Decydują Twój najmniejszy i największy napiwek.',
  'monthly.fee': 'Stripe pobiera za te płatności około {percent} więcej niż za pojedyncze napiwki.',
  'monthly.check':
    'Stripe pisze do tych fanów w Twoim imieniu i powtarza odrzucone obciążenie. Sprawdź w Stripe, czy to jest włączone:',
  'monthly.check.retry':
    'Odrzucona karta jest próbowana ponownie, a po ostatniej próbie subskrypcja zostaje anulowana',
  'monthly.check.mails':
    'E-maile o nieudanych płatnościach, wygasających kartach, nadchodzących obciążeniach, potwierdzeniach i anulowaniach',
  'monthly.open': 'Otwórz ustawienia Stripe',
  'monthly.tip.month': 'Miesięczny · {number}',
  'monthly.tip.year': 'Roczny · {number}',
  'monthly.period': 'Okres',
  'monthly.atStripe': 'Subskrypcja w Stripe',
};
