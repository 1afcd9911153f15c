import type { ShippedLanguage } from '../../../core/locale/language-tags';
import type { ChallengeConfig } from '../../challenge/http-challenge';
import type { Operator } from '../operator';

/** The installation's data in the templates. */
interface TemplateFacts {
  readonly operator: Operator;
  /** `https://busker.example`. */
  readonly origin: string;
  /** The host's share of a tip, as `2.5 %`; null = none. */
  readonly share: string | null;
  readonly challenge: ChallengeConfig['kind'];
}

interface Section {
  readonly heading: string;
  readonly paragraphs: readonly string[];
}

/** A long text of the legal pages, in one language. It is a starting point for the host (docs/self-hosting.md). */
type Template = (facts: TemplateFacts) => readonly Section[];

/** The usual names of the challenge services. */
const challengeNames: Readonly<Record<ChallengeConfig['kind'], string | null>> = {
  none: null,
  fake: null,
  turnstile: 'Cloudflare Turnstile',
  hcaptcha: 'hCaptcha',
  recaptcha: 'Google reCAPTCHA',
};

const privacyInGerman: Template = ({ operator, origin, challenge }) => [
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

const privacyInEnglish: Template = ({ operator, origin, challenge }) => [
  {
    heading: 'Who is responsible',
    paragraphs: [
      `${operator.name}, ${operator.address.join(', ')}. Write to ${operator.email}.`,
      'For tips, the owner of a page is responsible as well.',
    ],
  },
  {
    heading: 'When you see a page or a card',
    paragraphs: [
      `Your browser requests the page or the card, the owner’s public profile and its pictures from ${new URL(origin).host}. The server needs your IP address to answer. It sets no cookie for visitors and keeps no profile of you. Views and clicks on links are counted as plain numbers per quarter of an hour, without any identifier. Views are also counted by the host name of the site that shows the card, and on an owner’s page here by the host name of the site that led you to it; the rest of those addresses is not sent or not kept. Errors of the card’s script are counted by its version.`,
      'The servers are those of Google Cloud (Firebase). Its request log keeps IP address, address of the page, browser and referring page for at most 30 days, to find faults and misuse.',
    ],
  },
  {
    heading: 'When you send a tip',
    paragraphs: [
      'The payment is made by Stripe (https://stripe.com/privacy), whose form is loaded only then. Your card details go to Stripe directly; neither the owner nor we ever see them. An email address for the receipt goes to Stripe only.',
      'Kept with the tip are amount, currency and time, the name and message that you chose to leave, the origin of the page, the country of the card, its brand and last four digits, and for two days a keyed fingerprint of your IP address against card testing, from which the address cannot be read. Until the tip is finished, your browser keeps the number of the tip for this tab.',
      'A monthly or yearly tip is charged by Stripe on the owner’s Stripe account until you stop it or it ends. Stripe asks for your email address and gives it to the owner’s Stripe account; we do not store it. Beside each payment we keep the amount, the period, its state and dates, the name if you gave one, the brand, last four digits and expiry of the card, Stripe’s numbers of the subscription and of you as its customer, and the words that you agreed to with their language and the time. If you stop with your email address, or withdraw with it and the last four digits of your card, we ask Stripe for the address and store neither of them for it. A keyed fingerprint of the address, from which it cannot be read, limits the number of attempts, for a day at most.',
      'Supporters’ names and messages are public only where the owner shows them and you did not choose to stay unnamed. You can change or erase both on the receipt page. With a monthly or yearly tip, this changes or erases your name in the tip and in all its payments, also after it has ended; the message belongs to the first payment.',
      ...(challengeNames[challenge] === null
        ? []
        : [
            `When many cards are being tried, you may be asked to show that you are a person; then ${challengeNames[challenge]} is loaded in a frame.`,
          ]),
    ],
  },
  {
    heading: 'When you are an owner',
    paragraphs: [
      'We keep your sign-in (email address, or what the service that you sign in with tells us), your draft and published profile, your pictures, your settings, your tips and the list of devices in which you are signed in (kind of browser and system, when you signed in and when you were last there; no address; entries of more than 60 days are removed at your next visit). Sign-in is by Firebase Authentication of Google, which keeps its data in the United States. The dashboard keeps your sign-in and unsaved work in your browser. The words that fans of monthly or yearly tips agreed to contain your name; after you delete your account they are kept as long as it says below.',
      'When you take payments, Stripe asks you for what the law requires. We keep the number, country, currency and state of your Stripe account, and none of your bank details.',
    ],
  },
  {
    heading: 'When you report something',
    paragraphs: [
      'We keep what you wrote, with your name and email address if you gave them, to look at your report and to tell you our decision. The owner reads our decision with its facts and its ground, but neither your words nor who reported it. Mails that we send you about it are sent by our mail provider and erased here after 30 days.',
    ],
  },
  {
    heading: 'How long',
    paragraphs: [
      'Names and messages of tips: as long as the owner chose, ten years at most. Amounts: as long as bookkeeping rules require. A monthly or yearly tip, with the words that were agreed to: as long as the owner’s account exists; if the account is deleted earlier, the words with their language and the time, amount, period and end of the tip and Stripe’s number of the subscription, without your name, until three years after you agreed or one year after the end of the tip, whichever is later; your name in it while it runs, and after its end until the name of its latest payment is erased. Reports: erased one year after the decision; objections: one year after the answer; numbers per year stay. An owner’s account: until it is deleted; what bookkeeping requires stays without names and messages.',
    ],
  },
  {
    heading: 'On what ground',
    paragraphs: [
      'To carry out your tip, or our agreement with you as an owner (Art. 6 (1) (b) GDPR); to obey the law, such as bookkeeping and the handling of reports (c); and for protection against misuse and to prove what was agreed to, our legitimate interests (f). Data that reaches the United States is protected by the EU–US Data Privacy Framework or by standard contractual clauses.',
    ],
  },
  {
    heading: 'Your rights',
    paragraphs: [
      `You may ask for access, correction, erasure, restriction and a copy of your data, and object to what we do out of legitimate interest: write to ${operator.email}. You may also complain to a data protection authority.`,
    ],
  },
];

const termsInGerman: Template = ({ operator, origin, share }) => [
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

const termsInEnglish: Template = ({ operator, origin, share }) => [
  {
    heading: 'What this is',
    paragraphs: [
      `${operator.name} (“we”) runs Busker at ${origin}. Owners make a page and a card with their links, and may take tips. Fans follow the links and send tips. These terms apply to both.`,
    ],
  },
  {
    heading: 'Tips',
    paragraphs: [
      'A tip is a voluntary thank-you. It is an agreement between fan and owner. The payment is made by Stripe on the owner’s own Stripe account: we never hold the money.',
      share === null ? 'We keep no share of tips.' : `We keep ${share} of each tip.`,
      'Fans can undo a tip for a few minutes where the owner allows it. After that the owner decides about a refund.',
    ],
  },
  {
    heading: 'Monthly and yearly tips',
    paragraphs: [
      'Owners may let fans give every month or every year. Before they agree, fans read the amount, the day of the next charge and how to stop. Stripe then charges each period on the owner’s Stripe account, until the fan stops the tip or it ends.',
      ...(share === null ? [] : ['Our share of such a tip stays as it was when the tip began.']),
      `Fans need no account to stop. The link of the receipt leads to the page where they stop. Without the link they enter the email address that Stripe has, on the page of the owner: ${origin}/@ and the owner’s name, then /monthly. The tip ends with the period that is paid, and nothing more is charged.`,
      'For 15 days from the first payment, fans can withdraw with the link of the receipt, or without it on that page of the owner with the email address and the last four digits of the card; from a yearly tip for 15 days from each payment. The tip then ends at once, and the latest payment is refunded in full, unless it was refunded before or is disputed. The undo of a few minutes does not apply to these tips.',
      'A tip that is not paid for 45 days ends. A dispute that the fan’s bank opens stops it. When we hide a page or suspend its owner, running tips go on; stopping and withdrawing keep working.',
      'When an owner deletes the account here, all running tips end first. If the owner has disconnected the Stripe account from here before, we cannot end them: Stripe goes on charging, and the link in Stripe’s mails leads to the page where fans stop.',
    ],
  },
  {
    heading: 'What may not be shown',
    paragraphs: [
      'Names, pictures, texts, links and messages must not break the law. In particular we do not allow:',
      '• sexual abuse of children, and anything that sexualises minors;\n• threats, incitement to violence or hatred, and instructions for serious crimes;\n• fraud, and pretending to be somebody else;\n• works, trade marks or personal data of others without the right to use them;\n• malware, and links that hide where they lead;\n• goods and services that Stripe does not allow, and tips that are in truth a payment for them.',
    ],
  },
  {
    heading: 'How we moderate',
    paragraphs: [
      'We do not check content before it is shown. Anybody can report content with the link “Report” on each page. A person looks at each report and decides; no machine decides about content.',
      'We may do nothing, hide a part of a page, hide a page for at most seven days while we look into it, or suspend an owner. We weigh how serious the matter is, whether it was repeated, and the rights of everybody concerned. Who often sends reports that are plainly unfounded may be answered last.',
      'Two things happen by machine: messages with words on an owner’s own list wait until that owner has read them, and tips pause for some minutes while somebody tries many cards.',
    ],
  },
  {
    heading: 'Reasons and objections',
    paragraphs: [
      'Owners read why we decided, on what facts and on which law or term, by mail and in the dashboard. Who reported reads the decision too.',
      'Owners can object in the dashboard for six months, and people who reported something on the page of their report. The objection is decided by a person who did not take the decision, where more than one person moderates here. Courts are open to everybody at any time.',
      'Receipts, undo and refunds of tips keep working whatever we decide about a page.',
    ],
  },
  {
    heading: 'Your account',
    paragraphs: [
      'Owners keep their sign-in to themselves, and can export and delete everything in the dashboard at any time. We may end an account in writing with a notice of 30 days, or at once for a serious reason.',
    ],
  },
  {
    heading: 'Liability and law',
    paragraphs: [
      'We are liable to the extent that the law requires. The law of the place where we are based applies. Consumers keep the rights that the law of their home country gives them.',
    ],
  },
  {
    heading: 'Changes',
    paragraphs: [
      'We tell owners before a change of these terms applies to them, and what changes. Each version has a date.',
    ],
  },
];

/** The date of the templates. Set it to the day on which you change what they say. */
export const templateVersion = '2026-11-28';

/** A template in the reader's language, or in English. */
export interface FoundTemplate {
  readonly language: ShippedLanguage;
  readonly template: Template;
}

const found = (language: ShippedLanguage, german: Template, english: Template): FoundTemplate =>
  language === 'de' ? { language, template: german } : { language: 'en', template: english };

export const termsTemplate = (language: ShippedLanguage): FoundTemplate =>
  found(language, termsInGerman, termsInEnglish);

export const privacyTemplate = (language: ShippedLanguage): FoundTemplate =>
  found(language, privacyInGerman, privacyInEnglish);
