export const account = {
  'account.title': 'Account',
  'account.lead': 'Inloggen en accountgegevens.',
  'account.record': 'Accountgegevens',
  'account.uid': 'Account-ID',
  'account.email': 'E-mail',
  'account.verified': 'Bevestigd',
  'account.notVerified': 'Niet bevestigd',
  'account.displayName': 'Weergavenaam',
  'account.phone': 'Telefoon',
  'account.picture': 'URL van de afbeelding',
  'account.tenant': 'Organisatie',
  'account.kind': 'Soort account',
  'account.guest': 'Gast',
  'account.full': 'Volledig account',
  'account.created': 'Gemaakt',
  'account.lastSignIn': 'Laatst ingelogd',
  'account.methods': 'Je logt in met',
  'account.none': 'Niet ingesteld',
  'account.changeEmail': 'Je e-mailadres wijzigen',
  'account.emailNote':
    'Naar dit adres sturen we onze mails en inloglinks. Google en andere inlogmethoden houden hun eigen adres.',
  'account.newEmail': 'Nieuw e-mailadres',
  'account.current': 'Huidig wachtwoord',
  'account.wrongPassword': 'Dat wachtwoord is onjuist.',
  'account.sendLink': 'Bevestigingslink sturen',
  'account.emailSent':
    'Open de link die we naar {email} hebben gestuurd. Tot dan blijft je oude e-mailadres in gebruik.',
  'account.changePassword': 'Je wachtwoord wijzigen',
  'account.newPassword': 'Nieuw wachtwoord',
  'account.savePassword': 'Nieuw wachtwoord opslaan',
  'account.passwordSaved':
    'Je nieuwe wachtwoord is opgeslagen. Op andere apparaten moet je opnieuw inloggen.',
  'account.recordChange': 'Naam of afbeelding wijzigen',
  'account.recordTitle': 'Weergavenaam en afbeelding',
  'account.recordNote':
    'Deze horen bij je inlogaccount. Je kaart toont de naam en afbeelding van het scherm Profiel.',
  'account.recordSave': 'Opslaan',
  'account.forgotten': 'Vergeten? Mail me een link',
  'account.resetSent':
    'We hebben een link gestuurd naar {email}. Open die om een nieuw wachtwoord in te stellen.',
  'devices.heading': 'Ingelogde apparaten',
  'devices.note':
    'Een apparaat blijft ingelogd tot je er uitlogt. Ben je er een kwijt, of ben je ergens vergeten uit te loggen, log dan overal uit.',
  'devices.signOut': 'Overal uitloggen',
  'devices.title': 'Op elk apparaat uitloggen?',
  'devices.text':
    'Je wordt ook hier uitgelogd. Een ander ingelogd apparaat kan niets meer terugbetalen, exporteren of verwijderen. Het kan je profiel nog hooguit een uur tonen en bewerken.',
};
