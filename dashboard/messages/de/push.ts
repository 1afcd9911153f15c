export const push = {
  'push.heading': 'Benachrichtigungen auf diesem Gerät',
  'push.about':
    'Erhalte auf diesem Gerät eine Benachrichtigung, wenn ein Trinkgeld eingeht, auch wenn Busker geschlossen ist.',
  'push.on': 'Benachrichtigungen einschalten',
  'push.isOn': 'Ein',
  'push.isOnHere': 'Dieses Gerät erhält Benachrichtigungen.',
  'push.stop': 'Auf diesem Gerät beenden',
  'push.unsupported':
    'Dieser Browser kann keine Benachrichtigungen empfangen. Versuche einen anderen Browser oder nutze E-Mail.',
  'push.blocked':
    'Benachrichtigungen von Busker sind in diesem Browser blockiert. Erlaube sie in den Einstellungen des Browsers für diese Website und lade die Seite neu.',
  'push.ios':
    'Auf iPhone und iPad funktionieren Benachrichtigungen erst, wenn du Busker zum Home-Bildschirm hinzufügst:',
  'push.iosShare': 'Tippe in Safari auf „Teilen“.',
  'push.iosAdd': 'Wähle „Zum Home-Bildschirm“.',
  'push.iosOpen':
    'Öffne Busker vom Home-Bildschirm, melde dich dort einmal an und schalte die Benachrichtigungen ein.',
  'push.seen': 'Hast du die Benachrichtigung gesehen?',
  'push.seenYes': 'Ja, gesehen',
  'push.seenNo': 'Nein',
  'push.unseen':
    'Dann wird sie blockiert. Prüfe, ob dieses Gerät Benachrichtigungen deines Browsers erlaubt und „Nicht stören“ ausgeschaltet ist.',
  'push.failed.timed-out': 'Dein Browser hat nicht geantwortet. Prüfe deine Verbindung.',
  'push.failed.dismissed':
    'Du hast die Frage des Browsers nicht beantwortet. Erlaube Benachrichtigungen, um fortzufahren.',
  'push.failed.blocked': 'Benachrichtigungen von Busker sind in diesem Browser blockiert.',
  'push.failed.refused':
    'Dein Browser hat abgelehnt. In privaten Fenstern funktionieren Benachrichtigungen nicht.',
  'push.install': 'Busker installieren',
  'push.closed': 'Öffne Busker, um sie zu sehen',
};
