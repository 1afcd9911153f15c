import type { Template } from './template';

export const termsInGerman: Template = ({ operator, origin, share }) => [
  {
    heading: 'Worum es geht',
    paragraphs: [
      `${operator.name} („wir“) betreibt Busker unter ${origin}. Inhaber legen eine Seite und eine Karte mit ihren Links an und können Trinkgelder annehmen. Fans folgen den Links und senden Trinkgelder. Diese Bedingungen gelten für beide.`,
    ],
  },
  {
    heading: 'Trinkgelder',
    paragraphs: [
      'Ein Trinkgeld ist ein freiwilliger Dank. Es ist eine Vereinbarung zwischen Fan und Inhaber. Die Zahlung führt Stripe auf dem eigenen Stripe-Konto des Inhabers aus: Das Geld liegt nie bei uns.',
      share === null
        ? 'Wir behalten keinen Anteil an Trinkgeldern.'
        : `Wir behalten ${share} jedes Trinkgelds.`,
      'Fans können ein Trinkgeld einige Minuten lang zurücknehmen, wenn der Inhaber das erlaubt. Danach entscheidet der Inhaber über eine Erstattung.',
    ],
  },
  {
    heading: 'Monatliche und jährliche Trinkgelder',
    paragraphs: [
      'Inhaber können Fans erlauben, jeden Monat oder jedes Jahr zu geben. Bevor Fans zustimmen, lesen sie den Betrag, den Tag der nächsten Abbuchung und wie sie es beenden. Stripe bucht dann in jedem Zeitraum auf dem Stripe-Konto des Inhabers ab, bis der Fan das Trinkgeld beendet oder es endet.',
      ...(share === null ? [] : ['Unser Anteil an einem solchen Trinkgeld bleibt so, wie er zu Beginn war.']),
      `Zum Beenden brauchen Fans kein Konto. Der Link auf dem Beleg führt zu der Seite, auf der sie kündigen. Ohne den Link geben sie die E-Mail-Adresse ein, die Stripe hat, auf der Seite des Inhabers: ${origin}/@ und der Name des Inhabers, dann /monthly. Das Trinkgeld endet mit dem bezahlten Zeitraum, und es wird nichts mehr abgebucht.`,
      'Fans können 15 Tage lang ab der ersten Zahlung mit dem Link auf dem Beleg widerrufen oder ohne ihn auf dieser Seite des Inhabers mit der E-Mail-Adresse und den letzten vier Ziffern der Karte, bei einem jährlichen Trinkgeld 15 Tage lang ab jeder Zahlung. Das Trinkgeld endet dann sofort, und die letzte Zahlung wird vollständig erstattet, wenn sie nicht schon erstattet oder strittig ist. Die Rücknahme in den ersten Minuten gilt für diese Trinkgelder nicht.',
      'Ein Trinkgeld, das 45 Tage lang nicht bezahlt wird, endet. Eine Rückbuchung, die die Bank des Fans eröffnet, beendet es auch. Wenn wir eine Seite ausblenden oder ihren Inhaber sperren, laufen Trinkgelder weiter; Kündigung und Widerruf funktionieren weiter.',
      'Wenn ein Inhaber das Konto hier löscht, enden zuerst alle laufenden Trinkgelder. Hat der Inhaber das Stripe-Konto vorher von hier getrennt, können wir sie nicht beenden: Stripe bucht weiter ab, und der Link in den E-Mails von Stripe führt zu der Seite, auf der Fans kündigen.',
    ],
  },
  {
    heading: 'Was nicht gezeigt werden darf',
    paragraphs: [
      'Namen, Bilder, Texte, Links und Nachrichten dürfen nicht gegen Gesetze verstoßen. Insbesondere erlauben wir nicht:',
      '• sexuellen Missbrauch von Kindern und alles, was Minderjährige sexualisiert;\n• Drohungen, Aufrufe zu Gewalt oder Hass und Anleitungen zu schweren Straftaten;\n• Betrug und das Auftreten als jemand anderes;\n• Werke, Marken oder persönliche Daten anderer ohne das Recht, sie zu nutzen;\n• Schadsoftware und Links, die verbergen, wohin sie führen;\n• Waren und Dienste, die Stripe nicht erlaubt, und Trinkgelder, die in Wahrheit eine Bezahlung dafür sind.',
    ],
  },
  {
    heading: 'Wie wir moderieren',
    paragraphs: [
      'Wir prüfen Inhalte nicht, bevor sie gezeigt werden. Jeder kann Inhalte über den Link „Melden“ auf jeder Seite melden. Ein Mensch sieht sich jede Meldung an und entscheidet; keine Maschine entscheidet über Inhalte.',
      'Wir können nichts tun, einen Teil einer Seite ausblenden, eine Seite für höchstens sieben Tage ausblenden, während wir den Fall prüfen, oder einen Inhaber sperren. Wir berücksichtigen, wie schwer der Fall wiegt, ob er sich wiederholt, und die Rechte aller Beteiligten. Wer häufig offensichtlich unbegründete Meldungen sendet, bekommt unter Umständen zuletzt Antwort.',
      'Zweierlei geschieht durch Maschinen: Nachrichten mit Wörtern, die auf der eigenen Liste eines Inhabers stehen, warten, bis er sie gelesen hat, und Trinkgelder pausieren einige Minuten, während jemand viele Karten ausprobiert.',
    ],
  },
  {
    heading: 'Begründung und Widerspruch',
    paragraphs: [
      'Inhaber lesen per E-Mail und im Dashboard, warum wir so entschieden haben, aufgrund welcher Tatsachen und nach welchem Gesetz oder welcher Bedingung. Wer gemeldet hat, erfährt die Entscheidung ebenfalls.',
      'Inhaber können sechs Monate lang im Dashboard widersprechen, und wer etwas gemeldet hat, auf der Seite der Meldung. Über den Widerspruch entscheidet ein Mensch, der die Entscheidung nicht getroffen hat, wenn hier mehr als einer moderiert. Der Weg zu den Gerichten steht immer offen.',
      'Belege, Rücknahme und Erstattung von Trinkgeldern funktionieren weiter, was immer wir über eine Seite entscheiden.',
    ],
  },
  {
    heading: 'Dein Konto',
    paragraphs: [
      'Inhaber behalten ihre Zugangsdaten für sich und können im Dashboard jederzeit alles exportieren und löschen. Wir können ein Konto in Textform mit einer Frist von 30 Tagen beenden, aus wichtigem Grund sofort.',
    ],
  },
  {
    heading: 'Haftung und Recht',
    paragraphs: [
      'Wir haften nach den gesetzlichen Vorschriften. Es gilt das Recht unseres Sitzes; Rechte, die Verbraucher an ihrem Wohnort haben, bleiben bestehen.',
    ],
  },
  {
    heading: 'Änderungen',
    paragraphs: [
      'Wir sagen Inhabern, bevor eine Änderung dieser Bedingungen für sie gilt, was sich ändert. Jede Fassung hat ein Datum.',
    ],
  },
];
