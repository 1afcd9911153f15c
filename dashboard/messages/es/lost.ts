export const lost = {
  'lost.heading': '{name}: cambiado en otra pestaña',
  'lost.headingRemoved': '{name}: quitado en otra pestaña',
  'lost.link': 'El enlace «{label}»',
  'lost.mine': 'Lo tuyo',
  'lost.theirs': 'Ahora',
  'lost.takeBack': 'Recuperar lo mío',
  'lost.bringBack': 'Recuperarlo',
  'lost.keep': 'Dejarlo así',
  'lost.empty': '(vacío)',
  'lost.removed': '(quitado)',
  'lost.on': 'activado',
  'lost.off': 'desactivado',
};
