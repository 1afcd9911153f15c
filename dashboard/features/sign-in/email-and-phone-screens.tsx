import { useLocation } from 'react-router';
import { useText } from '../../messages/text';
import { AuthLayout } from './auth-layout';
import { linkEmail, useSignInAction } from '../../sign-in-fields/credentials';
import { nextAddress } from '../../navigation/addresses';
import { PhoneForm } from '../../sign-in-fields/sign-in-methods';
import { BackToSignIn, MailRequest } from './sign-in-screens';

/** Emails a link that signs in, and creates an account if there is none. */
export function EmailLinkScreen() {
  const { search } = useLocation();
  const { go } = useSignInAction();
  const send = async (email: string) => {
    const next = nextAddress(search, window.location.origin);
    const answer = await go('send', (methods) => methods.sendLink(email, next));
    if (answer.ok) linkEmail.keep(email);
    return answer;
  };
  return <MailRequest purpose="link" send={send} />;
}

export function PhoneScreen() {
  const text = useText();
  return (
    <AuthLayout
      title={text('phone.title')}
      heading={text('phone.heading')}
      lead={text('phone.lead')}
      foot={<BackToSignIn />}
    >
      <PhoneForm purpose="sign-in" />
    </AuthLayout>
  );
}
