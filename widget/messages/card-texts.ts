import type { CardMessages } from './en';
import { languageOf, localeOf, type ShippedLanguage } from '../../core/locale/language-tags';

/** The card's texts in every language but English, which is in the entry file. One chunk, because all of them are smaller than one picture. */
const texts: Readonly<Record<Exclude<ShippedLanguage, 'en'>, CardMessages>> = {
  es: {
    lang: 'es',
    dir: 'ltr',
    sendTip: 'Enviar una propina',
    verified: 'verificado',
    copyLink: (label) => `Copiar enlace: ${label}`,
    tryAgain: 'Intentar de nuevo',
    unavailable: 'Estos enlaces no se pueden mostrar ahora.',
    tipElsewhere: 'El formulario de propina no se pudo abrir aquí.',
    openTipPage: 'Abrir la página de propinas',
  },
  fr: {
    lang: 'fr',
    dir: 'ltr',
    sendTip: 'Envoyer un pourboire',
    verified: 'vérifié',
    copyLink: (label) => `Copier le lien : ${label}`,
    tryAgain: 'Réessayer',
    unavailable: 'Ces liens ne peuvent pas être affichés pour le moment.',
    tipElsewhere: 'Le formulaire de pourboire n’a pas pu s’ouvrir ici.',
    openTipPage: 'Ouvrir la page de pourboire',
  },
  de: {
    lang: 'de',
    dir: 'ltr',
    sendTip: 'Trinkgeld senden',
    verified: 'bestätigt',
    copyLink: (label) => `Link kopieren: ${label}`,
    tryAgain: 'Noch einmal versuchen',
    unavailable: 'Diese Links lassen sich gerade nicht anzeigen.',
    tipElsewhere: 'Das Trinkgeld-Formular ließ sich hier nicht öffnen.',
    openTipPage: 'Trinkgeld-Seite öffnen',
  },
  pt: {
    lang: 'pt',
    dir: 'ltr',
    sendTip: 'Enviar uma gorjeta',
    verified: 'verificado',
    copyLink: (label) => `Copiar link: ${label}`,
    tryAgain: 'Tentar de novo',
    unavailable: 'Estes links não podem ser mostrados agora.',
    tipElsewhere: 'O formulário de gorjeta não pôde ser aberto aqui.',
    openTipPage: 'Abrir a página de gorjetas',
  },
  it: {
    lang: 'it',
    dir: 'ltr',
    sendTip: 'Invia una mancia',
    verified: 'verificato',
    copyLink: (label) => `Copia link: ${label}`,
    tryAgain: 'Riprova',
    unavailable: 'Questi link non si possono mostrare in questo momento.',
    tipElsewhere: 'Il modulo per la mancia non si è potuto aprire qui.',
    openTipPage: 'Apri la pagina delle mance',
  },
  nl: {
    lang: 'nl',
    dir: 'ltr',
    sendTip: 'Stuur een fooi',
    verified: 'geverifieerd',
    copyLink: (label) => `Link kopiëren: ${label}`,
    tryAgain: 'Opnieuw proberen',
    unavailable: 'Deze links kunnen nu niet worden getoond.',
    tipElsewhere: 'Het fooienformulier kon hier niet worden geopend.',
    openTipPage: 'Fooienpagina openen',
  },
  pl: {
    lang: 'pl',
    dir: 'ltr',
    sendTip: 'Wyślij napiwek',
    verified: 'zweryfikowane',
    copyLink: (label) => `Kopiuj link: ${label}`,
    tryAgain: 'Spróbuj ponownie',
    unavailable: 'Tych linków nie można teraz wyświetlić.',
    tipElsewhere: 'Nie udało się tu otworzyć formularza napiwku.',
    openTipPage: 'Otwórz stronę napiwków',
  },
  ja: {
    lang: 'ja',
    dir: 'ltr',
    sendTip: 'チップを送る',
    verified: '確認済み',
    copyLink: (label) => `リンクをコピー：${label}`,
    tryAgain: 'もう一度試す',
    unavailable: '現在、リンクを表示できません。',
    tipElsewhere: 'ここではチップのフォームを開けませんでした。',
    openTipPage: 'チップのページを開く',
  },
  ko: {
    lang: 'ko',
    dir: 'ltr',
    sendTip: '팁 보내기',
    verified: '확인됨',
    copyLink: (label) => `링크 복사: ${label}`,
    tryAgain: '다시 시도',
    unavailable: '지금은 링크를 표시할 수 없습니다.',
    tipElsewhere: '여기에서 팁 양식을 열 수 없었습니다.',
    openTipPage: '팁 페이지 열기',
  },
  'zh-Hans': {
    lang: 'zh-Hans',
    dir: 'ltr',
    sendTip: '打赏',
    verified: '已验证',
    copyLink: (label) => `复制链接：${label}`,
    tryAgain: '重试',
    unavailable: '暂时无法显示这些链接。',
    tipElsewhere: '无法在此处打开打赏表单。',
    openTipPage: '打开打赏页面',
  },
  ar: {
    lang: 'ar',
    dir: 'rtl',
    sendTip: 'أرسل إكرامية',
    verified: 'موثّق',
    copyLink: (label) => `نسخ الرابط: ${label}`,
    tryAgain: 'حاول مرة أخرى',
    unavailable: 'لا يمكن عرض هذه الروابط الآن.',
    tipElsewhere: 'تعذّر فتح نموذج الإكرامية هنا.',
    openTipPage: 'افتح صفحة الإكراميات',
  },
};

/** Null for English, and for a language that the card does not speak. */
export function otherTexts(locale: string): CardMessages | null {
  const language = languageOf(locale);
  return language === 'en' ? null : texts[language];
}

/** The language of what was written, with the given texts where those are English. */
export const readLanguage = <Texts>(english: Texts, written: string) => ({
  locale: localeOf(written),
  texts: otherTexts(written) ?? english,
});
