import type { ShippedLanguage } from '../../../../core/base/languages';

interface WithdrawPageTexts {
  readonly about: (owner: string) => string;
  /** For payments that have no digits: which ways there are. */
  readonly withoutCard: (owner: string) => string;
  readonly cardLast4: string;
  readonly wrongDigits: string;
  readonly often: string;
  readonly doneTitle: string;
  readonly done: (owner: string) => string;
  readonly receivedAt: string;
  readonly to: string;
  readonly otherwise: (owner: string) => string;
}

/** The texts of withdrawing on `/@{handle}/monthly`. The labels of its buttons are those of the receipt (manage-texts.ts). */
const texts: Readonly<Record<ShippedLanguage, WithdrawPageTexts>> = {
  en: {
    about: (owner) =>
      `For 15 days from the first payment you can withdraw; with a yearly tip, for 15 days from each payment. Your monthly or yearly tip to ${owner} then ends at once, and the latest payment goes back to you in full. Type the email address that you gave Stripe and the last four digits of the card that pays. Both together show that the tip is yours, because a withdrawal cannot be undone.`,
    withoutCard: (owner) =>
      `If you pay with Link or another way without a card number, there are no digits to check, and the address alone is no proof. Withdraw with the link of your receipt. Without that link, stop the tip above, so that nothing more is charged, and tell ${owner} that you withdraw: ${owner} can pay the latest payment back. Stripe’s page shows your payments and can stop the tip, but not pay back.`,
    cardLast4: 'Last four digits of your card',
    wrongDigits: 'Please type the last four digits of your card.',
    often: 'Too many attempts. Please try again later, or withdraw with the link of your receipt.',
    doneTitle: 'Withdrawal received',
    done: (owner) =>
      `We have received your withdrawal from a monthly or yearly tip to ${owner}. If this address and this card belong to a tip within its 15 days, the tip ends now and the latest payment goes back to the card in 5 to 10 days.`,
    receivedAt: 'Received',
    to: 'Tip to',
    otherwise: (owner) =>
      `If no money arrives, look at your tip with the link of your receipt, or write to ${owner}.`,
  },
  es: {
    about: (owner) =>
      `Puedes desistir durante 15 días desde el primer pago; con una propina anual, durante 15 días desde cada pago. Tu propina mensual o anual a ${owner} termina entonces de inmediato y se te devuelve entero el último pago. Escribe el correo que diste a Stripe y las cuatro últimas cifras de la tarjeta que paga. Los dos datos juntos muestran que la propina es tuya, porque un desistimiento no se puede deshacer.`,
    withoutCard: (owner) =>
      `Si pagas con Link u otra forma sin número de tarjeta, no hay cifras que comprobar, y el correo solo no es una prueba. Desiste con el enlace de tu recibo. Sin ese enlace, detén la propina arriba, para que no se cobre nada más, y di a ${owner} que desistes: ${owner} puede devolver el último pago. La página de Stripe muestra tus pagos y puede detener la propina, pero no devolver dinero.`,
    cardLast4: 'Cuatro últimas cifras de tu tarjeta',
    wrongDigits: 'Escribe las cuatro últimas cifras de tu tarjeta.',
    often: 'Demasiados intentos. Inténtalo más tarde o desiste con el enlace de tu recibo.',
    doneTitle: 'Desistimiento recibido',
    done: (owner) =>
      `Hemos recibido tu desistimiento de una propina mensual o anual a ${owner}. Si este correo y esta tarjeta son de una propina dentro de sus 15 días, la propina termina ahora y el último pago vuelve a la tarjeta en 5 a 10 días.`,
    receivedAt: 'Recibido',
    to: 'Propina a',
    otherwise: (owner) =>
      `Si no llega el dinero, mira tu propina con el enlace de tu recibo o escribe a ${owner}.`,
  },
  fr: {
    about: (owner) =>
      `Vous pouvez vous rétracter pendant 15 jours à partir du premier paiement ; pour un pourboire annuel, pendant 15 jours à partir de chaque paiement. Votre pourboire mensuel ou annuel à ${owner} prend alors fin tout de suite et le dernier paiement vous est rendu en entier. Saisissez l’adresse e-mail donnée à Stripe et les quatre derniers chiffres de la carte qui paie. Les deux ensemble montrent que le pourboire est le vôtre, car une rétractation ne peut pas être annulée.`,
    withoutCard: (owner) =>
      `Si vous payez avec Link ou autrement sans numéro de carte, il n’y a pas de chiffres à vérifier, et l’adresse seule n’est pas une preuve. Rétractez-vous avec le lien de votre reçu. Sans ce lien, arrêtez le pourboire ci-dessus, pour que plus rien ne soit débité, et dites à ${owner} que vous vous rétractez : ${owner} peut rembourser le dernier paiement. La page de Stripe montre vos paiements et peut arrêter le pourboire, mais pas rembourser.`,
    cardLast4: 'Quatre derniers chiffres de votre carte',
    wrongDigits: 'Saisissez les quatre derniers chiffres de votre carte.',
    often: 'Trop de tentatives. Réessayez plus tard ou rétractez-vous avec le lien de votre reçu.',
    doneTitle: 'Rétractation reçue',
    done: (owner) =>
      `Nous avons reçu votre rétractation d’un pourboire mensuel ou annuel à ${owner}. Si cette adresse et cette carte sont celles d’un pourboire encore dans ses 15 jours, il prend fin maintenant et le dernier paiement revient sur la carte sous 5 à 10 jours.`,
    receivedAt: 'Reçue le',
    to: 'Pourboire à',
    otherwise: (owner) =>
      `Si l’argent n’arrive pas, regardez votre pourboire avec le lien de votre reçu ou écrivez à ${owner}.`,
  },
  de: {
    about: (owner) =>
      `Du kannst 15 Tage lang ab der ersten Zahlung widerrufen, bei einem jährlichen Trinkgeld 15 Tage lang ab jeder Zahlung. Dein monatliches oder jährliches Trinkgeld an ${owner} endet dann sofort, und du bekommst die letzte Zahlung vollständig zurück. Gib die E-Mail-Adresse ein, die du bei Stripe angegeben hast, und die letzten vier Ziffern der Karte, die bezahlt. Beides zusammen zeigt, dass es dein Trinkgeld ist, denn ein Widerruf lässt sich nicht zurücknehmen.`,
    withoutCard: (owner) =>
      `Wenn du mit Link oder anders ohne Kartennummer bezahlst, gibt es keine Ziffern zu prüfen, und die Adresse allein ist kein Nachweis. Widerrufe dann mit dem Link deines Belegs. Ohne diesen Link: Kündige oben, damit nichts mehr abgebucht wird, und erkläre deinen Widerruf gegenüber ${owner}: Die letzte Zahlung kann von dort zurückgezahlt werden. Die Seite von Stripe zeigt deine Zahlungen und kann kündigen, aber nichts zurückzahlen.`,
    cardLast4: 'Letzte vier Ziffern deiner Karte',
    wrongDigits: 'Bitte gib die letzten vier Ziffern deiner Karte ein.',
    often:
      'Zu viele Versuche. Bitte versuche es später noch einmal, oder widerrufe mit dem Link deines Belegs.',
    doneTitle: 'Widerruf eingegangen',
    done: (owner) =>
      `Dein Widerruf eines monatlichen oder jährlichen Trinkgelds an ${owner} ist eingegangen. Falls diese Adresse und diese Karte zu einem Trinkgeld innerhalb seiner 15 Tage gehören, endet es jetzt, und die letzte Zahlung ist in 5 bis 10 Tagen wieder auf der Karte.`,
    receivedAt: 'Eingegangen am',
    to: 'Trinkgeld an',
    otherwise: (owner) =>
      `Falls kein Geld ankommt, sieh mit dem Link deines Belegs nach, oder schreib an ${owner}.`,
  },
  pt: {
    about: (owner) =>
      `Você pode desistir durante 15 dias a partir do primeiro pagamento; com uma gorjeta anual, durante 15 dias a partir de cada pagamento. Sua gorjeta mensal ou anual para ${owner} termina então na hora, e o último pagamento volta inteiro para você. Escreva o e-mail que você deu à Stripe e os últimos quatro dígitos do cartão que paga. Os dois juntos mostram que a gorjeta é sua, porque uma desistência não pode ser desfeita.`,
    withoutCard: (owner) =>
      `Se você paga com Link ou de outra forma sem número de cartão, não há dígitos para verificar, e o e-mail sozinho não é prova. Desista com o link do seu recibo. Sem esse link, pare a gorjeta acima, para que nada mais seja cobrado, e diga a ${owner} que você desiste: ${owner} pode reembolsar o último pagamento. A página da Stripe mostra seus pagamentos e pode parar a gorjeta, mas não devolver dinheiro.`,
    cardLast4: 'Últimos quatro dígitos do seu cartão',
    wrongDigits: 'Escreva os últimos quatro dígitos do seu cartão.',
    often: 'Muitas tentativas. Tente mais tarde ou desista com o link do seu recibo.',
    doneTitle: 'Desistência recebida',
    done: (owner) =>
      `Recebemos sua desistência de uma gorjeta mensal ou anual para ${owner}. Se este e-mail e este cartão forem de uma gorjeta dentro dos seus 15 dias, ela termina agora e o último pagamento volta ao cartão em 5 a 10 dias.`,
    receivedAt: 'Recebida em',
    to: 'Gorjeta para',
    otherwise: (owner) =>
      `Se o dinheiro não chegar, veja sua gorjeta com o link do seu recibo ou escreva a ${owner}.`,
  },
  it: {
    about: (owner) =>
      `Puoi recedere per 15 giorni dal primo pagamento; con una mancia annuale, per 15 giorni da ogni pagamento. La tua mancia mensile o annuale a ${owner} termina allora subito e l’ultimo pagamento ti torna per intero. Scrivi l’indirizzo email che hai dato a Stripe e le ultime quattro cifre della carta che paga. Insieme mostrano che la mancia è tua, perché un recesso non si può annullare.`,
    withoutCard: (owner) =>
      `Se paghi con Link o in altro modo senza numero di carta, non ci sono cifre da verificare, e l’indirizzo da solo non è una prova. Recedi con il link della tua ricevuta. Senza quel link, interrompi la mancia qui sopra, così non viene addebitato altro, e comunica a ${owner} che recedi: ${owner} può rimborsare l’ultimo pagamento. La pagina di Stripe mostra i tuoi pagamenti e può interrompere la mancia, ma non rimborsare.`,
    cardLast4: 'Ultime quattro cifre della tua carta',
    wrongDigits: 'Scrivi le ultime quattro cifre della tua carta.',
    often: 'Troppi tentativi. Riprova più tardi o recedi con il link della tua ricevuta.',
    doneTitle: 'Recesso ricevuto',
    done: (owner) =>
      `Abbiamo ricevuto il tuo recesso da una mancia mensile o annuale a ${owner}. Se questo indirizzo e questa carta appartengono a una mancia entro i suoi 15 giorni, la mancia termina ora e l’ultimo pagamento torna sulla carta in 5-10 giorni.`,
    receivedAt: 'Ricevuto il',
    to: 'Mancia a',
    otherwise: (owner) =>
      `Se il denaro non arriva, guarda la mancia con il link della tua ricevuta o scrivi a ${owner}.`,
  },
  nl: {
    about: (owner) =>
      `Je kunt 15 dagen vanaf de eerste betaling herroepen; bij een jaarlijkse fooi 15 dagen vanaf elke betaling. Je maandelijkse of jaarlijkse fooi aan ${owner} eindigt dan meteen en de laatste betaling krijg je volledig terug. Typ het e-mailadres dat je aan Stripe gaf en de laatste vier cijfers van de kaart die betaalt. Samen laten ze zien dat de fooi van jou is, want een herroeping kan niet ongedaan worden gemaakt.`,
    withoutCard: (owner) =>
      `Betaal je met Link of op een andere manier zonder kaartnummer, dan zijn er geen cijfers om te controleren, en het adres alleen is geen bewijs. Herroep met de link van je bon. Zonder die link: stop de fooi hierboven, zodat er niets meer wordt afgeschreven, en laat ${owner} weten dat je herroept: ${owner} kan de laatste betaling terugbetalen. De pagina van Stripe toont je betalingen en kan de fooi stoppen, maar niet terugbetalen.`,
    cardLast4: 'Laatste vier cijfers van je kaart',
    wrongDigits: 'Typ de laatste vier cijfers van je kaart.',
    often: 'Te veel pogingen. Probeer het later opnieuw of herroep met de link van je bon.',
    doneTitle: 'Herroeping ontvangen',
    done: (owner) =>
      `We hebben je herroeping van een maandelijkse of jaarlijkse fooi aan ${owner} ontvangen. Horen dit adres en deze kaart bij een fooi binnen haar 15 dagen, dan eindigt die nu en staat de laatste betaling binnen 5 tot 10 dagen weer op de kaart.`,
    receivedAt: 'Ontvangen op',
    to: 'Fooi aan',
    otherwise: (owner) =>
      `Komt er geen geld, bekijk je fooi dan met de link van je bon of schrijf aan ${owner}.`,
  },
  pl: {
    about: (owner) =>
      `Możesz odstąpić przez 15 dni od pierwszej płatności; przy rocznym napiwku przez 15 dni od każdej płatności. Twój miesięczny lub roczny napiwek dla ${owner} kończy się wtedy od razu, a ostatnia płatność wraca do Ciebie w całości. Wpisz adres e-mail podany w Stripe i cztery ostatnie cyfry karty, która płaci. Razem pokazują, że napiwek jest Twój, bo odstąpienia nie można cofnąć.`,
    withoutCard: (owner) =>
      `Jeśli płacisz przez Link albo inaczej, bez numeru karty, nie ma cyfr do sprawdzenia, a sam adres nie jest dowodem. Odstąp, używając linku z pokwitowania. Bez tego linku zatrzymaj napiwek powyżej, żeby nic więcej nie zostało pobrane, i powiadom ${owner}, że odstępujesz: ${owner} może zwrócić ostatnią płatność. Strona Stripe pokazuje Twoje płatności i może zatrzymać napiwek, ale nie zwraca pieniędzy.`,
    cardLast4: 'Cztery ostatnie cyfry karty',
    wrongDigits: 'Wpisz cztery ostatnie cyfry karty.',
    often: 'Zbyt wiele prób. Spróbuj później albo odstąp, używając linku z pokwitowania.',
    doneTitle: 'Odstąpienie przyjęte',
    done: (owner) =>
      `Otrzymaliśmy Twoje odstąpienie od miesięcznego lub rocznego napiwku dla ${owner}. Jeśli ten adres i ta karta należą do napiwku w jego 15 dniach, kończy się on teraz, a ostatnia płatność wróci na kartę w ciągu 5 do 10 dni.`,
    receivedAt: 'Otrzymano',
    to: 'Napiwek dla',
    otherwise: (owner) =>
      `Jeśli pieniądze nie przyjdą, zobacz swój napiwek z linkiem z pokwitowania albo napisz do ${owner}.`,
  },
  ja: {
    about: (owner) =>
      `最初のお支払いから15日間は取り消せます。毎年のチップは、各お支払いから15日間です。${owner} への毎月・毎年のチップはすぐに終了し、最後のお支払いが全額返金されます。Stripe に伝えたメールアドレスと、支払いに使うカードの下4桁を入力してください。取り消しは元に戻せないため、この2つでご本人のチップであることを確認します。`,
    withoutCard: (owner) =>
      `Link など、カード番号のない方法でお支払いの場合は、確認できる桁がなく、アドレスだけではご本人の証明になりません。領収書のリンクから取り消してください。リンクがない場合は、今後請求されないように上でチップを停止し、取り消すことを ${owner} に伝えてください。${owner} は最後のお支払いを返金できます。Stripe のページではお支払いの確認とチップの停止ができますが、返金はできません。`,
    cardLast4: 'カードの下4桁',
    wrongDigits: 'カードの下4桁を入力してください。',
    often: '試行が多すぎます。時間をおいて試すか、領収書のリンクから取り消してください。',
    doneTitle: '取り消しを受け付けました',
    done: (owner) =>
      `${owner} への毎月または毎年のチップの取り消しを受け付けました。このアドレスとカードのチップが15日の期間内であれば、今終了し、最後のお支払いは5〜10日でカードに戻ります。`,
    receivedAt: '受付日時',
    to: 'チップの相手',
    otherwise: (owner) =>
      `返金が届かない場合は、領収書のリンクからチップを確認するか、${owner} にご連絡ください。`,
  },
  ko: {
    about: (owner) =>
      `첫 결제부터 15일 동안 철회할 수 있으며, 매년 팁은 각 결제부터 15일 동안 철회할 수 있습니다. ${owner}님에게 주는 매월·매년 팁은 즉시 끝나고 마지막 결제 금액이 전액 환불됩니다. Stripe에 알려 준 이메일 주소와 결제하는 카드의 마지막 네 자리를 입력하세요. 철회는 되돌릴 수 없으므로 이 두 가지로 본인의 팁인지 확인합니다.`,
    withoutCard: (owner) =>
      `Link처럼 카드 번호가 없는 방법으로 결제한다면 확인할 숫자가 없고, 주소만으로는 증명이 되지 않습니다. 영수증 링크에서 철회하세요. 링크가 없다면 더 이상 청구되지 않도록 위에서 팁을 중지하고, 철회한다고 ${owner}님에게 알리세요. ${owner}님이 마지막 결제를 환불할 수 있습니다. Stripe 페이지에서는 결제 내역을 보고 팁을 중지할 수 있지만 환불은 할 수 없습니다.`,
    cardLast4: '카드 마지막 네 자리',
    wrongDigits: '카드 마지막 네 자리를 입력하세요.',
    often: '시도가 너무 많습니다. 나중에 다시 시도하거나 영수증 링크에서 철회하세요.',
    doneTitle: '철회를 접수했습니다',
    done: (owner) =>
      `${owner}님에게 주는 월간 또는 연간 팁의 철회를 접수했습니다. 이 주소와 카드의 팁이 15일 기간 안에 있다면 지금 끝나고, 마지막 결제 금액은 5~10일 안에 카드로 돌아갑니다.`,
    receivedAt: '접수 일시',
    to: '팁 받는 사람',
    otherwise: (owner) => `돈이 들어오지 않으면 영수증 링크에서 팁을 확인하거나 ${owner}님에게 문의하세요.`,
  },
  'zh-Hans': {
    about: (owner) =>
      `自首次付款起15天内可以撤销；每年打赏自每次付款起15天内可以撤销。您给 ${owner} 的每月或每年打赏会立即结束，最近一次付款全额退还。请输入您提供给 Stripe 的电子邮箱和付款卡的后四位数字。撤销无法恢复，所以需要用这两项证明打赏是您的。`,
    withoutCard: (owner) =>
      `如果您用 Link 或其他没有卡号的方式付款，就没有数字可核对，仅凭邮箱不能证明。请通过收据上的链接撤销。没有该链接时，请先在上面停止打赏，这样不会再收费，再告知 ${owner} 您要撤销：${owner} 可以退还最近一次付款。Stripe 的页面显示您的付款并可停止打赏，但不能退款。`,
    cardLast4: '卡号后四位',
    wrongDigits: '请输入卡号后四位。',
    often: '尝试次数过多。请稍后再试，或通过收据上的链接撤销。',
    doneTitle: '已收到撤销',
    done: (owner) =>
      `我们已收到您对给 ${owner} 的每月或每年打赏的撤销。如果该邮箱和该卡有一笔在15天之内的打赏，它现在结束，最近一次付款会在5到10天内退回卡中。`,
    receivedAt: '收到时间',
    to: '打赏对象',
    otherwise: (owner) => `如果没有收到退款，请通过收据上的链接查看打赏，或联系 ${owner}。`,
  },
  ar: {
    about: (owner) =>
      `يمكنك التراجع خلال 15 يومًا من الدفعة الأولى؛ وفي الإكرامية السنوية خلال 15 يومًا من كل دفعة. تنتهي عندئذ إكراميتك الشهرية أو السنوية إلى ${owner} فورًا، وتعود إليك الدفعة الأخيرة كاملة. اكتب البريد الإلكتروني الذي أعطيته لـ Stripe وآخر أربعة أرقام من البطاقة التي تدفع. كلاهما معًا يثبت أن الإكرامية لك، لأن التراجع لا يمكن إلغاؤه.`,
    withoutCard: (owner) =>
      `إن كنت تدفع عبر Link أو بطريقة أخرى بلا رقم بطاقة فلا توجد أرقام للتحقق، والبريد وحده ليس إثباتًا. تراجع برابط إيصالك. بدون هذا الرابط أوقف الإكرامية أعلاه حتى لا يُخصم شيء آخر، وأخبر ${owner} بأنك تتراجع: يمكن لـ ${owner} إعادة الدفعة الأخيرة. تعرض صفحة Stripe دفعاتك ويمكنها إيقاف الإكرامية، لكنها لا تعيد المال.`,
    cardLast4: 'آخر أربعة أرقام من بطاقتك',
    wrongDigits: 'اكتب آخر أربعة أرقام من بطاقتك.',
    often: 'محاولات كثيرة جدًا. حاول لاحقًا أو تراجع برابط إيصالك.',
    doneTitle: 'تم استلام التراجع',
    done: (owner) =>
      `استلمنا تراجعك عن إكرامية شهرية أو سنوية إلى ${owner}. إن كان هذا البريد وهذه البطاقة لإكرامية ضمن أيامها الـ15 فإنها تنتهي الآن، وتعود الدفعة الأخيرة إلى البطاقة خلال 5 إلى 10 أيام.`,
    receivedAt: 'وقت الاستلام',
    to: 'إكرامية إلى',
    otherwise: (owner) => `إن لم يصل المال فاطّلع على إكراميتك برابط إيصالك أو اكتب إلى ${owner}.`,
  },
};

export const withdrawPageTexts = (language: ShippedLanguage): WithdrawPageTexts => texts[language];
