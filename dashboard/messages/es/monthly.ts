export const monthly = {
  'monthly.heading': 'Propinas mensuales y anuales',
  'monthly.on': 'Permitir que los fans den con regularidad',
  'monthly.onHint':
    'Lo eligen los fans; «Una vez» siempre está preseleccionado. Si lo desactivas, las propinas en curso siguen hasta que el fan las detenga.',
  'monthly.often': 'Qué pueden elegir los fans',
  'monthly.month': 'Cada mes',
  'monthly.year': 'Cada año',
  'monthly.both': 'Cada mes o cada año',
  'monthly.presets.month': 'Importes sugeridos para un mes',
  'monthly.presets.year': 'Importes sugeridos para un año',
  'monthly.limits': 'De {min} a {max} al mes, y hasta {most} al año. Lo deciden tu propina mínima y máxima.',
  'monthly.fee': 'Stripe cobra aproximadamente un {percent} más por estos pagos que por propinas únicas.',
  'monthly.check':
    'Stripe escribe a estos fans en tu nombre y repite un cobro rechazado. Comprueba en Stripe que está activado:',
  'monthly.check.retry':
    'Se vuelve a intentar con una tarjeta rechazada, y la suscripción se cancela tras el último intento',
  'monthly.check.mails':
    'Correos sobre pagos fallidos, tarjetas que caducan, próximos cobros, confirmaciones y cancelaciones',
  'monthly.open': 'Abrir los ajustes de Stripe',
  'monthly.tip.month': 'Mensual · {number}',
  'monthly.tip.year': 'Anual · {number}',
  'monthly.period': 'Periodo',
  'monthly.atStripe': 'Suscripción en Stripe',
};
