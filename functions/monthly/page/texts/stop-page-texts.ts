import type { ShippedLanguage } from '../../../../core/base/languages';

interface StopPageTexts {
  readonly title: string;
  readonly withLink: string;
  readonly withAddress: (owner: string) => string;
  readonly email: string;
  readonly stop: string;
  readonly otherwise: string;
  /** The owner has disconnected a Stripe account: what holds, and where it can be stopped. */
  readonly gone: (owner: string) => string;
  readonly doneTitle: string;
  readonly done: string;
  readonly wrong: string;
  readonly often: string;
  /** Before the challenge, which the page shows below. */
  readonly person: string;
  readonly noScript: string;
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
    gone: (owner) =>
      `${owner} has disconnected a Stripe account. What that account charges cannot be stopped or withdrawn from here, and may go on. Stop it on Stripe’s page: the link in Stripe’s mails leads there. ${owner} can stop it too, and your bank can refuse further charges.`,
    doneTitle: 'Stopped',
    done: 'If there is a monthly or yearly tip with this address, nothing more will be charged. Stripe’s mails say so too.',
    wrong: 'This does not look like an email address.',
    often: 'Too many attempts. Please wait ten minutes.',
    person: 'Please show below that you are a person. Then send the form again.',
    noScript:
      'This check needs JavaScript. Without it, use the link of your receipt or a link in Stripe’s mails, or wait ten minutes.',
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
    gone: (owner) =>
      `${owner} ha desconectado una cuenta de Stripe. De lo que cobra esa cuenta no se puede desistir aquí ni detenerlo, y puede seguir. Detenlo en la página de Stripe: el enlace de los correos de Stripe lleva allí. ${owner} también puede detenerlo, y tu banco puede rechazar más cobros.`,
    doneTitle: 'Detenido',
    done: 'Si hay una propina mensual o anual con este correo, no se cobrará nada más. Los correos de Stripe también lo dicen.',
    wrong: 'Esto no parece una dirección de correo.',
    often: 'Demasiados intentos. Espera diez minutos.',
    person: 'Muestra abajo que eres una persona y envía el formulario otra vez.',
    noScript:
      'Esta comprobación necesita JavaScript. Sin él, usa el enlace de tu recibo o un enlace de los correos de Stripe, o espera diez minutos.',
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
    gone: (owner) =>
      `${owner} a déconnecté un compte Stripe. Ce que ce compte débite ne peut être ni arrêté ni rétracté ici et peut continuer. Arrêtez-le sur la page de Stripe : le lien des e-mails de Stripe y mène. ${owner} peut aussi l’arrêter, et votre banque peut refuser d’autres débits.`,
    doneTitle: 'Arrêté',
    done: 'S’il existe un pourboire mensuel ou annuel avec cette adresse, plus rien ne sera débité. Les e-mails de Stripe le disent aussi.',
    wrong: 'Cela ne ressemble pas à une adresse e-mail.',
    often: 'Trop de tentatives. Attendez dix minutes.',
    person: 'Montrez ci-dessous que vous êtes une personne, puis envoyez à nouveau le formulaire.',
    noScript:
      'Cette vérification a besoin de JavaScript. Sinon, utilisez le lien de votre reçu ou un lien des e-mails de Stripe, ou attendez dix minutes.',
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
    gone: (owner) =>
      `${owner} hat ein Stripe-Konto getrennt. Was dieses Konto abbucht, lässt sich hier weder kündigen noch widerrufen und kann weiterlaufen. Kündige es auf der Seite von Stripe: Der Link in den E-Mails von Stripe führt dorthin. Auch ${owner} kann es beenden, und deine Bank kann weitere Abbuchungen ablehnen.`,
    doneTitle: 'Gekündigt',
    done: 'Falls es mit dieser Adresse ein monatliches oder jährliches Trinkgeld gibt, wird nichts mehr abgebucht. Das steht auch in den E-Mails von Stripe.',
    wrong: 'Das sieht nicht wie eine E-Mail-Adresse aus.',
    often: 'Zu viele Versuche. Bitte warte zehn Minuten.',
    person: 'Bitte zeige unten, dass du ein Mensch bist. Sende das Formular dann noch einmal.',
    noScript:
      'Diese Prüfung braucht JavaScript. Nimm sonst den Link deines Belegs oder einen Link in den E-Mails von Stripe, oder warte zehn Minuten.',
    away: 'Stripe antwortet gerade nicht. Bitte versuche es in ein paar Minuten noch einmal.',
  },
  pt: {
    title: 'Parar uma gorjeta mensal',
    withLink:
      'Com o link do seu recibo você vê sua gorjeta e pode pará-la, desistir ou confirmar uma cobrança.',
    withAddress: (owner) =>
      `Sem esse link: escreva o e-mail que você deu à Stripe. Cada gorjeta mensal ou anual para ${owner} com esse e-mail termina então no fim do período já pago.`,
    email: 'Seu e-mail',
    stop: 'Parar agora',
    otherwise: 'Os e-mails da Stripe sobre sua gorjeta também levam a uma página onde você pode parar.',
    gone: (owner) =>
      `${owner} desconectou uma conta Stripe. O que essa conta cobra não pode ser parado aqui, nem é possível desistir aqui, e pode continuar. Pare a cobrança na página da Stripe: o link nos e-mails da Stripe leva até lá. ${owner} também pode parar, e seu banco pode recusar novas cobranças.`,
    doneTitle: 'Parado',
    done: 'Se houver uma gorjeta mensal ou anual com este e-mail, nada mais será cobrado. Os e-mails da Stripe também dizem isso.',
    wrong: 'Isso não parece um endereço de e-mail.',
    often: 'Muitas tentativas. Espere dez minutos.',
    person: 'Mostre abaixo que você é uma pessoa. Depois envie o formulário de novo.',
    noScript:
      'Esta verificação precisa de JavaScript. Sem ele, use o link do seu recibo ou um link nos e-mails da Stripe, ou espere dez minutos.',
    away: 'A Stripe não está respondendo no momento. Tente de novo em alguns minutos.',
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
    gone: (owner) =>
      `${owner} ha scollegato un account Stripe. Ciò che quell’account addebita non si può interrompere né si può recedere qui, e può continuare. Interrompilo sulla pagina di Stripe: il link nelle email di Stripe porta lì. Anche ${owner} può interromperlo, e la tua banca può rifiutare altri addebiti.`,
    doneTitle: 'Interrotto',
    done: 'Se esiste una mancia mensile o annuale con questo indirizzo, non verrà addebitato altro. Lo dicono anche le email di Stripe.',
    wrong: 'Questo non sembra un indirizzo email.',
    often: 'Troppi tentativi. Attendi dieci minuti.',
    person: 'Mostra qui sotto che sei una persona, poi invia di nuovo il modulo.',
    noScript:
      'Questo controllo richiede JavaScript. Senza, usa il link della tua ricevuta o un link nelle email di Stripe, oppure aspetta dieci minuti.',
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
    gone: (owner) =>
      `${owner} heeft een Stripe-account ontkoppeld. Wat dat account afschrijft, kun je hier niet stoppen of herroepen, en het kan doorlopen. Stop het op de pagina van Stripe: de link in de mails van Stripe leidt daarheen. Ook ${owner} kan het stoppen, en je bank kan verdere afschrijvingen weigeren.`,
    doneTitle: 'Gestopt',
    done: 'Als er een maandelijkse of jaarlijkse fooi met dit adres is, wordt er niets meer afgeschreven. Dat staat ook in de mails van Stripe.',
    wrong: 'Dit lijkt geen e-mailadres.',
    often: 'Te veel pogingen. Wacht tien minuten.',
    person: 'Laat hieronder zien dat je een mens bent en verstuur het formulier dan opnieuw.',
    noScript:
      'Deze controle heeft JavaScript nodig. Gebruik anders de link van je bewijs of een link in de mails van Stripe, of wacht tien minuten.',
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
    gone: (owner) =>
      `${owner} ma rozłączone konto Stripe. Tego, co to konto pobiera, nie można tu zatrzymać ani od tego odstąpić, i może to trwać dalej. Zatrzymaj to na stronie Stripe: prowadzi tam link w mailach od Stripe. Może to zatrzymać także ${owner}, a Twój bank może odmówić dalszych pobrań.`,
    doneTitle: 'Zatrzymano',
    done: 'Jeśli z tym adresem jest miesięczny lub roczny napiwek, nic więcej nie zostanie pobrane. Mówią o tym także maile od Stripe.',
    wrong: 'To nie wygląda na adres e-mail.',
    often: 'Zbyt wiele prób. Poczekaj dziesięć minut.',
    person: 'Pokaż poniżej, że jesteś człowiekiem, a potem wyślij formularz jeszcze raz.',
    noScript:
      'To sprawdzenie wymaga JavaScriptu. Bez niego użyj linku z pokwitowania albo linku z e-maili Stripe, albo poczekaj dziesięć minut.',
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
    gone: (owner) =>
      `${owner} は Stripe アカウントの接続を解除しました。そのアカウントが請求するチップは、ここでは停止も取り消しもできず、続く可能性があります。Stripe のページで停止してください。Stripe からのメールのリンクでそのページを開けます。${owner} も停止でき、銀行に今後の請求を拒否してもらうこともできます。`,
    doneTitle: '停止しました',
    done: 'このアドレスの毎月または毎年のチップがある場合、今後の請求はありません。Stripe からのメールでもお知らせします。',
    wrong: 'メールアドレスではないようです。',
    often: '試行が多すぎます。10分お待ちください。',
    person: '下で、人であることを示してください。その後、もう一度送信してください。',
    noScript:
      'この確認には JavaScript が必要です。使えない場合は、領収書のリンクか Stripe のメールのリンクを使うか、10 分お待ちください。',
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
    gone: (owner) =>
      `${owner}님이 Stripe 계정의 연결을 해제했습니다. 그 계정이 청구하는 팁은 여기에서 중지하거나 철회할 수 없으며 계속될 수 있습니다. Stripe 페이지에서 중지하세요. Stripe 메일의 링크에서 그 페이지를 열 수 있습니다. ${owner}님도 중지할 수 있고, 은행에서 추가 청구를 거절할 수도 있습니다.`,
    doneTitle: '중지했습니다',
    done: '이 주소의 월간 또는 연간 팁이 있다면 더 이상 청구되지 않습니다. Stripe 메일에서도 알려 드립니다.',
    wrong: '이메일 주소가 아닌 것 같습니다.',
    often: '시도가 너무 많습니다. 10분 기다려 주세요.',
    person: '아래에서 사람임을 보여 주세요. 그런 다음 양식을 다시 보내 주세요.',
    noScript:
      '이 확인에는 JavaScript가 필요합니다. 사용할 수 없다면 영수증의 링크나 Stripe 메일의 링크를 이용하거나 10분 동안 기다려 주세요.',
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
    gone: (owner) =>
      `${owner} 已断开一个 Stripe 账户。该账户扣款的打赏无法在这里停止或撤销，可能会继续。请在 Stripe 的页面停止：Stripe 邮件中的链接通往该页面。${owner} 也可以停止它，您的银行也可以拒绝后续扣款。`,
    doneTitle: '已停止',
    done: '如果有使用该邮箱的每月或每年打赏，将不会再收费。Stripe 的邮件也会说明。',
    wrong: '这不像是电子邮箱地址。',
    often: '尝试次数过多。请等十分钟。',
    person: '请在下方证明您是真人，然后重新提交表单。',
    noScript: '此验证需要 JavaScript。如果无法使用，请使用收据中的链接或 Stripe 邮件中的链接，或等待十分钟。',
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
    gone: (owner) =>
      `فصل ${owner} حساب Stripe. ما يخصمه ذلك الحساب لا يمكن إيقافه أو التراجع عنه هنا، وقد يستمر. أوقفه في صفحة Stripe: الرابط في رسائل Stripe يقود إليها. يمكن لـ ${owner} إيقافه أيضًا، ويمكن لمصرفك رفض أي خصم آخر.`,
    doneTitle: 'تم الإيقاف',
    done: 'إن وُجدت إكرامية شهرية أو سنوية بهذا العنوان فلن يُخصم شيء آخر. رسائل Stripe تقول ذلك أيضًا.',
    wrong: 'لا يبدو هذا بريدًا إلكترونيًا.',
    often: 'محاولات كثيرة جدًا. انتظر عشر دقائق.',
    person: 'يُرجى إثبات أنك إنسان في الأسفل، ثم إرسال النموذج مرة أخرى.',
    noScript:
      'يحتاج هذا التحقق إلى JavaScript. من دونه استخدم رابط إيصالك أو رابطًا في رسائل Stripe، أو انتظر عشر دقائق.',
    away: 'لا ترد Stripe الآن. حاول مرة أخرى بعد بضع دقائق.',
  },
};

export const stopPageTexts = (language: ShippedLanguage): StopPageTexts => texts[language];
