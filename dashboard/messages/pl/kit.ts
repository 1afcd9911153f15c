export const kit = {
  'nav.kit': 'Zestaw uliczny',
  'kit.title': 'Zestaw uliczny',
  'kit.lead': 'Tablice, karty, naklejki i tagi NFC, które prowadzą do formularza napiwków.',
  'kit.notPublished': 'Najpierw opublikuj profil. Do tego czasu kod nie prowadzi do żadnej strony.',
  'kit.closed':
    'Formularz nie przyjmuje teraz napiwków. Można już drukować, ale zeskanuj kod przed wyjściem.',
  'kit.toPayments': 'Przejdź do płatności',
  'kit.print': 'Drukuj',
  'kit.kind': 'Co wydrukować',
  'kit.kind.sign': 'Tablica',
  'kit.kind.cards': 'Karty',
  'kit.kind.stickers': 'Naklejki',
  'kit.about.sign': 'Jedna strona z dużym kodem. Telefony odczytują go z ponad metra.',
  'kit.about.cards': 'Cztery karty na stronie, do postawienia na stole lub rozdawania.',
  'kit.about.stickers': '24 naklejki na stronie, każda 35 mm, na futerał, wzmacniacz lub kubek.',
  'kit.paper': 'Papier',
  'kit.line': 'Własne zdanie',
  'kit.lineHint': 'Na przykład: Dziękuję za słuchanie.',
  'kit.language': 'Język {place} na arkuszu',
  'kit.noLanguage': 'Brak',
  'kit.amounts': 'Pokaż sugerowane kwoty',
  'kit.coded': 'Kwota w kodzie',
  'kit.codedHint': 'Formularz sugeruje tę kwotę. Fani nadal mogą wybrać inną.',
  'kit.codedNone': 'Fani wybierają',
  'kit.place': 'Miejsce',
  'kit.placeHint':
    'Statystyki pokazują, które miejsca przynoszą napiwki. Użyj krótkiego słowa, na przykład hat lub bar-2.',
  'kit.placeFault': 'Użyj liter od a do z lub cyfr.',
  'kit.black': 'Czarno-białe',
  'kit.preview': 'Podgląd',
  'kit.leadsTo': 'Kod prowadzi do tego adresu:',
  'kit.svg': 'Pobierz SVG',
  'kit.printHint':
    'Drukuj w pełnym rozmiarze (100%). Aby otrzymać PDF, wybierz „Zapisz jako PDF” w oknie drukowania.',
  'kit.copy': 'Kopiuj adres',
  'kit.tag': 'Tag NFC',
  'kit.tagAbout':
    'Fani przykładają telefon do tagu i otwiera się formularz napiwków. Wystarczy naklejka typu NTAG213. Napiwki z tagów mają miejsce nfc.',
  'kit.tagAddress': 'Adres dla tagu',
  'kit.tagWrite': 'Zapisz tag',
  'kit.tagHold': 'Przyłóż tag do tyłu tego telefonu i trzymaj nieruchomo.',
  'kit.tagStop': 'Zatrzymaj',
  'kit.tagWritten': 'Tag jest zapisany. Wypróbuj go innym telefonem.',
  'kit.tagLock': 'Zablokuj tag',
  'kit.tagLockAbout':
    'Zablokowanego tagu nigdy nie można zmienić, nawet Ty nie możesz. Blokuj tagi, których mogą dotknąć obcy, po ich wypróbowaniu.',
  'kit.tagLockNow': 'Zablokuj na zawsze',
  'kit.tagLocked': 'Tag jest zablokowany. Nigdy nie można go zmienić.',
  'kit.tagFault.blocked':
    'Ta przeglądarka nie może tu używać NFC. Zezwól na to w ustawieniach tej witryny i spróbuj ponownie.',
  'kit.tagFault.no-nfc': 'Ten telefon nie ma NFC albo jest ono wyłączone. Włącz je i spróbuj ponownie.',
  'kit.tagFault.unwritable':
    'Nie udało się. Tag może być zablokowany lub za mały albo został poruszony za wcześnie. Spróbuj ponownie i trzymaj go nieruchomo.',
  'kit.tagSteps':
    'Ta przeglądarka nie zapisuje tagów. Potrafi to Chrome na Androidzie i każda aplikacja NFC:',
  'kit.tagStep1':
    'Zainstaluj aplikację, która zapisuje tagi NFC, i wybierz zapis adresu internetowego (URL).',
  'kit.tagStep2': 'Wklej do aplikacji powyższy adres.',
  'kit.tagStep3': 'Trzymaj tag przy telefonie, aż aplikacja potwierdzi zapis.',
  'kit.gig': 'Na występie',
  'kit.gigScan':
    'Zeskanuj wydruk telefonem przed wyjściem. Telefon odczytuje kod z odległości około dziesięciu jego szerokości.',
  'kit.gigSticker':
    'Zaglądaj czasem do swojej tablicy. Ktoś obcy może nakleić inny kod na Twój. Twoja nazwa i adres pod kodem pomagają fanom to zauważyć.',
  'kit.gigOffline':
    'Nie potrzebujesz połączenia, potrzebuje go tylko telefon fana. Jeśli go nie ma, poproś o zrobienie zdjęcia kodu i napiwek później.',
};
