export const restricted = {
  'restricted.limited.title': 'El responsable ha limitado tu página',
  'restricted.limited.text': 'Los visitantes no ven: {parts}. Puedes publicar todo lo demás.',
  'restricted.payments-paused.title': 'El responsable ha pausado tus propinas',
  'restricted.payments-paused.text':
    'Tu página se ve, pero ahora nadie puede darte propina. Las propinas anteriores y los reembolsos funcionan como siempre.',
  'restricted.hidden.title': 'Tu página está oculta',
  'restricted.hidden.text':
    'El responsable la está revisando. Nadie ve tu página y no puedes publicar. Puedes editar, reembolsar propinas y exportarlo todo.',
  'restricted.suspended.title': 'Tu página está suspendida',
  'restricted.suspended.text':
    'Nadie ve tu página y no puedes publicar. Aún puedes ver y exportar todo, reembolsar propinas y eliminar tu cuenta.',
  'restricted.closed.title': 'Tu página está cerrada',
  'restricted.closed.text':
    'No volverá. Aún puedes ver y exportar todo, reembolsar propinas y eliminar tu cuenta.',
  'restricted.order': 'Lo ha ordenado una autoridad.',
  'restricted.until': 'Hasta el {when}.',
  'restricted.reason': 'Motivo: {reason}',
  'restricted.part.picture': 'tu foto',
  'restricted.part.bio': 'tu biografía',
  'restricted.part.link': 'el enlace «{label}»',
  'restricted.publish': 'El responsable no permite publicar esta página por ahora.',
  'appeal.make': 'Reclamar',
  'appeal.title': 'Reclamar contra la decisión',
  'appeal.lead':
    'Una persona lee esto y te responde por correo. Puedes reclamar una vez, en un plazo de seis meses.',
  'appeal.text': '¿Por qué es incorrecta la decisión?',
  'appeal.send': 'Enviar la reclamación',
  'appeal.open': 'Reclamaste el {when}. Recibirás la respuesta por correo.',
  'appeal.upheld': 'Tu reclamación no cambió la decisión: {answer}',
  'appeal.reversed': 'La decisión se cambió: {answer}',
  'terms.title': 'Condiciones nuevas',
  'terms.will': 'Nuestras condiciones cambian el {when}.',
  'terms.did': 'Nuestras condiciones cambiaron el {when}.',
  'terms.read': 'Leer las condiciones',
  'terms.seen': 'Las he leído',
};
