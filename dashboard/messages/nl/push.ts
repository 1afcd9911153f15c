export const push = {
  'push.heading': 'Meldingen op dit apparaat',
  'push.about': 'Krijg een melding op dit apparaat wanneer een fooi binnenkomt, ook als Busker gesloten is.',
  'push.on': 'Meldingen aanzetten',
  'push.isOn': 'Aan',
  'push.isOnHere': 'Dit apparaat krijgt meldingen.',
  'push.stop': 'Stoppen op dit apparaat',
  'push.unsupported':
    'Deze browser kan geen meldingen ontvangen. Probeer een andere browser of gebruik e-mail.',
  'push.blocked':
    'Meldingen van Busker zijn in deze browser geblokkeerd. Sta ze toe in de browserinstellingen voor deze site en laad de pagina opnieuw.',
  'push.ios': 'Op iPhone en iPad werken meldingen pas nadat je Busker aan je beginscherm hebt toegevoegd:',
  'push.iosShare': 'Tik in Safari op Deel.',
  'push.iosAdd': 'Kies ‘Zet op beginscherm’.',
  'push.iosOpen': 'Open Busker vanaf het beginscherm, log daar één keer in en zet meldingen aan.',
  'push.seen': 'Heb je de melding gezien?',
  'push.seenYes': 'Ja, gezien',
  'push.seenNo': 'Nee',
  'push.unseen':
    'Dan houdt iets de melding tegen. Controleer of dit apparaat meldingen van je browser toestaat en of Niet storen uit staat.',
  'push.failed.timed-out': 'Je browser gaf geen antwoord. Controleer je verbinding.',
  'push.failed.dismissed':
    'Je hebt de vraag van de browser niet beantwoord. Sta meldingen toe om verder te gaan.',
  'push.failed.blocked': 'Meldingen van Busker zijn in deze browser geblokkeerd.',
  'push.failed.refused': 'Je browser weigerde. In privévensters werken meldingen niet.',
  'push.install': 'Busker installeren',
  'push.closed': 'Open Busker om het te zien',
};
