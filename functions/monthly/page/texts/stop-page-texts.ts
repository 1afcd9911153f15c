import type { ShippedLanguage } from '../../../../core/base/languages';

interface StopPageTexts {
  readonly title: string;
  readonly withLink: string;
  readonly withAddress: (owner: string) => string;
  readonly email: string;
  readonly stop: string;
  readonly otherwise: string;
  readonly doneTitle: string;
  readonly done: string;
  readonly wrong: string;
  readonly often: string;
  readonly away: string;
}

/** The texts of `/@{handle}/monthly`. In German the title and the button have the words of § 312k BGB. */
const texts: Readonly<Record<ShippedLanguage, StopPageTexts>> = {
  en: {
    title: 'Stop a monthly tip',
    withLink: 'With the link of your receipt you see your tip and can stop it, withdraw or confirm a charge.',
    withAddress: (owner) =>
      `Without that link: type the email address that you gave Stripe. Every monthly or yearly tip to ${owner} with this address then stops at the end of what is paid.`,
    email: 'Your email address',
    stop: 'Stop now',
    otherwise: 'Stripe’s mails about your tip also lead to a page where you can stop.',
    doneTitle: 'Stopped',
    done: 'If there is a monthly or yearly tip with this address, nothing more will be charged. Stripe’s mails say so too.',
    wrong: 'This does not look like an email address.',
    often: 'Too many attempts. Please wait ten minutes.',
    away: 'Stripe is not answering right now. Please try again in a few minutes.',
  },
  es: {
    title: 'Detener una propina mensual',
    withLink: 'Con el enlace de tu recibo ves tu propina y puedes detenerla, desistir o confirmar un cobro.',
    withAddress: (owner) =>
      `Sin ese enlace: escribe el correo que diste a Stripe. Cada propina mensual o anual a ${owner} con ese correo termina entonces con lo que ya está pagado.`,
    email: 'Tu correo electrónico',
    stop: 'Detener ahora',
    otherwise: 'Los correos de Stripe sobre tu propina también llevan a una página donde puedes detenerla.',
    doneTitle: 'Detenido',
    done: 'Si hay una propina mensual o anual con este correo, no se cobrará nada más. Los correos de Stripe también lo dicen.',
    wrong: 'Esto no parece una dirección de correo.',
    often: 'Demasiados intentos. Espera diez minutos.',
    away: 'Stripe no responde en este momento. Inténtalo de nuevo en unos minutos.',
  },
  fr: {
    title: 'Arrêter un pourboire mensuel',
    withLink:
      'Avec le lien de votre reçu, vous voyez votre pourboire et pouvez l’arrêter, vous rétracter ou confirmer un débit.',
    withAddress: (owner) =>
      `Sans ce lien : saisissez l’adresse e-mail donnée à Stripe. Chaque pourboire mensuel ou annuel à ${owner} avec cette adresse s’arrête alors à la fin de ce qui est payé.`,
    email: 'Votre adresse e-mail',
    stop: 'Arrêter maintenant',
    otherwise: 'Les e-mails de Stripe sur votre pourboire mènent aussi à une page où vous pouvez l’arrêter.',
    doneTitle: 'Arrêté',
    done: 'S’il existe un pourboire mensuel ou annuel avec cette adresse, plus rien ne sera débité. Les e-mails de Stripe le disent aussi.',
    wrong: 'Cela ne ressemble pas à une adresse e-mail.',
    often: 'Trop de tentatives. Attendez dix minutes.',
    away: 'Stripe ne répond pas pour le moment. Réessayez dans quelques minutes.',
  },
  de: {
    title: 'Verträge hier kündigen',
    withLink:
      'Mit dem Link deines Belegs siehst du dein Trinkgeld und kannst kündigen, widerrufen oder eine Abbuchung bestätigen.',
    withAddress: (owner) =>
      `Ohne diesen Link: Gib die E-Mail-Adresse ein, die du bei Stripe angegeben hast. Jedes monatliche oder jährliche Trinkgeld an ${owner} mit dieser Adresse endet dann mit dem bezahlten Zeitraum.`,
    email: 'Deine E-Mail-Adresse',
    stop: 'Jetzt kündigen',
    otherwise:
      'Auch die E-Mails von Stripe zu deinem Trinkgeld führen zu einer Seite, auf der du kündigen kannst.',
    doneTitle: 'Gekündigt',
    done: 'Falls es mit dieser Adresse ein monatliches oder jährliches Trinkgeld gibt, wird nichts mehr abgebucht. Das steht auch in den E-Mails von Stripe.',
    wrong: 'Das sieht nicht wie eine E-Mail-Adresse aus.',
    often: 'Zu viele Versuche. Bitte warte zehn Minuten.',
    away: 'Stripe antwortet gerade nicht. Bitte versuche es in ein paar Minuten noch einmal.',
  },
  pt: {
    title: 'Parar uma gorjeta mensal',
    withLink:
      'Com a ligação do seu recibo vê a sua gorjeta e pode pará-la, desistir ou confirmar uma cobrança.',
    withAddress: (owner) =>
      `Sem essa ligação: escreva o e-mail que deu à Stripe. Cada gorjeta mensal ou anual para ${owner} com esse e-mail termina então com o que já está pago.`,
    email: 'O seu e-mail',
    stop: 'Parar agora',
    otherwise: 'Os e-mails da Stripe sobre a sua gorjeta também levam a uma página onde pode parar.',
    doneTitle: 'Parado',
    done: 'Se houver uma gorjeta mensal ou anual com este e-mail, nada mais será cobrado. Os e-mails da Stripe também o dizem.',
    wrong: 'Isto não parece um endereço de e-mail.',
    often: 'Demasiadas tentativas. Espere dez minutos.',
    away: 'A Stripe não responde neste momento. Tente outra vez dentro de alguns minutos.',
  },
  it: {
    title: 'Interrompere una mancia mensile',
    withLink:
      'Con il link della tua ricevuta vedi la mancia e puoi interromperla, recedere o confermare un addebito.',
    withAddress: (owner) =>
      `Senza quel link: scrivi l’indirizzo email che hai dato a Stripe. Ogni mancia mensile o annuale a ${owner} con questo indirizzo termina allora con quanto già pagato.`,
    email: 'Il tuo indirizzo email',
    stop: 'Interrompi ora',
    otherwise: 'Anche le email di Stripe sulla tua mancia portano a una pagina dove puoi interromperla.',
    doneTitle: 'Interrotto',
    done: 'Se esiste una mancia mensile o annuale con questo indirizzo, non verrà addebitato altro. Lo dicono anche le email di Stripe.',
    wrong: 'Questo non sembra un indirizzo email.',
    often: 'Troppi tentativi. Attendi dieci minuti.',
    away: 'Stripe non risponde in questo momento. Riprova tra qualche minuto.',
  },
  nl: {
    title: 'Een maandelijkse fooi stoppen',
    withLink:
      'Met de link van je bon zie je je fooi en kun je stoppen, herroepen of een afschrijving bevestigen.',
    withAddress: (owner) =>
      `Zonder die link: typ het e-mailadres dat je aan Stripe gaf. Elke maandelijkse of jaarlijkse fooi aan ${owner} met dit adres stopt dan aan het einde van wat betaald is.`,
    email: 'Je e-mailadres',
    stop: 'Nu stoppen',
    otherwise: 'Ook de mails van Stripe over je fooi leiden naar een pagina waar je kunt stoppen.',
    doneTitle: 'Gestopt',
    done: 'Als er een maandelijkse of jaarlijkse fooi met dit adres is, wordt er niets meer afgeschreven. Dat staat ook in de mails van Stripe.',
    wrong: 'Dit lijkt geen e-mailadres.',
    often: 'Te veel pogingen. Wacht tien minuten.',
    away: 'Stripe antwoordt nu niet. Probeer het over een paar minuten opnieuw.',
  },
  pl: {
    title: 'Zatrzymaj miesięczny napiwek',
    withLink:
      'Z linkiem z pokwitowania widzisz swój napiwek i możesz go zatrzymać, odstąpić albo potwierdzić pobranie.',
    withAddress: (owner) =>
      `Bez tego linku: wpisz adres e-mail podany w Stripe. Każdy miesięczny lub roczny napiwek dla ${owner} z tym adresem kończy się wtedy z opłaconym okresem.`,
    email: 'Twój adres e-mail',
    stop: 'Zatrzymaj teraz',
    otherwise: 'Także maile od Stripe o Twoim napiwku prowadzą do strony, na której można go zatrzymać.',
    doneTitle: 'Zatrzymano',
    done: 'Jeśli z tym adresem jest miesięczny lub roczny napiwek, nic więcej nie zostanie pobrane. Mówią o tym także maile od Stripe.',
    wrong: 'To nie wygląda na adres e-mail.',
    often: 'Zbyt wiele prób. Poczekaj dziesięć minut.',
    away: 'Stripe teraz nie odpowiada. Spróbuj ponownie za kilka minut.',
  },
  ja: {
    title: '毎月のチップを停止する',
    withLink: '領収書のリンクから、チップの確認、停止、取り消し、請求の確認ができます。',
    withAddress: (owner) =>
      `リンクがない場合：Stripe に伝えたメールアドレスを入力してください。そのアドレスによる ${owner} への毎月・毎年のチップは、支払い済みの期間の終わりに停止します。`,
    email: 'メールアドレス',
    stop: '今すぐ停止する',
    otherwise: 'チップについての Stripe からのメールからも、停止のページを開けます。',
    doneTitle: '停止しました',
    done: 'このアドレスの毎月または毎年のチップがある場合、今後の請求はありません。Stripe からのメールでもお知らせします。',
    wrong: 'メールアドレスではないようです。',
    often: '試行が多すぎます。10分お待ちください。',
    away: '現在 Stripe が応答しません。数分後にもう一度お試しください。',
  },
  ko: {
    title: '월간 팁 중지',
    withLink: '영수증 링크에서 팁을 보고 중지, 철회, 청구 확인을 할 수 있습니다.',
    withAddress: (owner) =>
      `링크가 없다면 Stripe에 알려 준 이메일 주소를 입력하세요. 이 주소로 ${owner}님에게 주는 매월·매년 팁은 결제된 기간이 끝나면 중지됩니다.`,
    email: '이메일 주소',
    stop: '지금 중지',
    otherwise: '팁에 관한 Stripe 메일에서도 중지 페이지를 열 수 있습니다.',
    doneTitle: '중지했습니다',
    done: '이 주소의 월간 또는 연간 팁이 있다면 더 이상 청구되지 않습니다. Stripe 메일에서도 알려 드립니다.',
    wrong: '이메일 주소가 아닌 것 같습니다.',
    often: '시도가 너무 많습니다. 10분 기다려 주세요.',
    away: '지금 Stripe가 응답하지 않습니다. 몇 분 뒤에 다시 시도해 주세요.',
  },
  'zh-Hans': {
    title: '停止每月打赏',
    withLink: '通过收据上的链接，您可以查看打赏、停止、撤销或确认收费。',
    withAddress: (owner) =>
      `没有该链接时：请输入您提供给 Stripe 的电子邮箱。用该邮箱向 ${owner} 的每月或每年打赏会在已付期间结束时停止。`,
    email: '您的电子邮箱',
    stop: '立即停止',
    otherwise: 'Stripe 关于打赏的邮件也能带您到停止的页面。',
    doneTitle: '已停止',
    done: '如果有使用该邮箱的每月或每年打赏，将不会再收费。Stripe 的邮件也会说明。',
    wrong: '这不像是电子邮箱地址。',
    often: '尝试次数过多。请等十分钟。',
    away: 'Stripe 现在没有回应。请几分钟后再试。',
  },
  ar: {
    title: 'إيقاف إكرامية شهرية',
    withLink: 'برابط إيصالك ترى إكراميتك ويمكنك إيقافها أو التراجع أو تأكيد خصم.',
    withAddress: (owner) =>
      `بدون هذا الرابط: اكتب البريد الإلكتروني الذي أعطيته لـ Stripe. كل إكرامية شهرية أو سنوية إلى ${owner} بهذا العنوان تتوقف عندئذ بنهاية ما دُفع.`,
    email: 'بريدك الإلكتروني',
    stop: 'أوقف الآن',
    otherwise: 'رسائل Stripe حول إكراميتك تقود أيضًا إلى صفحة يمكنك الإيقاف فيها.',
    doneTitle: 'تم الإيقاف',
    done: 'إن وُجدت إكرامية شهرية أو سنوية بهذا العنوان فلن يُخصم شيء آخر. رسائل Stripe تقول ذلك أيضًا.',
    wrong: 'لا يبدو هذا بريدًا إلكترونيًا.',
    often: 'محاولات كثيرة جدًا. انتظر عشر دقائق.',
    away: 'لا ترد Stripe الآن. حاول مرة أخرى بعد بضع دقائق.',
  },
};

export const stopPageTexts = (language: ShippedLanguage): StopPageTexts => texts[language];
