export const leaving = {
  'leaving.title': 'Konto jest usuwane',
  'leaving.label': 'Usuwanie konta',
  'leaving.step': 'Usuwanie: {step} z {steps}: {what}',
  'leaving.page': 'wyłączanie strony',
  'leaving.payments': 'kończenie otwartych płatności',
  'leaving.books': 'zachowywanie zapisów płatności',
  'leaving.data': 'usuwanie danych',
  'leaving.sign-in': 'usuwanie logowania',
  'leaving.items': '{done} z {total}',
  'leaving.retrying': 'Coś się nie udało. Spróbujemy ponownie automatycznie.',
  'leaving.mayStop':
    'Jeśli teraz pojawi się zwrot lub spór, usuwanie zatrzyma się i wszystko zostanie jak przedtem.',
  'leaving.noReturn': 'Usuwania nie można już zatrzymać.',
  'leaving.byItself': 'Możesz zamknąć tę stronę. Usuwanie zakończy się samo.',
  'leaving.stoppedTitle': 'Konto nie zostało usunięte',
  'leaving.stopped':
    'Zanim cokolwiek usunięto, otwarta była płatność, zwrot lub spór, więc usuwanie zostało zatrzymane. Strona znów działa, a wszystkie napiwki i dane są na miejscu. Usuń konto ponownie, gdy to się zakończy.',
  'leaving.read': 'OK',
};
