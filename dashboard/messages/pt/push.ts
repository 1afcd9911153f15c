export const push = {
  'push.heading': 'Notificações neste dispositivo',
  'push.about':
    'Receba uma notificação neste dispositivo quando chegar uma gorjeta, mesmo com o Busker fechado.',
  'push.on': 'Ativar notificações',
  'push.isOn': 'Ativas',
  'push.isOnHere': 'Este dispositivo recebe notificações.',
  'push.stop': 'Parar neste dispositivo',
  'push.unsupported':
    'Este navegador não consegue receber notificações. Tente outro navegador ou use o e-mail.',
  'push.blocked':
    'As notificações do Busker estão bloqueadas neste navegador. Permita-as nas definições do navegador para este site e recarregue a página.',
  'push.ios':
    'No iPhone e no iPad, as notificações só funcionam depois de adicionar o Busker ao ecrã principal:',
  'push.iosShare': 'Toque em Partilhar no Safari.',
  'push.iosAdd': 'Escolha «Adicionar ao ecrã principal».',
  'push.iosOpen':
    'Abra o Busker a partir do ecrã principal, inicie sessão lá uma vez e ative as notificações.',
  'push.seen': 'Viu a notificação?',
  'push.seenYes': 'Sim, vi',
  'push.seenNo': 'Não',
  'push.unseen':
    'Então algo a bloqueia. Verifique se este dispositivo permite notificações do seu navegador e se o modo Não incomodar está desligado.',
  'push.failed.timed-out': 'O navegador não respondeu. Verifique a ligação.',
  'push.failed.dismissed': 'Não respondeu à pergunta do navegador. Permita as notificações para continuar.',
  'push.failed.blocked': 'As notificações do Busker estão bloqueadas neste navegador.',
  'push.failed.refused': 'O navegador recusou. Em janelas privadas as notificações não funcionam.',
  'push.install': 'Instalar o Busker',
  'push.closed': 'Abra o Busker para ver',
};
