export const restricted = {
  'restricted.limited.title': 'De host heeft je pagina beperkt',
  'restricted.limited.text': 'Bezoekers zien {parts} niet. Al het andere kun je publiceren.',
  'restricted.payments-paused.title': 'De host heeft je fooien gepauzeerd',
  'restricted.payments-paused.text':
    'Je pagina is zichtbaar, maar niemand kan je nu een fooi geven. Eerdere fooien en terugbetalingen werken als voorheen.',
  'restricted.hidden.title': 'Je pagina is verborgen',
  'restricted.hidden.text':
    'De host onderzoekt het. Niemand ziet je pagina en je kunt niet publiceren. Je kunt bewerken, fooien terugbetalen en alles exporteren.',
  'restricted.suspended.title': 'Je pagina is geschorst',
  'restricted.suspended.text':
    'Niemand ziet je pagina en je kunt niet publiceren. Je kunt nog alles zien en exporteren, fooien terugbetalen en je account verwijderen.',
  'restricted.closed.title': 'Je pagina is gesloten',
  'restricted.closed.text':
    'Ze komt niet terug. Je kunt nog alles zien en exporteren, fooien terugbetalen en je account verwijderen.',
  'restricted.order': 'Een autoriteit heeft dit bevolen.',
  'restricted.until': 'Tot {when}.',
  'restricted.reason': 'Reden: {reason}',
  'restricted.part.picture': 'je afbeelding',
  'restricted.part.bio': 'je bio',
  'restricted.part.link': 'de link “{label}”',
  'restricted.publish': 'De host staat nu niet toe dat deze pagina wordt gepubliceerd.',
  'appeal.make': 'Bezwaar maken',
  'appeal.title': 'Bezwaar maken tegen de beslissing',
  'appeal.lead':
    'Een mens leest dit en antwoordt je per mail. Je kunt één keer bezwaar maken, binnen zes maanden.',
  'appeal.text': 'Waarom is de beslissing onjuist?',
  'appeal.send': 'Bezwaar versturen',
  'appeal.open': 'Je maakte bezwaar op {when}. Je krijgt antwoord per mail.',
  'appeal.upheld': 'Je bezwaar heeft de beslissing niet veranderd: {answer}',
  'appeal.reversed': 'De beslissing is gewijzigd: {answer}',
  'terms.title': 'Nieuwe voorwaarden',
  'terms.will': 'Onze voorwaarden veranderen op {when}.',
  'terms.did': 'Onze voorwaarden zijn veranderd op {when}.',
  'terms.read': 'De voorwaarden lezen',
  'terms.seen': 'Ik heb ze gelezen',
};
