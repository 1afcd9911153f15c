import type { Appeal, Measure, AppealOutcome, Decision } from '../../../core/report/report';
import type { MailTexts } from './en';
import { en } from './en';

const day = (at: number) => new Intl.DateTimeFormat('de', { dateStyle: 'long', timeZone: 'UTC' }).format(at);
const lines = (...parts: readonly (string | null)[]) => parts.filter((part) => part !== null).join('\n\n');

const measures: Readonly<Record<Measure, string>> = {
  none: 'Deine Seite ist nicht mehr eingeschränkt.',
  limited: 'Ein Teil deiner Seite wird nicht gezeigt.',
  'payments-paused': 'Deine Seite und deine Karte werden gezeigt, nehmen aber keine Trinkgelder an.',
  hidden: 'Deine Seite und deine Karte werden nicht gezeigt, während wir den Fall prüfen.',
  suspended: 'Deine Seite und deine Karte werden nicht gezeigt und nehmen keine Trinkgelder an.',
  closed: 'Deine Seite ist für immer geschlossen. Ihre Namen bleiben vergeben.',
};

const toReporter: Readonly<Record<Decision['outcome'], string>> = {
  'no-action': 'Wir haben keinen Grund gefunden, die Seite einzuschränken.',
  limited: 'Ein Teil der Seite wird nicht mehr gezeigt.',
  hidden: 'Die Seite wird nicht gezeigt, während wir den Fall prüfen. Wir schreiben dir noch einmal.',
  suspended: 'Die Seite wird nicht mehr gezeigt.',
};

const answered: Readonly<Record<Appeal['from'], Readonly<Record<AppealOutcome, string>>>> = {
  owner: {
    upheld: 'Wir haben noch einmal geprüft. Die Entscheidung bleibt bestehen.',
    reversed: 'Du hattest recht. Die Einschränkung deiner Seite ist aufgehoben.',
  },
  reporter: {
    upheld: 'Wir haben noch einmal geprüft. Die Entscheidung bleibt bestehen.',
    reversed: 'Du hattest recht. Wir entscheiden neu über deine Meldung und schreiben dir dann.',
  },
};

export const de: MailTexts = {
  receipt: ({ report, link, host }) => ({
    subject: `Wir haben deine Meldung ${report.id}`,
    text: lines(
      `Danke für deine Meldung. Sie hat die Nummer ${report.id} und betrifft:`,
      report.address,
      'Ein Mensch sieht sie sich an und entscheidet. Wir schreiben dir, wie und warum wir so entschieden haben und was du dann tun kannst. Keine Maschine entscheidet.',
      `Der Stand deiner Meldung: ${link}`,
      host,
    ),
  }),
  news: en.news,
  appealNews: en.appealNews,
  decision: ({ decision, report, link, reply, host }) => ({
    subject: `Unsere Entscheidung zu deiner Meldung ${report.id}`,
    text: lines(
      `Du hast ${report.address} gemeldet. ${toReporter[decision.outcome]}`,
      `Gesetz oder Bedingung: ${decision.ground}`,
      decision.facts,
      'Ein Mensch hat diese Entscheidung getroffen. Keine Maschine war daran beteiligt.',
      `Wenn du nicht einverstanden bist, kannst du innerhalb von sechs Monaten einmal widersprechen: ${link} Oder schreib an ${reply}. Du kannst auch vor Gericht gehen oder eine in der Europäischen Union zugelassene außergerichtliche Streitbeilegungsstelle anrufen.`,
      host,
    ),
  }),
  statement: ({ measure, at, until, ground, facts, foundByMachine, ...given }) => ({
    subject:
      given.handle === null
        ? 'Eine Entscheidung über dein Konto'
        : `Eine Entscheidung über deine Seite @${given.handle}`,
    text:
      measure === 'none'
        ? lines(measures.none, facts, `Fragen: ${given.reply}`, given.host)
        : lines(
            measures[measure],
            `Seit ${day(at)}. ${until === null ? 'Ein Ende ist nicht festgelegt.' : `Das endet am ${day(until)}.`}`,
            `Gesetz oder Bedingung: ${ground}`,
            `Die Tatsachen: ${facts}`,
            foundByMachine
              ? 'Eine Maschine hat den Inhalt gefunden. Ein Mensch hat entschieden.'
              : 'Keine Maschine war daran beteiligt, den Inhalt zu finden oder zu entscheiden.',
            'Belege, Erstattungen, dein Export und das Löschen deines Kontos funktionieren wie bisher.',
            `Du kannst bis zum ${day(given.appealUntil)} widersprechen: Melde dich unter ${given.dashboard} an und benutze das Formular dort. Du kannst auch vor Gericht gehen oder eine in der Europäischen Union zugelassene außergerichtliche Streitbeilegungsstelle anrufen. Fragen: ${given.reply}`,
            given.host,
          ),
  }),
  appealDecided: ({ from, outcome, answer, about, samePerson, reply, host }) => ({
    subject: `Unsere Antwort auf deinen Widerspruch zu ${from === 'owner' ? about : `Meldung ${about}`}`,
    text: lines(
      answered[from][outcome],
      answer,
      samePerson
        ? 'Hier moderiert nur ein Mensch, daher hat derselbe geantwortet, der entschieden hatte.'
        : 'Über deinen Widerspruch hat ein Mensch entschieden, der die erste Entscheidung nicht getroffen hat.',
      `Du kannst weiterhin vor Gericht gehen oder eine in der Europäischen Union zugelassene außergerichtliche Streitbeilegungsstelle anrufen. Fragen: ${reply}`,
      host,
    ),
  }),
};
