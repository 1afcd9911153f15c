import type { Language } from './language';

/** In every language, because no other text can be loaded. */
export const startFailure: Readonly<Record<Language, { readonly words: string; readonly again: string }>> = {
  en: {
    words: 'Busker could not start: its server did not answer. Check your connection, then try again.',
    again: 'Try again',
  },
  de: {
    words:
      'Busker konnte nicht starten: Der Server antwortet nicht. Prüfe die Verbindung und versuche es noch einmal.',
    again: 'Noch einmal versuchen',
  },
  es: {
    words: 'Busker no pudo arrancar: el servidor no respondió. Revisa tu conexión e inténtalo otra vez.',
    again: 'Intentar otra vez',
  },
};
