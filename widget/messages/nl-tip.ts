import type { TipMessages } from './en-tip';
import { plural } from './plural';

export const nlTip: TipMessages = {
  title: (name) => `Fooi voor ${name}`,
  thanksFor: (what) => `Voor “${what}”`,
  close: 'Sluiten',
  amount: 'Bedrag',
  otherAmount: 'Ander bedrag',
  range: (min, max) => `Van ${min} tot ${max}`,
  amountFault: {
    'not-a-number': (_min, _max, example) => `Vul een bedrag in, bijvoorbeeld ${example}.`,
    'too-precise': () => 'Dit bedrag heeft te veel decimalen.',
    'too-small': (min) => `De kleinste fooi is ${min}.`,
    'too-large': (_min, max) => `De grootste fooi is ${max}.`,
    'not-a-step': () => 'Dit bedrag is niet mogelijk in deze valuta.',
  },
  chooseAmount: 'Kies een bedrag',
  yourName: 'Je naam (optioneel)',
  message: 'Bericht (optioneel)',
  charactersLeft: (count) => plural('nl', count, { one: 'Nog # teken', other: 'Nog # tekens' }),
  tooLong: (limit) => `Kort dit in tot ${limit} tekens, alsjeblieft.`,
  coverCosts: (amount, name, tip) => `Ongeveer ${amount} toevoegen, zodat ${name} ongeveer ${tip} overhoudt`,
  privacy: 'Bon en privacy',
  receiptEmail: 'E-mail voor een bon (optioneel)',
  notAnEmail: 'Dit lijkt geen e-mailadres te zijn.',
  anonymous: 'Mijn naam niet openbaar tonen',
  whoSeesWhat: 'Wie ziet wat',
  report: 'Dit profiel melden',
  ownerSees: (name) =>
    `${name} ziet het bedrag, je naam en bericht als je die achterlaat, en het land van je kaart.`,
  publicSees: (name) =>
    `Het publiek kan je naam, bericht en bedrag zien als ${name} een lijst met supporters toont.`,
  publicSeesNothing: 'Het publiek ziet je naam niet.',
  stripeSees:
    'Stripe ontvangt je kaartgegevens en, als je het invult, je e-mailadres. Niemand anders krijgt ze.',
  card: 'Kaart',
  cardFormLoading: 'Het kaartformulier wordt geopend…',
  cardSafety: 'Je kaartgegevens gaan rechtstreeks naar Stripe. Deze site ziet ze nooit.',
  person: 'Bevestig dat je een mens bent',
  personFirst: 'Bevestig eerst dat je een mens bent. Er is niets afgeschreven.',
  pay: (amount) => `${amount} betalen`,
  paying: 'Een ogenblik…',
  withYourBank: 'Bevestigen bij je bank…',
  noQuestion: 'Zie je de vraag van je bank niet?',
  payThere: 'Verder op de betaalpagina',
  checking:
    'De verbinding is verbroken. We controleren of je kaart is belast. Betaal alsjeblieft niet nog een keer.',
  otherWays: 'Andere manieren om te betalen',
  whyElsewhere: {
    guarded:
      'Om kaarten te beschermen betaal je nu op een beveiligde pagina van Stripe. Er is niets afgeschreven.',
    chosen: 'Je betaalt op een beveiligde pagina van Stripe.',
    challenge:
      'De controle op robots kan hier niet worden getoond. Je kunt op een beveiligde pagina betalen.',
    'in-app': 'In de browser van deze app betaal je op een beveiligde pagina van Stripe.',
    'foreign-shadow-root':
      'Het kaartformulier kan in dit deel van de pagina niet worden getoond. Je kunt op een beveiligde pagina betalen.',
    'other-stripe-version':
      'Deze pagina heeft een eigen kaartformulier. Je kunt op een beveiligde pagina betalen.',
    'no-address':
      'Dit deel van de pagina heeft geen eigen webadres, en dat is nodig om met een kaart te betalen. Je kunt op een beveiligde pagina betalen.',
    blocked:
      'Deze pagina of je browser blokkeert het kaartformulier. Je kunt op een beveiligde pagina betalen.',
    deformed:
      'De stijlen van deze pagina vervormen het kaartformulier. Je kunt op een beveiligde pagina betalen.',
    covered:
      'Een vraag van je bank kan in dit deel van de pagina niet worden getoond. Je kunt op een beveiligde pagina betalen.',
    removed:
      'Deze pagina verwijdert het kaartformulier steeds weer. Je kunt op een beveiligde pagina betalen.',
    'no-method': 'Op deze pagina is geen betaalwijze mogelijk. Je kunt op een beveiligde pagina betalen.',
    timeout: 'Het kaartformulier gaf geen antwoord. Je kunt op een beveiligde pagina betalen.',
  },
  elsewhere: 'Je betaalpagina staat open in een ander tabblad. Als je hebt betaald, zie je het hier.',
  elsewhereBlocked:
    'Je browser heeft de betaalpagina niet geopend. Open die hier. Als je hebt betaald, zie je het hier.',
  openPayPage: 'Betaalpagina openen',
  back: 'Terug',
  onAnotherDevice: 'Of betaal op een ander apparaat:',
  decline: {
    'card-declined': 'Je kaart is geweigerd. Probeer een andere kaart.',
    'insufficient-funds': 'Te weinig saldo. Probeer een andere kaart.',
    'card-expired': 'Deze kaart is verlopen. Controleer de datum of probeer een andere kaart.',
    'wrong-cvc': 'De beveiligingscode klopt niet. Controleer hem alsjeblieft.',
    'wrong-number': 'Het kaartnummer klopt niet. Controleer het alsjeblieft.',
    'not-verified':
      'We konden je kaart niet verifiëren. Er is niets afgeschreven. Probeer het opnieuw of met een andere kaart.',
    'not-approved':
      'Deze betaling is niet goedgekeurd. Er is niets afgeschreven. Probeer het opnieuw of betaal anders.',
    'way-unavailable':
      'Deze betaalmethode is nu niet beschikbaar. Er is niets afgeschreven. Kies een andere.',
    'try-again': 'Er ging iets mis. Er is niets afgeschreven. Probeer het opnieuw.',
    'too-many-tries': 'Te veel pogingen. Er is niets afgeschreven. Wacht een paar minuten.',
    'amount-too-small': 'Dit bedrag is te klein voor een kaartbetaling. Er is niets afgeschreven.',
    'amount-too-large': 'Dit bedrag is te groot voor een kaartbetaling. Er is niets afgeschreven.',
  },
  offline: 'Er is geen verbinding. Er is niets afgeschreven. Probeer het opnieuw, alsjeblieft.',
  notCharged: 'Er ging iets mis. Er is niets afgeschreven. Probeer het opnieuw.',
  paymentClosed:
    'Deze betaling is gesloten en er is niets afgeschreven. We sluiten een betaling na meerdere mislukte pogingen. Druk op Betalen om een nieuwe te beginnen.',
  formReloaded:
    'De pagina heeft dit formulier verplaatst, dus de kaart moet opnieuw worden ingevuld. Er is niets afgeschreven.',
  totalChanged: 'Het totaal is veranderd. Controleer het alsjeblieft opnieuw. Er is niets afgeschreven.',
  leftOpen:
    'Je tikte op “Betalen” voordat deze pagina opnieuw werd geladen, en van hieruit zien we niet of die fooi is aangekomen. Kijk in de app van je bank of van je betaaldienst voordat je nog eens betaalt.',
  unsure:
    'We konden niet nagaan of er iets is afgeschreven. Kijk op de bon of in de app van je bank of betaaldienst voordat je opnieuw betaalt.',
  notPaid: 'Niet betaald. Er is niets afgeschreven.',
  pageExpired: 'De betaalpagina is gesloten of verlopen. Er is niets afgeschreven.',
  refused: {
    'tips-off': 'Fooien staan hier nu uit.',
    'payments-not-ready': 'Hier kunnen nog geen fooien worden ontvangen. Er is niets afgeschreven.',
    'profile-not-found': 'Er is geen profiel met deze naam.',
    'site-not-allowed': 'Vanaf deze pagina kunnen geen fooien worden gestuurd.',
    'session-invalid': 'Sluit dit en open het opnieuw, alsjeblieft. Er is niets afgeschreven.',
    'session-expired': 'Dit duurde even. Probeer het nog een keer, alsjeblieft. Er is niets afgeschreven.',
    'too-many-requests': 'Te veel pogingen. Wacht een paar minuten, alsjeblieft. Er is niets afgeschreven.',
    'tip-busy':
      'Het bedrag van deze fooi wordt net gewijzigd. Er is niets afgeschreven. Probeer het over een minuut opnieuw.',
    'tip-not-changeable': 'Deze fooi is al onderweg en kan niet meer worden veranderd.',
    'undo-unavailable':
      'Deze fooi kan hier niet meer worden teruggenomen. Op de bon staat wie je kunt vragen.',
    unreachable: 'De server is nu niet bereikbaar. Er is niets afgeschreven.',
  },
  refusedOtherwise: 'Dit is niet gelukt. Er is niets afgeschreven. Probeer het opnieuw, alsjeblieft.',
  tryAgain: 'Opnieuw proberen',
  wallets: 'Betalen met een wallet',
  or: 'of',
  thankYou: 'Bedankt',
  wentThrough: (amount, name) => `Je fooi van ${amount} aan ${name} is gelukt.`,
  onItsWay: 'Onderweg',
  onItsWayWhy: (amount, name) =>
    `Stripe laat ons snel weten of je fooi van ${amount} aan ${name} is betaald. Je ziet het hier. Je hoeft niet nog eens te betalen.`,
  tipWentThrough: (name) => `Je fooi aan ${name} is gelukt.`,
  receipt: 'Bon',
  undo: 'Deze fooi terugnemen',
  undoUntil: (time) => `Je kunt hem nog ${time} terugnemen.`,
  undoing: 'Je fooi wordt teruggenomen…',
  undone: (amount) => `Je fooi is teruggenomen. Je hebt ${amount} over een paar dagen terug.`,
  undoneSlowly: (amount, time) => `Je fooi is teruggenomen. Je hebt ${amount} binnen ${time} terug.`,
  undoFailed: 'De fooi kon nu niet worden teruggenomen. Probeer het opnieuw of vraag via de bon om hulp.',
  undoLost:
    'De verbinding viel weg, dus we kunnen niet zien of je fooi is teruggenomen. Probeer het opnieuw: dat gebeurt maar één keer.',
  refundFailed: (amount, name) => `Een terugbetaling van ${amount} is mislukt. Het geld is weer bij ${name}.`,
  refundWhy: {
    'card-closed': 'De kaart is verlopen of geblokkeerd.',
    'bank-refused': 'Je bank heeft die geweigerd.',
    disputed: 'Je bank onderzoekt deze betaling al.',
    'no-funds': 'Op de rekening waar het vandaan komt stond niet genoeg geld.',
    unknown: 'Er is geen reden gegeven.',
  },
  refundAsk: (name) => `Vraag ${name} om het op een andere manier terug te geven.`,
  done: 'Klaar',
};
