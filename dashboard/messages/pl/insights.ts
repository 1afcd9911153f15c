export const insights = {
  'nav.insights': 'Statystyki',
  'insights.title': 'Statystyki',
  'insights.lead':
    'Jak często ludzie widzą kartę i z niej korzystają. Liczymy, ale nie śledzimy odwiedzających.',
  'insights.period': 'Okres',
  'insights.days': '{days} dni',
  'insights.views': 'Wyświetlenia',
  'insights.clicks': 'Kliknięcia linków',
  'insights.tips': 'Napiwki',
  'insights.conversion': 'Napiwki na wyświetlenie',
  'insights.noShare': 'brak',
  'insights.day': 'Dzień',
  'insights.byDay': 'Wyświetlenia i kliknięcia według dni',
  'insights.byDaySays': 'Wykres: wyświetlenia: {views}, kliknięcia linków: {clicks}, dni: {days}.',
  'insights.money': 'Napiwki według dni w {currency}',
  'insights.moneySays':
    'Wykres: {count, plural, one {# napiwek} few {# napiwki} many {# napiwków} other {# napiwku}}, razem {amount}.',
  'insights.kept': 'Zachowano',
  'insights.asTable': 'Jako tabela',
  'insights.byLink': 'Kliknięcia według linków',
  'insights.link': 'Link',
  'insights.share': 'Udział',
  'insights.countsSays':
    'Wykres: {heading}. {rows, plural, one {# słupek} few {# słupki} many {# słupków} other {# słupka}}; najdłuższy to {name} z wartością {count}.',
  'insights.removedLinks': 'Usunięte linki',
  'insights.byPage': 'Napiwki według stron',
  'insights.byPlacement': 'Napiwki według miejsc',
  'insights.where': 'Gdzie',
  'insights.noPage': 'Nieznana strona',
  'insights.noPlacement': 'Bez miejsca',
  'insights.countedUntil': 'Wyświetlenia i kliknięcia policzono do {time}.',
  'insights.stale':
    'Serwer jeszcze nie odpowiedział. Te liczby pochodzą z tego urządzenia i mogą być niepełne.',
  'insights.cut':
    'Te liczby obejmują najnowsze 2000 napiwków z tego okresu. Wcześniejszych nie uwzględniono.',
  'insights.emptyTitle': 'Nic jeszcze nie policzono',
  'insights.emptyText': 'Liczby pojawią się kilka minut po tym, jak ktoś zobaczy kartę.',
  'insights.honest': 'O tych liczbach',
  'insights.honestLead': 'Karty wysyłają te liczby z przeglądarki odwiedzającego. Traktuj je jako minimum.',
  'insights.notBlocked':
    'Nie liczymy odwiedzających, których przeglądarka blokuje skrypty, ani linków naciśniętych przed załadowaniem karty. Ustawienie zgody na stronie też może uniemożliwić liczenie.',
  'insights.notPeople':
    'Jedna osoba na dwóch stronach to dwa wyświetlenia, bo nie śledzimy odwiedzających. Liczymy boty, które uruchamiają skrypty. Jedna sieć to najwyżej 60 wyświetleń i kliknięć na minutę.',
  'insights.notPlaces':
    'Wyświetlenia i kliknięcia liczymy tylko według dni i linków. Napiwki na wyświetlenie znamy więc tylko dla całej karty, a nie dla jednej strony lub miejsca.',
  'insights.notFees':
    '„Zachowano” oznacza kwotę po zwrotach i sporach, przed opłatami Stripe. Walut nigdy nie sumujemy.',
  'insights.utc': 'Dni są w czasie UTC.',
};
