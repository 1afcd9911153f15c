export const leaving = {
  'leaving.title': 'Tu cuenta se está borrando',
  'leaving.label': 'Borrado de tu cuenta',
  'leaving.step': 'Borrando: {step} de {steps}: {what}',
  'leaving.page': 'retirar tu página',
  'leaving.payments': 'terminar los pagos abiertos',
  'leaving.books': 'guardar los registros de pagos',
  'leaving.data': 'eliminar tus datos',
  'leaving.sign-in': 'eliminar tu acceso',
  'leaving.items': '{done} de {total}',
  'leaving.retrying': 'Algo ha fallado. Lo intentamos de nuevo por nuestra cuenta.',
  'leaving.mayStop':
    'Si ahora se abre una devolución o una disputa, el borrado se detiene y todo queda como antes.',
  'leaving.noReturn': 'El borrado ya no se puede detener.',
  'leaving.byItself': 'Puedes cerrar esta página. El borrado termina por sí solo.',
  'leaving.stoppedTitle': 'Tu cuenta no se ha borrado',
  'leaving.stopped':
    'Antes de eliminar nada había un pago, una devolución o una disputa abierta, así que el borrado se detuvo. Tu página vuelve a estar en línea, y todas las propinas y los datos están como antes. Borra tu cuenta de nuevo cuando se resuelva.',
  'leaving.read': 'OK',
};
