import { useLocation } from 'react-router';
import { rememberLinkEmail } from '../../shared/sign-in/link-email';
import { MailRequest } from './mail-request';
import { nextAddress } from '../../shared/sign-in/next-address';
import { useSignInAction } from '../../shared/sign-in/use-sign-in-action';

/** Emails a link that signs in, and creates an account if there is none. */
export function EmailLinkScreen() {
  const { search } = useLocation();
  const { go } = useSignInAction();
  const send = async (email: string) => {
    const next = nextAddress(search, window.location.origin);
    const answer = await go('send', (methods) => methods.sendLink(email, next));
    if (answer.ok) rememberLinkEmail(email);
    return answer;
  };
  return <MailRequest purpose="link" send={send} />;
}
