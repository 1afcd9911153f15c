import { challengeNames, type Template } from './template';

export const privacyInGerman: Template = ({ operator, origin, challenge }) => [
  {
    heading: 'Wer verantwortlich ist',
    paragraphs: [
      `${operator.name}, ${operator.address.join(', ')}. Schreib an ${operator.email}.`,
      'Für Trinkgelder ist auch der Inhaber der Seite verantwortlich.',
    ],
  },
  {
    heading: 'Wenn du eine Seite oder eine Karte siehst',
    paragraphs: [
      `Dein Browser ruft die Seite oder die Karte, das öffentliche Profil des Inhabers und dessen Bilder von ${new URL(origin).host} ab. Um zu antworten, braucht der Server deine IP-Adresse. Er setzt bei Besuchern kein Cookie und legt kein Profil von dir an. Aufrufe und Klicks auf Links werden als bloße Zahlen pro Viertelstunde gezählt, ohne jede Kennung. Aufrufe werden außerdem nach dem Namen der Website gezählt, auf der die Karte steht, und auf der Seite eines Inhabers hier nach dem Namen der Website, von der du kommst; der Rest dieser Adressen wird nicht gesendet oder nicht aufbewahrt. Fehler im Skript der Karte werden nach dessen Version gezählt.`,
      'Die Server sind die von Google Cloud (Firebase). Deren Protokoll hält IP-Adresse, Adresse der Seite, Browser und verweisende Seite höchstens 30 Tage fest, um Fehler und Missbrauch zu finden.',
    ],
  },
  {
    heading: 'Wenn du ein Trinkgeld sendest',
    paragraphs: [
      'Die Zahlung führt Stripe aus (https://stripe.com/de/privacy), dessen Formular erst dann geladen wird. Deine Kartendaten gehen direkt an Stripe; weder der Inhaber noch wir sehen sie jemals. Eine E-Mail-Adresse für den Beleg geht nur an Stripe.',
      'Mit dem Trinkgeld werden gespeichert: Betrag, Währung und Zeit, Name und Nachricht, die du hinterlassen wolltest, der Ursprung der Seite, Land, Marke und letzte vier Ziffern der Karte und für zwei Tage ein verschlüsselter Fingerabdruck deiner IP-Adresse gegen das Ausprobieren von Karten, aus dem sich die Adresse nicht ablesen lässt. Bis das Trinkgeld abgeschlossen ist, merkt sich dein Browser dessen Nummer für diesen Tab.',
      'Ein monatliches oder jährliches Trinkgeld bucht Stripe auf dem Stripe-Konto des Inhabers ab, bis du es beendest oder es endet. Stripe fragt nach deiner E-Mail-Adresse und gibt sie an das Stripe-Konto des Inhabers weiter; wir speichern sie nicht. Neben jeder Zahlung speichern wir Betrag, Zeitraum, Zustand und Daten, den Namen, wenn du einen angegeben hast, Marke, letzte vier Ziffern und Ablauf der Karte, die Nummern, die Stripe dem Abonnement und dir als Kunden gegeben hat, und die Worte, denen du zugestimmt hast, mit Sprache und Zeit. Beendest du es mit deiner E-Mail-Adresse oder widerrufst du mit ihr und den letzten vier Ziffern deiner Karte, fragen wir Stripe nach der Adresse und speichern dafür weder sie noch die Ziffern. Ein verschlüsselter Fingerabdruck der Adresse, aus dem sie sich nicht ablesen lässt, begrenzt höchstens einen Tag lang die Zahl der Versuche.',
      'Namen und Nachrichten von Unterstützern sind nur öffentlich, wo der Inhaber sie zeigt und du nicht ungenannt bleiben wolltest. Beides kannst du auf der Belegseite ändern oder löschen. Bei einem monatlichen oder jährlichen Trinkgeld änderst oder löschst du damit deinen Namen im Trinkgeld und in allen seinen Zahlungen, auch wenn es schon beendet ist; die Nachricht gehört zur ersten Zahlung.',
      ...(challengeNames[challenge] === null
        ? []
        : [
            `Wenn viele Karten ausprobiert werden, wirst du vielleicht gebeten zu zeigen, dass du ein Mensch bist; dann wird ${challengeNames[challenge]} in einem Rahmen geladen.`,
          ]),
    ],
  },
  {
    heading: 'Wenn du Inhaber bist',
    paragraphs: [
      'Wir speichern deine Anmeldung (E-Mail-Adresse oder was uns der Dienst sagt, mit dem du dich anmeldest), deinen Entwurf und dein veröffentlichtes Profil, deine Bilder, deine Einstellungen, deine Trinkgelder und die Liste der Geräte, auf denen du angemeldet bist (Art von Browser und System, wann du dich angemeldet hast und zuletzt da warst; keine Adresse; Einträge von mehr als 60 Tagen werden bei deinem nächsten Besuch entfernt). Die Anmeldung übernimmt Firebase Authentication von Google, das seine Daten in den USA speichert. Das Dashboard merkt sich Anmeldung und nicht gesicherte Arbeit in deinem Browser. In den Worten, denen Fans monatlicher oder jährlicher Trinkgelder zugestimmt haben, steht dein Name; wenn du dein Konto löschst, werden sie so lange aufbewahrt, wie unten steht.',
      'Wenn du Zahlungen annimmst, fragt Stripe dich nach dem, was das Gesetz verlangt. Wir speichern Nummer, Land, Währung und Zustand deines Stripe-Kontos und keine Bankdaten.',
    ],
  },
  {
    heading: 'Wenn du etwas meldest',
    paragraphs: [
      'Wir speichern, was du geschrieben hast, und Name und E-Mail-Adresse, wenn du sie angegeben hast, um die Meldung zu prüfen und dir die Entscheidung mitzuteilen. Der Inhaber liest unsere Entscheidung mit ihren Tatsachen und ihrem Grund, aber weder deine Worte noch, wer gemeldet hat. E-Mails darüber verschickt unser Mail-Anbieter; hier werden sie nach 30 Tagen gelöscht.',
    ],
  },
  {
    heading: 'Wie lange',
    paragraphs: [
      'Namen und Nachrichten von Trinkgeldern: so lange, wie der Inhaber gewählt hat, höchstens zehn Jahre. Beträge: so lange, wie das Recht der Buchführung es verlangt. Ein monatliches oder jährliches Trinkgeld mit den Worten, denen zugestimmt wurde: so lange, wie es das Konto des Inhabers gibt; wird das Konto früher gelöscht, die Worte mit Sprache und Zeit, Betrag, Zeitraum und Ende des Trinkgelds und die Nummer, die Stripe dem Abonnement gegeben hat, ohne deinen Namen, bis drei Jahre nach deiner Zustimmung oder ein Jahr nach dem Ende des Trinkgelds, je nachdem, was später ist; dein Name darin, solange es läuft, und danach, bis der Name der letzten Zahlung gelöscht wird. Meldungen: gelöscht ein Jahr nach der Entscheidung; Widersprüche: ein Jahr nach der Antwort; Zahlen pro Jahr bleiben. Das Konto eines Inhabers: bis er es löscht; was die Buchführung verlangt, bleibt ohne Namen und Nachrichten.',
    ],
  },
  {
    heading: 'Auf welcher Grundlage',
    paragraphs: [
      'Um dein Trinkgeld oder unsere Vereinbarung mit dir als Inhaber auszuführen (Art. 6 Abs. 1 lit. b DSGVO); um dem Gesetz zu folgen, etwa bei Buchführung und Meldungen (lit. c); und zum Schutz vor Missbrauch und zum Nachweis dessen, was vereinbart wurde, unseren berechtigten Interessen (lit. f). Daten, die in die USA gelangen, sind durch das EU-US Data Privacy Framework oder durch Standardvertragsklauseln geschützt.',
    ],
  },
  {
    heading: 'Deine Rechte',
    paragraphs: [
      `Du kannst Auskunft, Berichtigung, Löschung, Einschränkung und eine Kopie deiner Daten verlangen und dem widersprechen, was wir aus berechtigtem Interesse tun: Schreib an ${operator.email}. Du kannst dich auch bei einer Datenschutzbehörde beschweren.`,
    ],
  },
];
