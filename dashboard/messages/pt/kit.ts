export const kit = {
  'nav.kit': 'Kit de rua',
  'kit.title': 'Kit de rua',
  'kit.lead': 'Placas, cartões, adesivos e etiquetas NFC que levam ao seu formulário de gorjetas.',
  'kit.notPublished': 'Publique primeiro o seu perfil. Até lá, um código não leva a nenhuma página.',
  'kit.closed':
    'Seu formulário não aceita gorjetas no momento. Você já pode imprimir, mas escaneie um código antes de sair.',
  'kit.toPayments': 'Ir para Pagamentos',
  'kit.print': 'Imprimir',
  'kit.kind': 'O que imprimir',
  'kit.kind.sign': 'Placa',
  'kit.kind.cards': 'Cartões',
  'kit.kind.stickers': 'Adesivos',
  'kit.about.sign': 'Uma página com um código grande. Os celulares o leem a mais de um metro.',
  'kit.about.cards': 'Quatro cartões em uma página, para pôr na mesa ou distribuir.',
  'kit.about.stickers':
    '24 adesivos em uma página, de 35 mm cada, para um estojo, um amplificador ou um copo.',
  'kit.paper': 'Papel',
  'kit.line': 'Uma frase sua',
  'kit.lineHint': 'Por exemplo: Obrigado por ouvir.',
  'kit.language': 'Idioma {place} na folha',
  'kit.noLanguage': 'Nenhum',
  'kit.amounts': 'Mostrar valores sugeridos',
  'kit.coded': 'Valor no código',
  'kit.codedHint': 'O formulário sugere este valor. Os fãs ainda podem escolher outro.',
  'kit.codedNone': 'Os fãs escolhem',
  'kit.place': 'Lugar',
  'kit.placeHint':
    'As estatísticas mostram quais lugares trazem gorjetas. Use uma palavra curta, como hat ou bar-2.',
  'kit.placeFault': 'Use letras de a a z ou algarismos.',
  'kit.black': 'Preto e branco',
  'kit.preview': 'Prévia',
  'kit.leadsTo': 'O código leva a este endereço:',
  'kit.svg': 'Baixar SVG',
  'kit.printHint':
    'Imprima em tamanho real (100%). Para obter um PDF, escolha “Salvar como PDF” na janela de impressão.',
  'kit.copy': 'Copiar o endereço',
  'kit.tag': 'Etiqueta NFC',
  'kit.tagAbout':
    'Os fãs aproximam o celular da etiqueta e o seu formulário de gorjetas abre. Basta um adesivo do tipo NTAG213. As gorjetas de etiquetas têm o lugar nfc.',
  'kit.tagAddress': 'Endereço para a etiqueta',
  'kit.tagWrite': 'Gravar uma etiqueta',
  'kit.tagHold': 'Encoste a etiqueta na parte de trás deste celular e não mexa.',
  'kit.tagStop': 'Parar',
  'kit.tagWritten': 'A etiqueta está gravada. Teste com outro celular.',
  'kit.tagLock': 'Bloquear uma etiqueta',
  'kit.tagLockAbout':
    'Uma etiqueta bloqueada nunca mais pode ser alterada, nem por você. Bloqueie as que estranhos podem tocar, depois de testá-las.',
  'kit.tagLockNow': 'Bloquear para sempre',
  'kit.tagLocked': 'A etiqueta está bloqueada. Ela nunca mais pode ser alterada.',
  'kit.tagFault.blocked':
    'Este navegador não pode usar NFC aqui. Permita nas configurações deste site e tente de novo.',
  'kit.tagFault.no-nfc': 'Este celular não tem NFC, ou ele está desligado. Ligue e tente de novo.',
  'kit.tagFault.unwritable':
    'Não funcionou. A etiqueta pode estar bloqueada, ser pequena demais ou ter se movido cedo demais. Tente de novo sem mexer.',
  'kit.tagSteps':
    'Este navegador não grava etiquetas. O Chrome no Android grava, e qualquer app de NFC também:',
  'kit.tagStep1': 'Instale um app que grava etiquetas NFC e escolha gravar um endereço web (URL).',
  'kit.tagStep2': 'Cole no app o endereço acima.',
  'kit.tagStep3': 'Encoste a etiqueta no celular até o app dizer que ela está gravada.',
  'kit.gig': 'Na apresentação',
  'kit.gigScan':
    'Escaneie a impressão com um celular antes de sair. Um celular lê um código de cerca de dez vezes a largura dele.',
  'kit.gigSticker':
    'Olhe a sua placa de vez em quando. Um estranho pode colar outro código sobre o seu. Seu nome e seu endereço abaixo do código ajudam os fãs a perceber.',
  'kit.gigOffline':
    'Você não precisa de conexão, só o celular do fã precisa. Se ele não tiver, peça ao fã que fotografe o código e deixe a gorjeta depois.',
};
