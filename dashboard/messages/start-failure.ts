import { bestLanguage, directionOf, rememberedLanguage, type Language } from './language';

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
  fr: {
    words:
      'Busker n’a pas pu démarrer : son serveur n’a pas répondu. Vérifiez votre connexion, puis réessayez.',
    again: 'Réessayer',
  },
  ar: {
    words: 'تعذّر تشغيل Busker: لم يرد خادمه. تحقق من اتصالك ثم حاول مرة أخرى.',
    again: 'إعادة المحاولة',
  },
  ja: {
    words:
      'Buskerを起動できませんでした。サーバーから応答がありません。接続を確認してから、もう一度お試しください。',
    again: 'もう一度試す',
  },
  ko: {
    words: 'Busker를 시작하지 못했습니다. 서버가 응답하지 않습니다. 연결을 확인하고 다시 시도하세요.',
    again: '다시 시도',
  },
  'zh-Hans': {
    words: 'Busker 无法启动：服务器没有响应。请检查网络后重试。',
    again: '重试',
  },
  pl: {
    words: 'Busker nie mógł się uruchomić: serwer nie odpowiedział. Sprawdź połączenie i spróbuj ponownie.',
    again: 'Spróbuj ponownie',
  },
  it: {
    words: 'Busker non si è potuto avviare: il server non ha risposto. Controlla la connessione e riprova.',
    again: 'Riprova',
  },
  pt: {
    words: 'O Busker não pôde iniciar: o servidor não respondeu. Confira sua conexão e tente de novo.',
    again: 'Tentar de novo',
  },
  nl: {
    words:
      'Busker kon niet starten: de server antwoordde niet. Controleer je verbinding en probeer het opnieuw.',
    again: 'Opnieuw proberen',
  },
};

/** Shown when the app cannot start. */
export function showStartFailure(root: HTMLElement): void {
  const language = rememberedLanguage() ?? bestLanguage(navigator.languages);
  const { words, again } = startFailure[language];
  const box = document.createElement('div');
  box.setAttribute('role', 'alert');
  box.lang = language;
  box.dir = directionOf(language);
  box.style.cssText = 'max-width:26rem;margin:20vh auto;padding:0 1rem;font:1rem/1.5 system-ui,sans-serif';
  const said = document.createElement('p');
  said.textContent = words;
  const button = document.createElement('button');
  button.textContent = again;
  button.addEventListener('click', () => window.location.reload());
  box.append(said, button);
  root.replaceChildren(box);
}
