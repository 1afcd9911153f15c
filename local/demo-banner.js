// The strip on the dashboard of a demo: that nothing here is real. `npm run release` puts it into the page of the demo, and no other build has it.

/** @type {Readonly<Record<string, string>>} */
export const sentences = {
  en: 'This is a demo: the payments are invented, no mail leaves, and everything stays on this machine.',
  es: 'Esto es una demostración: los pagos son inventados, no sale ningún correo y todo se queda en este equipo.',
  fr: 'Ceci est une démonstration : les paiements sont inventés, aucun e-mail ne part et tout reste sur cette machine.',
  de: 'Dies ist eine Demo: Die Zahlungen sind erfunden, keine Mail geht hinaus, und alles bleibt auf diesem Rechner.',
  pt: 'Isto é uma demonstração: os pagamentos são inventados, nenhum e-mail sai e tudo fica nesta máquina.',
  it: 'Questa è una demo: i pagamenti sono inventati, nessuna email parte e tutto resta su questo computer.',
  nl: 'Dit is een demo: de betalingen zijn verzonnen, er gaat geen mail uit en alles blijft op deze computer.',
  pl: 'To jest wersja demonstracyjna: płatności są zmyślone, żaden e-mail nie wychodzi i wszystko zostaje na tym komputerze.',
  ja: 'これはデモです。支払いは架空のもので、メールは送信されず、すべてこのコンピューターに残ります。',
  ko: '데모입니다. 결제는 가상이고, 메일은 발송되지 않으며, 모든 것이 이 컴퓨터에 남습니다.',
  'zh-Hans': '这是演示：付款是虚构的，不会发出任何邮件，一切都留在这台电脑上。',
  ar: 'هذا عرض تجريبي: المدفوعات غير حقيقية، ولا تُرسل أي رسائل، ويبقى كل شيء على هذا الجهاز.',
};

/** @param {string} tag a language such as `de-AT` or `zh-CN` */
const languageOf = (tag) => {
  const [language = ''] = tag.split('-');
  if (language === 'zh') return 'zh-Hans';
  return language in sentences ? language : 'en';
};

/** Above the page, so that it covers nothing of it. */
function show() {
  const strip = document.createElement('p');
  strip.setAttribute('role', 'note');
  Object.assign(strip.style, {
    margin: '0',
    padding: '4px 12px',
    background: '#3b2a00',
    color: '#ffffff',
    font: '13px/1.4 system-ui, sans-serif',
    textAlign: 'center',
  });
  const inLanguage = () => {
    const language = languageOf(document.documentElement.lang);
    strip.lang = language;
    strip.dir = language === 'ar' ? 'rtl' : 'ltr';
    strip.textContent = sentences[language] ?? '';
  };
  inLanguage();
  new MutationObserver(inLanguage).observe(document.documentElement, { attributeFilter: ['lang'] });
  document.body.prepend(strip);
}

// The same files serve a host who runs `busker server` in front of Firebase: there everything is real.
if (typeof document !== 'undefined') {
  const { emulators = null } = await (await fetch('/busker-config.json')).json();
  if (emulators !== null) show();
}
