export const doors = {
  'page.view': 'Meine Seite ansehen',
  'page.copy': 'Adresse kopieren',
  'page.copied': 'Adresse kopiert',
  'page.share': 'Teilen',
  'page.copyRefused': 'Dein Browser hat das Kopieren nicht erlaubt. Kopiere sie selbst: {url}',
};
