import { useText } from '../../messages/text';
import { AuthLayout } from '../../shared/sign-in/auth-layout';
import { BackToSignIn } from './sign-in-links';
import { PhoneForm } from '../../shared/sign-in/phone-form';

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
