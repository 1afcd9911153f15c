export const kit = {
  'nav.kit': 'Kit de calle',
  'kit.title': 'Kit de calle',
  'kit.lead': 'Carteles, tarjetas, pegatinas y etiquetas NFC que llevan a tu formulario de propinas.',
  'kit.notPublished': 'Publica primero tu perfil. Hasta entonces, un código no lleva a ninguna página.',
  'kit.closed':
    'Tu formulario no acepta propinas en este momento. Puedes imprimir ya, pero escanea un código antes de salir.',
  'kit.toPayments': 'Ir a Pagos',
  'kit.print': 'Imprimir',
  'kit.kind': 'Qué imprimir',
  'kit.kind.sign': 'Cartel',
  'kit.kind.cards': 'Tarjetas',
  'kit.kind.stickers': 'Pegatinas',
  'kit.about.sign': 'Una página con un código grande. Los móviles lo leen a más de un metro.',
  'kit.about.cards': 'Cuatro tarjetas en una página, para poner en una mesa o repartir.',
  'kit.about.stickers':
    '24 pegatinas en una página, de 35 mm cada una, para un estuche, un amplificador o un vaso.',
  'kit.paper': 'Papel',
  'kit.line': 'Una frase tuya',
  'kit.lineHint': 'Por ejemplo: Gracias por escuchar.',
  'kit.language': 'Idioma {place} en la hoja',
  'kit.noLanguage': 'Ninguno',
  'kit.amounts': 'Mostrar importes sugeridos',
  'kit.coded': 'Importe en el código',
  'kit.codedHint': 'El formulario sugiere este importe. Los fans pueden elegir otro.',
  'kit.codedNone': 'Eligen los fans',
  'kit.place': 'Lugar',
  'kit.placeHint':
    'Las estadísticas muestran qué lugares traen propinas. Usa una palabra corta, como hat o bar-2.',
  'kit.placeFault': 'Usa letras de la a a la z o cifras.',
  'kit.black': 'Blanco y negro',
  'kit.preview': 'Vista previa',
  'kit.leadsTo': 'El código lleva a esta dirección:',
  'kit.svg': 'Descargar SVG',
  'kit.printHint':
    'Imprime a tamaño completo (100 %). Para obtener un PDF, elige «Guardar como PDF» en la ventana de impresión.',
  'kit.copy': 'Copiar la dirección',
  'kit.tag': 'Etiqueta NFC',
  'kit.tagAbout':
    'Los fans acercan el móvil a la etiqueta y se abre tu formulario de propinas. Basta una pegatina del tipo NTAG213. Las propinas de etiquetas tienen el lugar nfc.',
  'kit.tagAddress': 'Dirección para la etiqueta',
  'kit.tagWrite': 'Grabar una etiqueta',
  'kit.tagHold': 'Acerca la etiqueta a la parte trasera de este móvil y no la muevas.',
  'kit.tagStop': 'Detener',
  'kit.tagWritten': 'La etiqueta está grabada. Pruébala con otro móvil.',
  'kit.tagLock': 'Bloquear una etiqueta',
  'kit.tagLockAbout':
    'Una etiqueta bloqueada no se puede cambiar nunca más, ni siquiera tú puedes. Bloquea las que puedan tocar desconocidos, después de probarlas.',
  'kit.tagLockNow': 'Bloquear para siempre',
  'kit.tagLocked': 'La etiqueta está bloqueada. Ya no se puede cambiar.',
  'kit.tagFault.blocked':
    'Este navegador no puede usar NFC aquí. Permítelo en los ajustes de este sitio e inténtalo de nuevo.',
  'kit.tagFault.no-nfc': 'Este móvil no tiene NFC o está desactivado. Actívalo e inténtalo de nuevo.',
  'kit.tagFault.unwritable':
    'No ha funcionado. Quizá la etiqueta esté bloqueada, sea demasiado pequeña o se haya movido antes de tiempo. Inténtalo de nuevo sin moverla.',
  'kit.tagSteps':
    'Este navegador no puede grabar etiquetas. Chrome en Android puede, y cualquier app de NFC también:',
  'kit.tagStep1': 'Instala una app que grabe etiquetas NFC y elige grabar una dirección web (URL).',
  'kit.tagStep2': 'Pega en la app la dirección de arriba.',
  'kit.tagStep3': 'Acerca la etiqueta al móvil hasta que la app diga que está grabada.',
  'kit.gig': 'En la actuación',
  'kit.gigScan':
    'Escanea la impresión con un móvil antes de salir. Un móvil lee un código desde unas diez veces su ancho.',
  'kit.gigSticker':
    'Mira tu cartel de vez en cuando. Alguien podría pegar otro código sobre el tuyo. Tu nombre y tu dirección bajo el código ayudan a los fans a notarlo.',
  'kit.gigOffline':
    'Tú no necesitas conexión, solo el móvil del fan. Si no la tiene, pídele que haga una foto del código y deje la propina más tarde.',
};
