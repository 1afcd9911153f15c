export const picture = {
  'picture.label': 'Bild',
  'picture.choose': 'Bild hochladen',
  'picture.change': 'Bild ändern',
  'picture.remove': 'Bild entfernen',
  'picture.rules': 'JPEG, PNG, WebP, AVIF oder GIF, bis 5 MB.',
  'picture.alt': 'Dein Bild',
  'picture.tooLarge': 'Dieses Bild hat {size} MB. Erlaubt sind höchstens 5 MB.',
  'picture.wrongType': 'Dieser Dateityp wird nicht unterstützt. Wähle JPEG, PNG, WebP, AVIF oder GIF.',
  'picture.unreadable':
    'Dieses Bild lässt sich nicht öffnen. Vielleicht ist es beschädigt. Nimm ein anderes.',
  'picture.heic':
    'Das ist ein HEIC-Foto, das die meisten Browser nicht öffnen können. Speichere es zuerst als JPEG: auf dem iPhone unter Kamera › Formate „Maximale Kompatibilität“, auf dem Mac mit „Exportieren“ in der Vorschau.',
  'picture.moves': 'Dieses Bild bewegt sich. Behalten wird nur sein erstes Einzelbild.',
  'picture.small':
    'Dieses Bild ist nur {side} Pixel hoch oder breit und kann unscharf wirken. Ab {wanted} Pixeln ist es scharf.',
  'picture.tiny': 'Dieses Bild hat {width} × {height} Pixel. Nötig sind mindestens {least} × {least}.',
  'picture.cropTitle': 'Wähle den Ausschnitt',
  'picture.cropHint': 'Ziehen bewegt das Bild, die Pfeiltasten auch.',
  'picture.zoom': 'Vergrößern',
  'picture.use': 'Dieses Bild nehmen',
  'picture.cancel': 'Abbrechen',
  'picture.progress': 'Wird hochgeladen, {percent} %',
  'picture.paused': 'Angehalten bei {percent} %',
  'picture.waiting':
    'Keine Verbindung. Das Hochladen geht bei {percent} % weiter, sobald du wieder online bist.',
  'picture.pause': 'Anhalten',
  'picture.resume': 'Weiter',
  'picture.stop': 'Hochladen abbrechen',
  'picture.done': 'Bild hochgeladen. Veröffentliche, um es zu zeigen.',
  'picture.stopped': 'Hochladen abgebrochen. Dein Bild ist unverändert.',
};
