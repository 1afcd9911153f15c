import { useLocation } from 'react-router';
import { rememberAwaited } from './awaited-link';
import { MailRequest } from './mail-request';
import { nextAddress } from './next-address';
import { useWay } from './use-way';

/** A link that signs in, and makes an account where there is none. */
export function EmailLinkScreen() {
  const { search } = useLocation();
  const { go } = useWay();
  const send = async (email: string) => {
    const next = nextAddress(search, window.location.origin);
    const answer = await go('send', (ways) => ways.sendLink(email, next));
    if (answer.ok) rememberAwaited(email);
    return answer;
  };
  return <MailRequest purpose="link" send={send} />;
}
