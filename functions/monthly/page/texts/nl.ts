import type { ManageTexts } from './en';

export const nl: ManageTexts = {
  headingMonth: (amount, owner) => `${amount} aan ${owner} elke maand`,
  headingYear: (amount, owner) => `${amount} aan ${owner} elk jaar`,
  starting: 'Nog niet betaald. Er is niets afgeschreven.',
  neverBegan: 'Dit is nooit betaald. Er is niets afgeschreven.',
  active: (day) => `Volgende afschrijving: ${day} (UTC).`,
  ending: (day) => `Gestopt. Er wordt niets meer afgeschreven. Tot ${day} (UTC) kun je je bedenken.`,
  paused: 'Gepauzeerd. Er wordt nu niets afgeschreven.',
  needsAction: 'Je bank wil dat je de laatste afschrijving bevestigt.',
  overdue: 'De laatste afschrijving is niet gelukt. Stripe probeert het opnieuw.',
  ended: (day) => `Beëindigd op ${day} (UTC). Er wordt niets meer afgeschreven.`,
  withdrawn: (amount) =>
    `Je hebt herroepen. ${amount} komt naar je terug en er wordt niets meer afgeschreven.`,
  noted: 'Je wens is genoteerd. Hij wordt uitgevoerd zodra Stripe antwoordt.',
  elsewhere: (owner) =>
    `${owner} heeft het Stripe-account ontkoppeld dat dit afschrijft. We zien het niet meer en kunnen het niet stoppen of iets terugbetalen. Het kan bij Stripe doorlopen tot je het op de pagina van Stripe stopt: de link in de mails van Stripe leidt daarheen. Ook ${owner} kan het stoppen, en je bank kan verdere afschrijvingen weigeren.`,
  elsewhereNoted:
    'Je wens is genoteerd. We kunnen hem alleen uitvoeren als het account weer wordt gekoppeld: stop voor de zekerheid op de pagina van Stripe.',
  withdrawnElsewhere: (owner) =>
    `Het is beëindigd en je herroeping is genoteerd. Het geld kan pas terug als ${owner} het Stripe-account weer koppelt. Je kunt er ook ${owner} om vragen.`,
  next: 'Volgende afschrijving',
  began: 'Sinds',
  ends: 'Eindigt op',
  endedOn: 'Beëindigd op',
  card: 'Kaart',
  payments: 'Betalingen',
  stop: 'Deze maandelijkse fooi stoppen',
  stopSure: 'Er wordt niets meer afgeschreven. Wat al betaald is, blijft bij de persoon.',
  stopYes: 'Nu stoppen',
  no: 'Nee, doorgaan',
  keep: 'Toch doorgaan',
  withdraw: 'Herroepen en geld terug',
  withdrawSure: (amount) => `${amount} komt naar je terug en er wordt niets meer afgeschreven.`,
  withdrawYes: 'Herroeping bevestigen',
  confirm: 'Bevestigen bij Stripe',
  pay: 'Betalen bij Stripe',
  payNote:
    'De pagina van Stripe kan dit in je eigen valuta tonen, tegen een koers van Stripe. Dan wordt een ander bedrag afgeschreven dan op deze pagina staat. Je ziet het voordat je betaalt.',
  otherCard: 'Een andere kaart gebruiken',
  toStripe: 'Pagina van Stripe openen',
  change: 'Bedrag wijzigen',
  newAmount: (currency) => `Nieuw bedrag (${currency})`,
  changeFrom: (day) =>
    `Wordt vanaf ${day} (UTC) afgeschreven. Vandaag wordt niets afgeschreven en meer betaal je niet.`,
  save: 'Opslaan',
  keyLink: 'Jouw pagina hiervoor: open haar en bewaar de link',
  print: 'Deze pagina afdrukken of opslaan',
  lastly: 'Op deze pagina kun je altijd stoppen. Bewaar de link of gebruik die in de mails van Stripe.',
  away: 'Stripe antwoordt niet. Je wens is genoteerd en wordt uitgevoerd. Kijk later nog eens.',
  over: 'Dit is al beëindigd. Er wordt niets meer afgeschreven.',
  wordsChanged:
    'Waar je mee instemt is veranderd. Laad deze pagina opnieuw, lees het en wijzig dan het bedrag. Het oude bedrag geldt nog.',
  tooLate: 'De tijd om te herroepen is voorbij. Je kunt nog steeds stoppen.',
  often: 'Te veel pogingen. Wacht een paar minuten.',
  notBack: 'Deze betaling kan hier nu niet worden terugbetaald.',
};
